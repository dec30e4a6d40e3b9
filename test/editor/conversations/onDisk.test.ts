import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { link, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { workbench } from "../../support/builtInExperts";
import { itWithAll } from "../../support/testSize";
import { keepsBudget } from "../../support/machineSpeed";
import { ChatTab, outputOf } from "../support/chatTab";
import { RecordingProxy } from "../support/recordingProxy";
import { extension, startHub, type TestHub } from "../support/hub";
import { hideChat, nextMessage, nextShown, until } from "../support/inputs";
import { Messages } from "../support/messages";
import { savedTurn } from "../support/savedTurn";

interface Answer {
  conversationId: string;
  output: string;
}

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

const fixture = "0b6f3c1e-1111-4222-8333-444455556666";

const ask = (input: string) => run<Answer>("expertHub.ask", { expertId: workbench, input });

describe("what is on the disk", () => {
  let hub: TestHub;
  let door: RecordingProxy;
  let folder: string;

  before(async () => {
    hub = await startHub();
    door = await RecordingProxy.before(hub);
    await door.connect([workbench]);
    const caller = vscode.extensions.getExtension<{ storage: string }>("expert-hub-tests.caller");
    const { storage } = (await caller?.activate()) ?? { storage: "" };
    folder = path.join(path.dirname(storage), "expert-hub.expert-hub", "conversations");
    await mkdir(folder, { recursive: true });
  });
  beforeEach(async () => {
    await run("expertHub.newConversation");
    // What is told in a chat that is in view is no message.
    await hideChat();
  });
  after(async () => {
    await run("workbench.action.closeAllEditors");
    await door.close();
    await hub.close();
  });

  const fileOf = (id: string) => path.join(folder, `${id}.jsonl`);
  /** Atomically, like the extension: an incomplete file would be quarantined. */
  async function save(id: string, lines: readonly string[]): Promise<void> {
    await writeFile(`${fileOf(id)}.tmp`, lines.join("\n"));
    await rename(`${fileOf(id)}.tmp`, fileOf(id));
  }

  async function texts(): Promise<string> {
    const files = (await readdir(folder)).map((name) => readFile(path.join(folder, name), "utf8"));
    return (await Promise.all(files)).join("\n");
  }

  it("D2 a folder that became a file loses no answer, and is used again later", async () => {
    const away = `${folder}.away`;
    await rename(folder, away);
    await writeFile(folder, "");
    const messages = new Messages();
    const { output, conversationId } = await ask("20 + 1");
    const tab = await ChatTab.open();
    try {
      assert.notEqual(output, "");
      // That the conversations cannot be listed is said as well, before or after it.
      await until("it says what could not be saved", () =>
        messages.told.some(({ message }) => /could not be saved/.test(message)),
      );
      assert.equal(outputOf(await tab.settled()), output);
    } finally {
      messages.restore();
      await rm(folder);
      await rename(away, folder);
      tab.close();
    }
    await ask("20 + 2");
    await until("both are saved", async () => {
      const text = await readFile(fileOf(conversationId), "utf8").catch(() => "");
      return text.includes("20 + 1") && text.includes("20 + 2");
    });
  });

  it("D2 a full disk is told as such, and the next save takes along what this one could not", async () => {
    if (!existsSync("/dev/full")) return;
    const { conversationId } = await ask("30 + 1");
    const file = fileOf(conversationId);
    const has = async (text: string) =>
      (await readFile(file, "utf8").catch(() => "")).includes(text);
    await until("it is saved", () => has('"output"'));
    // Atomically, so that the file is never missing.
    await link(file, `${file}.away`);
    await symlink("/dev/full", `${file}.full`);
    await rename(`${file}.full`, file);
    const told = nextMessage("showErrorMessage");
    await ask("30 + 2");
    assert.match(await told, /could not be saved.*disk is full/);
    await rename(`${file}.away`, file);
    await ask("30 + 3");
    await until("all are saved", async () => (await has("30 + 2")) && has("30 + 3"));
  });

  itWithAll(
    "D4 a file as it was written when the format was frozen is shown whole, and not written again",
    async () => {
      const frozen = await readFile(
        path.join(
          extension().extensionPath,
          "test/unit/features/conversation/core/conversation-v2.jsonl",
        ),
      );
      await writeFile(fileOf(fixture), frozen);
      for (let times = 0; times < 2; times++) {
        await run("expertHub.openConversation", fixture);
        const tab = await ChatTab.open();
        const { turns, pageState: state } = await tab.view();
        tab.close();
        assert.equal(state.title, "Sizes");
        assert.deepEqual(
          turns.map(({ result }) => result.state),
          ["done", "done", "failed", "interrupted", "stopped", "done"],
        );
        await run("expertHub.newConversation");
        assert.ok(frozen.equals(await readFile(fileOf(fixture))));
      }
    },
  );

  it("D4 a file of a newer version is kept byte for byte, and told of", async () => {
    const id = crypto.randomUUID();
    const newer = `${JSON.stringify({ format: "expert-hub-conversation", version: 3, id, createdAt: 1 })}\n{"new":true}\n`;
    await writeFile(fileOf(id), newer);
    const told = nextMessage("showInformationMessage");
    await run("expertHub.openConversation", id);
    assert.match(await told, /newer version of Expert Hub/);
    assert.equal(await readFile(`${fileOf(id)}.newer`, "utf8"), newer);
    assert.equal((await readdir(folder)).includes(`${id}.jsonl`), false);
  });

  it("D5 a deleted chat is gone from the disk, from its pages and from every command", async () => {
    const words = `gone${crypto.randomUUID().slice(0, 8)}`;
    const { conversationId } = await ask(`repeat: 8 + 8 ${words}`);
    const tab = await ChatTab.open();
    let disposed = false;
    tab.panel.onDidDispose(() => (disposed = true));
    await until("it is saved", async () => (await texts()).includes(words));
    await run("expertHub.deleteConversation", conversationId);
    assert.equal((await texts()).includes(words), false);
    await until("its tab is closed", () => disposed);
    const missing = nextMessage("showErrorMessage");
    await run("expertHub.openConversation", conversationId);
    assert.match(await missing, /no longer exists/);
    const side = await ChatTab.open();
    assert.equal(JSON.stringify(await side.view()).includes(words), false);
    side.close();
    const page = await readFile(
      path.join(extension().extensionPath, "dist/webview/page.js"),
      "utf8",
    );
    // It uses setState only for places and folds: a page test checks that.
    assert.doesNotMatch(page, /localStorage|sessionStorage|indexedDB/);
  });

  it("D5 all chats are gone at once after confirmation, with what was set aside and what is shown of them", async () => {
    const words = `gone${crypto.randomUUID().slice(0, 8)}`;
    const messages = new Messages(() => "Delete All");
    await run("expertHub.newConversation");
    await run("expertHub.deleteAllConversations");
    const { conversationId } = await ask(`repeat: 8 + 8 ${words}`);
    await run("expertHub.newConversation");
    await ask(`repeat: 9 + 9 ${words}`);
    await writeFile(`${fileOf(crypto.randomUUID())}.2026.broken`, words);
    await writeFile(`${fileOf(crypto.randomUUID())}.newer`, words);
    const tab = await ChatTab.open();
    let disposed = false;
    tab.panel.onDidDispose(() => (disposed = true));
    await tab.call("useTurn", { turnId: (await tab.last())?.id ?? "", action: "showRaw" });
    await until("the raw answer is shown", isRawShown);
    try {
      for (const no of [undefined, "Keep"]) {
        messages.answer(no);
        await run("expertHub.deleteAllConversations");
        assert.ok((await texts()).split(words).length > 4, "they went without confirmation");
      }
      const { message, modal, detail, buttons } = messages.last ?? {};
      assert.equal(message, "Delete all conversations (2)?");
      assert.equal(modal, true);
      assert.match(detail ?? "", /and \d+ files that could not be shown.*cannot be undone/);
      assert.deepEqual(buttons, ["Delete All", "Keep"], "it was just asked for");
      messages.answer("Delete All");
      await run("expertHub.deleteAllConversations");
      await until("its tab is closed", () => disposed);
      await until("the raw answer is closed", () => !isRawShown());
      // The list is written beside the old one first.
      await until("the list is saved", async () => (await readdir(folder)).length === 1);
      assert.deepEqual(await readdir(folder), ["index.jsonl"]);
      assert.equal(await texts(), "");
      const side = await ChatTab.open();
      const view = await side.view();
      side.close();
      assert.deepEqual(view.turns, []);
      assert.notEqual(view.pageState.conversationId, conversationId);
      await hideChat();
      await run("expertHub.deleteAllConversations");
      assert.equal(messages.last?.message, "There are no saved conversations.");
      assert.notEqual((await ask("1 + 1")).output, "");
    } finally {
      messages.restore();
    }
  });

  it("D6 nothing is handed to Settings Sync", async () => {
    const dist = path.join(extension().extensionPath, "dist");
    const names = (await readdir(dist, { recursive: true })).filter((name) => /\.c?js$/.test(name));
    assert.ok(names.length > 3);
    for (const name of names)
      assert.equal(
        (await readFile(path.join(dist, name), "utf8")).includes("setKeysForSync"),
        false,
      );
  });

  it("L2 ten thousand turns open, and only the newest go along", async () => {
    const id = crypto.randomUUID();
    const lines = [
      JSON.stringify({ format: "expert-hub-conversation", version: 2, id, createdAt: 1 }),
      ...Array.from({ length: 10_000 }, (_, at) => savedTurn(at, door.baseUrl, `answer ${at}`)),
    ];
    await save(id, lines);
    await keepsBudget(async () => {
      await run("expertHub.newConversation");
      const started = performance.now();
      await run("expertHub.openConversation", id);
      return (performance.now() - started) / 1_000;
    });
    await ask("1 + 1");
    const history = door.questions.at(-1)?.["conversation_history"] as { content: string }[];
    assert.deepEqual(
      [history.length, history[0]?.content, history.at(-1)?.content],
      [40, "question 9980", "answer 9999"],
    );
    await run("expertHub.newConversation");
  });

  itWithAll(
    "L2 of answers that are too much for one request the newest go along, and it is said",
    async () => {
      const id = crypto.randomUUID();
      const answers = Array.from({ length: 4 }, (_, at) => `${at}`.repeat(3_000_000));
      const lines = [
        JSON.stringify({ format: "expert-hub-conversation", version: 2, id, createdAt: 1 }),
        ...answers.map((answer, at) => savedTurn(at, door.baseUrl, answer)),
      ];
      await save(id, lines);
      await run("expertHub.openConversation", id);
      await hideChat();
      const asked = nextShown("showWarningMessage", "Send Anyway");
      await ask("1 + 1");
      const { text, detail } = await asked;
      assert.match(text, /Not all of this conversation fits/);
      assert.match(detail ?? "", /The 2 oldest answers/);
      const history = door.questions.at(-1)?.["conversation_history"] as { content: string }[];
      assert.deepEqual(
        history.map(({ content }) => content.slice(0, 10)),
        ["question 2", "2222222222", "question 3", "3333333333"],
      );
      await run("expertHub.newConversation");
    },
  );
});

function isRawShown(): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some(({ label }) => label.startsWith("Answer from"));
}
