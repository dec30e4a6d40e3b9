import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { workbench } from "../../support/builtInExperts";
import { WindowConversations } from "../../support/windowConversations";
import { DiskFiles } from "../../../src/platform/editor/diskFiles";
import { questionsTo, startHub, type TestHub } from "../support/hub";
import { answering, hideChat, nextMessage, until } from "../support/inputs";
import { Messages } from "../support/messages";

interface Caller {
  ask(args?: unknown): Promise<{ conversationId: string; output: string }>;
  readonly storage: string;
}

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

/** Answers the next dialog. */
function choosing(
  dialog: "showSaveDialog" | "showOpenDialog" | "showQuickPick",
  answer: unknown,
): void {
  const original = vscode.window[dialog];
  Object.assign(vscode.window, {
    [dialog]: () => {
      Object.assign(vscode.window, { [dialog]: original });
      return Promise.resolve(answer);
    },
  });
}

/** Answers what the next export asks. */
function exportingTo(target: vscode.Uri): void {
  choosing("showQuickPick", { format: { name: "as named", extension: "md" } });
  choosing("showSaveDialog", target);
}

describe("conversations that are saved", () => {
  let hub: TestHub;
  let caller: Caller;
  let folder: string;
  let exports: string;
  const windows: WindowConversations[] = [];

  before(async () => {
    hub = await startHub();
    await answering([hub.baseUrl, hub.key], () => run("expertHub.connect"));
    for (const id of hub.expertIds) await run("expertHub.addExpert", id);
    const extension = vscode.extensions.getExtension<Caller>("expert-hub-tests.caller");
    if (!extension) throw new Error("the other extension is not here");
    caller = await extension.activate();
    folder = path.join(path.dirname(caller.storage), "expert-hub.expert-hub", "conversations");
    exports = await mkdtemp(path.join(os.tmpdir(), "exports-"));
  });
  beforeEach(() => run("expertHub.newConversation"));
  after(async () => {
    for (const window of windows) window.dispose();
    await rm(exports, { recursive: true });
    await hub.close();
  });

  /** Another window on the same folder. */
  function otherWindow(): WindowConversations {
    const conversations = new WindowConversations(new DiskFiles(folder));
    windows.push(conversations);
    return conversations;
  }

  const ask = (input: string) => caller.ask({ expertId: workbench, input });
  /** Without files that are still being written: they are renamed once complete. */
  const files = async () => (await readdir(folder)).filter((name) => !name.endsWith(".tmp"));

  async function texts(): Promise<string> {
    const read = (await files()).map((name) => readFile(path.join(folder, name), "utf8"));
    return (await Promise.all(read)).join("\n");
  }

  it("are there in another window as they happen, and hold no key", async () => {
    const { conversationId, output } = await ask("1 + 1");
    await ask("2 + 2");
    const other = otherWindow();
    await until("both answers are saved", async () => {
      const back = await other.open(conversationId);
      await other.refresh();
      return back?.turns.filter(({ result }) => result.state === "done").length === 2;
    });
    const [first] = (await other.open(conversationId))?.turns ?? [];
    assert.equal(first?.result.state === "done" && first.result.received.value.output, output);
    assert.equal((await texts()).includes(hub.key), false);
    assert.deepEqual((await other.saved.list()).map(({ title }) => title).slice(0, 1), ["1 + 1"]);
  });

  it("P6 go on in this window with what another one added", async () => {
    const { conversationId } = await ask("3 + 3");
    const other = otherWindow();
    let theirs = await other.open(conversationId);
    await until("it is saved", async () => {
      theirs ??= await other.open(conversationId);
      await other.refresh();
      return theirs?.lastAnswered !== undefined;
    });
    const [turn] = theirs?.turns ?? [];
    assert.ok(turn);
    theirs?.put({ ...turn, id: crypto.randomUUID() });
    await other.settle();
    await until("the next question carries both", async () => {
      await ask("4 + 4");
      const history = questionsTo(hub).at(-1)?.["conversation_history"] as { content: string }[];
      return history.filter(({ content }) => content === "3 + 3").length === 2;
    });
    await until("the other one has it as well", async () => {
      await other.refresh();
      return theirs?.turns.some(({ question }) => question.typed === "4 + 4") === true;
    });
  });

  it("are opened again, and asked on with the same session", async () => {
    const { conversationId } = await ask("5 + 5");
    const session = questionsTo(hub).at(-1)?.["session_id"];
    await run("expertHub.newConversation");
    await run("expertHub.openConversation", conversationId);
    const again = await ask("6 + 6");
    assert.equal(again.conversationId, conversationId);
    assert.equal(questionsTo(hub).at(-1)?.["session_id"], session);
  });

  it("renames a saved conversation", async () => {
    const { conversationId } = await ask("7 + 7");
    await answering(["Sevens"], () => run("expertHub.renameConversation", conversationId));
    await until(
      "its title is saved",
      async () => (await otherWindow().open(conversationId))?.title === "Sevens",
    );
  });

  it("D5 are gone at once, with the offer to undo it, and for good without", async () => {
    const words = `words${crypto.randomUUID().slice(0, 8)}`;
    const { conversationId } = await ask(`repeat: 8 + 8 ${words}`);
    await until("it is saved", async () => (await texts()).includes(words));
    const messages = new Messages();
    try {
      await run("expertHub.deleteConversation", conversationId);
      await until("it is said", () => messages.told.length > 0);
      assert.deepEqual(
        messages.told.map(({ modal, buttons }) => [modal, ...buttons]),
        [[false, "Undo"]],
      );
    } finally {
      messages.restore();
    }
    assert.equal((await texts()).includes(words), false);
    await hideChat();
    const missing = new Messages();
    try {
      await run("expertHub.openConversation", conversationId);
      assert.match(missing.last?.message ?? "", /no longer exists/);
      assert.deepEqual(missing.last?.buttons, [], "nothing can bring it back");
    } finally {
      missing.restore();
    }
    assert.notEqual((await ask("9 + 9")).conversationId, conversationId);
  });

  it("Q10 go to Markdown and JSON without session and user id, and come back from JSON as another one", async () => {
    const { conversationId, output } = await ask("10 + 10");
    const markdown = vscode.Uri.file(path.join(exports, "tens.md"));
    const json = vscode.Uri.file(path.join(exports, "tens.json"));
    for (const target of [markdown, json]) {
      exportingTo(target);
      await hideChat();
      const told = nextMessage("showInformationMessage");
      await run("expertHub.exportConversation", conversationId);
      assert.match(await told, /^Exported as tens\./);
    }
    assert.ok((await readFile(markdown.fsPath, "utf8")).includes(output));
    const before = new Set(await files());
    choosing("showOpenDialog", [json]);
    await run("expertHub.importConversation");
    const [added = "", ...more] = (await files()).filter((name) => !before.has(name));
    assert.deepEqual(more, []);
    const id = added.replace(".jsonl", "");
    assert.notEqual(id, conversationId);
    const other = otherWindow();
    const [copy, original] = [await other.open(id), await other.open(conversationId)];
    const [sent] = (original?.turns ?? []).map((turn) => turn.sent);
    assert.ok(sent?.endpoint === "invoke_agent");
    const { session_id: session = "", user_id: user = "", ...body } = sent.body;
    assert.ok(session.length > 20 && user.length > 5, `session ${session} of ${user}`);
    for (const target of [markdown, json]) {
      const text = await readFile(target.fsPath, "utf8");
      for (const own of [session, user, hub.key, folder, os.homedir(), os.tmpdir()])
        assert.equal(text.includes(own), false, own);
    }
    // The balance is requested after the answer, and may arrive after the export.
    const settled = copy?.turns.map((turn) => ({ ...turn, approximateTokens: undefined }));
    assert.deepEqual(
      settled,
      original?.turns.map((turn) => ({
        ...turn,
        sent: { ...turn.sent, body },
        approximateTokens: undefined,
      })),
    );
    assert.equal((await ask("11 + 11")).conversationId, id, "it is not shown");
  });

  it("Q10 tell nobody the user's id, also where no question brought it to the hub", async () => {
    await ask("12 + 12");
    const user = String(questionsTo(hub).at(-1)?.["user_id"]);
    const settings = vscode.workspace.getConfiguration("expertHub");
    await settings.update("sendUserId", false, vscode.ConfigurationTarget.Global);
    try {
      await run("expertHub.newConversation");
      const { conversationId } = await ask(`repeat: 13 + 13 for ${user}`);
      assert.equal(questionsTo(hub).at(-1)?.["user_id"], undefined);
      const target = vscode.Uri.file(path.join(exports, "nobody.json"));
      exportingTo(target);
      await run("expertHub.exportConversation", conversationId);
      const text = await readFile(target.fsPath, "utf8");
      assert.match(text, /13 \+ 13 for /);
      assert.equal(text.includes(user), false);
    } finally {
      await settings.update("sendUserId", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it("are not made from files that hold something else, nor from those beside one", async () => {
    const { conversationId } = await ask("12 + 12");
    const sound = vscode.Uri.file(path.join(exports, "sound.json"));
    exportingTo(sound);
    await run("expertHub.exportConversation", conversationId);
    const wrong = path.join(exports, "wrong.json");
    await writeFile(wrong, '{"format":"expert-hub-conversation","version":2,"id":"../../x"}');
    const before = await files();
    for (const chosen of [[], [sound]]) {
      choosing("showOpenDialog", [...chosen, vscode.Uri.file(wrong)]);
      await hideChat();
      const told = nextMessage("showErrorMessage");
      await run("expertHub.importConversation");
      assert.match(await told, /^The file was not imported: /);
      assert.deepEqual(await files(), before);
    }
  });
});
