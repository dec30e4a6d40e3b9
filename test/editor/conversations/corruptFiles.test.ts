import assert from "node:assert/strict";
import { truncateSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { workbench } from "../../support/builtInExperts";
import { ChatTab, outputOf } from "../support/chatTab";
import { startHub, type TestHub } from "../support/hub";
import { answering, hideChat, pause, until } from "../support/inputs";
import { savedTurn } from "../support/savedTurn";

interface Answer {
  conversationId: string;
  output: string;
}

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

const head = (id: string, version = 2): string =>
  JSON.stringify({ format: "expert-hub-conversation", version, id, createdAt: 1 });
const scope = "http://127.0.0.1:9";
const corrupt: Record<string, (id: string) => string | Buffer> = {
  empty: () => "",
  "cut in its head": (id) => head(id).slice(0, 40),
  "cut in its only record": (id) => `${head(id)}\n${savedTurn(0, scope, "x").slice(0, 60)}`,
  binary: () => Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 89) % 256)),
  "of another schema": () => '{"version":1,"messages":[{"role":"user"}]}\n{"more":1}\n',
  "of wrong records": (id) => `${head(id)}\n{"turn":{"id":7}}\n{"removed":1}\n`,
};

describe("corrupt files of conversations", () => {
  let hub: TestHub;
  let folder: string;

  before(async () => {
    hub = await startHub();
    await answering([hub.baseUrl, hub.key], () => run("expertHub.connect"));
    await run("expertHub.addExpert", workbench);
    const caller = vscode.extensions.getExtension<{ storage: string }>("expert-hub-tests.caller");
    const { storage } = (await caller?.activate()) ?? { storage: "" };
    folder = path.join(path.dirname(storage), "expert-hub.expert-hub", "conversations");
    await mkdir(folder, { recursive: true });
  });
  after(() => hub.close());

  const fileOf = (id: string) => path.join(folder, `${id}.jsonl`);
  /** A different text after each change to the folder. */
  const written = async () => {
    const times = (await readdir(folder)).map(async (name) => {
      const { mtimeMs } = await stat(path.join(folder, name)).catch(() => ({ mtimeMs: 0 }));
      return `${name} ${mtimeMs}`;
    });
    return (await Promise.all(times)).join();
  };

  it("D1 files that cannot be used are set aside whole and told of once, and the others load", async () => {
    const question = { expertId: workbench, input: "70 + 7" };
    const chat = await run<Answer>("expertHub.ask", question);
    const saved = () => readFile(fileOf(chat.conversationId), "utf8").catch(() => "");
    await until("it is saved", async () => (await saved()).includes('"output"'));
    await run("expertHub.newConversation");
    // What is told in a chat that is in view is no message.
    await hideChat();
    // More than are read at once.
    const files = Array.from({ length: 3 }, () => Object.entries(corrupt)).flatMap((kinds) =>
      kinds.map(([name, make]) => {
        const id = crypto.randomUUID();
        return { name, id, bytes: Buffer.from(make(id)) };
      }),
    );
    const sparse = crypto.randomUUID();
    const newer = crypto.randomUUID();
    const whole = crypto.randomUUID();
    await until("nothing more is written", async () => {
      const before = await written();
      await pause(500);
      return before === (await written());
    });
    // Written together, so that the extension finds all of them when it next reads the folder.
    for (const { id, bytes } of files) writeFileSync(fileOf(id), bytes);
    writeFileSync(fileOf(sparse), "");
    truncateSync(fileOf(sparse), 200 * 1024 * 1024);
    writeFileSync(fileOf(newer), `${head(newer, 3)}\n{"new":true}\n`);
    writeFileSync(fileOf(whole), `${head(whole)}\n${savedTurn(1, scope, "as it was")}`);

    const told: string[] = [];
    const { showInformationMessage } = vscode.window;
    Object.assign(vscode.window, {
      showInformationMessage: async (text: string) => void told.push(text),
    });
    try {
      await run("expertHub.conversations.focus");
      await until("they are set aside", () => told.length > 0);
      await run("expertHub.newConversation");
      await pause(500);
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
    }
    const broken = [...files.map(({ id }) => id), sparse];
    assert.equal(told.length, 1);
    assert.match(told[0] ?? "", new RegExp(`^${broken.length} saved conversations could not be`));
    assert.match(told[0] ?? "", / A saved conversation came from a newer version/);

    const names = await readdir(folder);
    const quarantined = (id: string): string =>
      names.find((name) => name.startsWith(`${id}.jsonl.`) && name.endsWith(".broken")) ?? "";
    for (const id of broken) assert.ok(quarantined(id) && !names.includes(`${id}.jsonl`), id);
    for (const { name, id, bytes } of files)
      assert.ok(bytes.equals(await readFile(path.join(folder, quarantined(id)))), name);
    assert.equal((await stat(path.join(folder, quarantined(sparse)))).size, 200 * 1024 * 1024);
    // Otherwise any search of the folder would read it.
    await rm(path.join(folder, quarantined(sparse)));
    assert.ok(names.includes(`${newer}.jsonl.newer`));

    for (const [id, output] of [
      [whole, "as it was"],
      [chat.conversationId, chat.output],
    ] as const) {
      await run("expertHub.openConversation", id);
      const tab = await ChatTab.open();
      assert.equal(outputOf(await tab.settled()), output);
      tab.close();
    }
  });
});
