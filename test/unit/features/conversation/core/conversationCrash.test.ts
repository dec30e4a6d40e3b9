import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import { WindowConversations } from "../../../../support/windowConversations";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";
import { from } from "../../../../../scripts/root";
import { sized } from "../../../../support/testSize";
import { done, turn } from "./savedTurns";

const kills = sized(12, 1000);
const atOnce = 4;
/** A conversation grows with each kill; after this many, another one is saved. */
const killsEach = sized(4, 20);
/** Characters of an answer. */
const size = 5000;

describe("a window that dies while it saves", function () {
  this.timeout(600_000);
  let home: string;
  let child: string;

  before(async () => {
    home = await mkdtemp(path.join(tmpdir(), "crash-"));
    child = path.join(home, "savingChild.cjs");
    // One file: a process that is killed immediately has to start fast.
    await build({
      entryPoints: [from("test/unit/features/conversation/core/savingChild.ts")],
      outfile: child,
      bundle: true,
      minify: true,
      platform: "node",
      format: "cjs",
      target: "es2024",
    });
  });
  after(() => rm(home, { recursive: true }));

  /** Lets a window save until it is killed, and returns the last save that it reported. */
  async function killed(...given: string[]): Promise<number> {
    const saving = spawn(process.execPath, [child, ...given], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    saving.stdout.on("data", (chunk) => (said += String(chunk)));
    const [, signal] = (await once(saving, "close")) as [unknown, string | null];
    assert.equal(signal, "SIGKILL");
    return Number(said.slice(0, said.lastIndexOf("\n")).split("\n").at(-1));
  }

  async function added(folder: string): Promise<void> {
    const first = new WindowConversations(new DiskFiles(folder));
    const conversation = new Conversation();
    first.keep(conversation);
    conversation.put(turn("t0", done("0:")));
    await first.settle();
    first.dispose();
    for (let kill = 0; kill < killsEach; kill++) {
      const last = await killed(folder, "add", conversation.id, String(size));
      const window = new WindowConversations(new DiskFiles(folder));
      const back = await window.open(conversation.id);
      window.dispose();
      const outputs = back?.turns.map(({ result }) =>
        result.state === "done" ? result.received.value.output : "",
      );
      assert.ok(outputs && outputs.length > last, `kill ${kill}: ${outputs?.length} of ${last}`);
      const whole = outputs.map((_, n) => (n === 0 ? "0:" : `${n}:${"x".repeat(size)}`));
      assert.ok(
        outputs.every((output, n) => output === whole[n]),
        `kill ${kill}: a mix`,
      );
    }
    const window = new WindowConversations(new DiskFiles(folder));
    assert.deepEqual(
      (await window.saved.list()).map(({ id }) => id),
      [conversation.id],
    );
    window.dispose();
  }

  let cut = 0;
  /** Continues until one kill hits the middle of a replacement: about one in five does. */
  async function replaced(folder: string): Promise<void> {
    const leftOver = async (): Promise<number> => (await readdir(folder)).length - 1;
    const name = "whole";
    await writeFile(path.join(folder, name), "0:0:0");
    for (let kill = 0; kill < killsEach || ((await leftOver()) === 0 && kill < 200); kill++) {
      const last = await killed(folder, "replace", name, "400000");
      const [n = "", filling = "", end] = (await readFile(path.join(folder, name), "utf8")).split(
        ":",
      );
      // The last one that it reported, or the one in progress.
      assert.ok([last, last + 1].includes(Number(n)) && end === n, `${n} to ${end}, not ${last}`);
      assert.equal(filling, String(Number(n) % 10).repeat(400_000), "a mix");
    }
    cut += await leftOver();
  }

  it(`D3 loses nothing that was saved and mixes nothing, ${kills} times`, async () => {
    const rounds = kills / killsEach;
    let round = 0;
    const lane = async () => {
      while (round < rounds) {
        const folder = await mkdtemp(path.join(home, "folder-"));
        await (round++ % 4 === 3 ? replaced(folder) : added(folder));
        await rm(folder, { recursive: true });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    assert.ok(cut > 0, "some died between the first byte and the new name");
    console.log(`      ${kills} kills, ${cut} in the middle of a replacement`);
  });
});
