import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Conversation } from "../../../src/app/conversation";
import { Conversations } from "../../../src/app/conversations";
import { DiskFiles } from "../../../src/editor/conversations/diskFiles";
import { from } from "../../../scripts/root.js";
import { done, turn } from "./savedTurns";

const kills = 50;
const child = from("out/test/unit/app/savingChild.js");

/** Starts a window that saves, kills it at some moment, and returns the last turn it said was saved. */
async function killed(folder: string, id: string, afterSaves: number): Promise<number> {
  const saving = spawn(process.execPath, [child, folder, id, "20000"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  let lines = 0;
  for await (const chunk of saving.stdout) {
    said += String(chunk);
    lines = said.split("\n").length - 1;
    if (lines >= afterSaves) saving.kill("SIGKILL");
  }
  return Number(said.slice(0, said.lastIndexOf("\n")).split("\n").at(-1));
}

describe("a window that dies while it saves", function () {
  this.timeout(120_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "crash-"));
  });
  after(() => rm(folder, { recursive: true }));

  it(`D3 loses nothing that was saved, ${kills} times`, async () => {
    const first = new Conversations(new DiskFiles(folder));
    const conversation = new Conversation();
    first.keep(conversation);
    conversation.put(turn("t0", done("0:")));
    await first.settle();
    first.dispose();
    for (let kill = 0; kill < kills; kill++) {
      const last = await killed(folder, conversation.id, 1 + (kill % 7));
      const window = new Conversations(new DiskFiles(folder));
      const back = await window.open(conversation.id);
      window.dispose();
      const outputs = back?.turns.map(({ result }) =>
        result.state === "done" ? Number.parseInt(result.received.value.output, 10) : -1,
      );
      assert.ok(outputs && outputs.length > last, `kill ${kill}: ${outputs?.length} of ${last}`);
      assert.deepEqual(outputs, [...outputs.keys()], `kill ${kill}`);
    }
  });
});
