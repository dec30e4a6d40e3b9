import assert from "node:assert/strict";
import { access, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { selectionOf } from "../../../src/features/attachments/editor/selection";
import type { Attachment } from "../../../src/features/conversation/core/attachment";
import type { ConfirmationRequest, Confirmer } from "../../../src/platform/core/confirmer";
import { itWithAll } from "../../support/testSize";
import { ChatTab } from "../support/chatTab";
import { until } from "../support/inputs";
import { active, at, canary, file, Inserting, isDiff, openFile } from "../support/inserting";
import { answerOf, creationOf, diffOf, fence, Reviewing, textOf } from "../support/reviewing";

const changes = fence(
  "diff",
  diffOf("a.ts", "one", "ONE") + diffOf("b.ts", "two", "TWO") + creationOf("new.ts"),
);

const typeMore = async (name: string) => {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(at(name), new vscode.Position(0, 0), "more\n");
  assert.ok(await vscode.workspace.applyEdit(edit));
};

const isThere = (name: string) =>
  access(at(name).fsPath).then(
    () => true,
    () => false,
  );

const tabNamed = (name: string) =>
  vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).find(({ label }) => label === name);

const save = async (name: string) =>
  assert.ok(await (await vscode.workspace.openTextDocument(at(name))).save());

const agreed = 0;

describe("Undo This Answer", () => {
  const reviewing = Reviewing.inSuite();
  /** What the user was asked and told in the chat. */
  let asked: ConfirmationRequest[];
  let told: string[];
  let decide: () => Promise<number | undefined>;
  const held: Confirmer = {
    canAsk: true,
    ask: async (request) => {
      asked.push(request);
      return decide();
    },
    announce: async (sentence) => {
      told.push(sentence);
      return undefined;
    },
  };
  beforeEach(async () => {
    [asked, told] = [[], []];
    decide = async () => agreed;
    await file("a.ts", "one\n");
    await file("b.ts", "two\n");
  });

  const reasons = () =>
    asked.at(-1)?.reasons.map(({ text }) => text.replace(/ at .*?(?=,|$)/, " at …")) ?? [];
  /** What was said then. */
  async function undo(output: string, chat: Confirmer = held): Promise<string | undefined> {
    told = [];
    reviewing().chat = chat;
    await reviewing().feature.answerFiles.undo(answerOf(output), "t");
    reviewing().chat = undefined;
    return told.at(-1);
  }
  const canUndo = () =>
    reviewing().feature.applied.has({ conversationId: "conversation", turnId: "t" });

  /** Reviews all changes of the answer, and applies them. */
  async function applied(output = changes): Promise<void> {
    const done = reviewing().review(output);
    await reviewing().isShown();
    await reviewing().apply();
    assert.equal(await done, true, reviewing().messages.last?.message);
    assert.ok(canUndo());
  }

  const use = (
    action: "insert" | "replace" | "newFile",
    output: string,
    attachment: readonly Attachment[] = [],
  ) => reviewing().feature.output.use(answerOf(output, attachment), { turnId: "t" }, action);

  it("J12 takes every file back, and removes what was created, once they are named", async () => {
    await applied();
    assert.equal(await textOf("a.ts"), "ONE\n");
    assert.equal(await undo(changes), "Undone in 3 files.");
    assert.deepEqual([await textOf("a.ts"), await textOf("b.ts")], ["one\n", "two\n"]);
    assert.equal(await isThere("new.ts"), false);
    assert.equal(asked.length, 1);
    assert.deepEqual([asked[0]?.choices, asked[0]?.no], [["Undo Changes"], "Keep Changes"]);
    const [heading, ...files] = reasons();
    assert.equal(heading, "These files go back to how they were before this answer:");
    assert.deepEqual(files, [
      "inserting/a.ts, changed at …",
      "inserting/b.ts, changed at …",
      "inserting/new.ts, created at …, will be deleted",
    ]);
    await asked[0]?.reasons[1]?.show?.();
    assert.equal(String(active()?.document.uri), String(at("a.ts")));
    assert.equal(canUndo(), false);
    assert.equal(reviewing().view()?.state, "undone");
    assert.match((await undo(changes)) ?? "", /as they were before this answer/);
  });

  /** With what an earlier window has kept. */
  async function reload(): Promise<void> {
    await reviewing().feature.applied.settle();
    reviewing().forget();
    await reviewing().feature.applied.restore();
  }

  it("E7 takes every file back after a reload, but for what was changed since", async () => {
    await applied();
    for (const name of ["a.ts", "b.ts", "new.ts"]) await save(name);
    await reload();
    assert.ok(canUndo());
    await typeMore("b.ts");
    const left = "Not undone, because the text has changed since: inserting/b.ts";
    assert.equal(await undo(changes), `Undone in 2 files. ${left}`);
    assert.deepEqual([await textOf("a.ts"), await textOf("b.ts")], ["one\n", "more\nTWO\n"]);
    assert.equal(await isThere("new.ts"), false);
    await reload();
    assert.ok(canUndo(), "the rest is still kept");
  });

  it("E7 keeps what an answer changes before and after a reload together", async () => {
    await applied(fence("diff", diffOf("a.ts", "one", "ONE")));
    await reload();
    await applied(fence("diff", diffOf("a.ts", "ONE", "1")));
    await reload();
    assert.equal(await undo(changes), "Undone in 1 file.");
    assert.equal(await textOf("a.ts"), "one\n");
    await reload();
    assert.equal(canUndo(), false);
    assert.deepEqual(await readdir(reviewing().undoFolder), []);
  });

  it("E7 says so where what was kept is gone by now", async () => {
    await applied();
    await reload();
    await rm(reviewing().undoFolder, { recursive: true });
    assert.match((await undo(changes)) ?? "", /no longer kept/);
    assert.equal(await textOf("a.ts"), "ONE\n");
    assert.equal(canUndo(), false);
  });

  it("J12 changes nothing if the user declines, and then still offers it", async () => {
    await applied();
    decide = async () => undefined;
    assert.equal(await undo(changes), undefined);
    assert.equal(await textOf("a.ts"), "ONE\n");
    assert.ok(canUndo());
    assert.equal(reviewing().view()?.state, "applied");
  });

  it("J12 leaves a file that was changed since, and names it before and after", async () => {
    await applied();
    await typeMore("b.ts");
    const left = "Not undone, because the text has changed since: inserting/b.ts";
    assert.equal(await undo(changes), `Undone in 2 files. ${left}`);
    assert.deepEqual(reasons().slice(-2), [
      "These files stay as they are:",
      "inserting/b.ts has changed since.",
    ]);
    assert.deepEqual([await textOf("a.ts"), await textOf("b.ts")], ["one\n", "more\nTWO\n"]);
    assert.equal(await isThere("new.ts"), false);
    assert.equal(await undo(changes), left);
    assert.equal(asked.length, 1, "there is nothing to decide");
    assert.ok(canUndo(), "the user may take that change back");
    await openFile(at("b.ts"));
    await vscode.commands.executeCommand("undo");
    await until("it is taken back", async () => (await textOf("b.ts")) === "TWO\n");
    assert.equal(await undo(changes), "Undone in 1 file.");
    assert.equal(await textOf("b.ts"), "two\n");
  });

  it("J12 leaves what changes while the user is asked", async () => {
    await applied();
    decide = async () => {
      await typeMore("a.ts");
      return agreed;
    };
    assert.match((await undo(changes)) ?? "", /^[^]*Undone in 2 files\. .*inserting\/a\.ts$/);
    assert.deepEqual([await textOf("a.ts"), await textOf("b.ts")], ["more\nONE\n", "two\n"]);
  });

  it("J12 says that a file is gone, and misses none that the answer had created", async () => {
    await file("gone.ts", "one\n");
    const output = fence(
      "diff",
      diffOf("gone.ts", "one", "ONE") + diffOf("b.ts", "two", "TWO") + creationOf("new.ts"),
    );
    await applied(output);
    await save("gone.ts");
    for (const name of ["gone.ts", "new.ts"]) await rm(at(name).fsPath);
    assert.equal(await undo(output), "Undone in 1 file. inserting/gone.ts no longer exists.");
    assert.deepEqual(reasons().slice(1, 2), ["inserting/b.ts, changed at …"]);
    assert.equal(await textOf("b.ts"), "two\n");
  });

  it("J12 keeps line ends, the byte order mark, and what was not saved before", async () => {
    await file("marked.ts", "\uFEFFone\r\nlast");
    await openFile(at("a.ts"));
    await typeMore("a.ts");
    const output =
      fence("diff", diffOf("marked.ts", "one", "ONE")) +
      fence("diff", diffOf("a.ts", "one", "ONE"));
    await applied(output);
    await save("marked.ts");
    assert.equal(await readFile(at("marked.ts").fsPath, "utf8"), "\uFEFFONE\r\nlast");
    assert.equal(await undo(output), "Undone in 2 files.");
    await save("marked.ts");
    assert.equal(await readFile(at("marked.ts").fsPath, "utf8"), "\uFEFFone\r\nlast");
    assert.equal(await textOf("a.ts"), "more\none\n");
  });

  itWithAll(
    "J12 takes insertions back together with a review of the same file, the last first",
    async () => {
      await applied();
      const { document } = await openFile(at("a.ts"));
      active()!.selection = new vscode.Selection(1, 0, 1, 0);
      assert.ok(await use("insert", "inserted\n"));
      assert.match(document.getText(), /^ONE\ninserted\n/);
      await openFile(at("new.ts"));
      assert.ok(await use("insert", "inserted\n"));
      assert.equal(await undo(changes), "Undone in 3 files.");
      assert.equal(document.getText(), "one\n");
      assert.equal(await isThere("new.ts"), false);
      await until("no editor is left behind", () => !tabNamed("new.ts"));
    },
  );

  it("J12 takes a replacement back, and is undone itself by one undo", async () => {
    const editor = await openFile(at("a.ts"));
    editor.selection = new vscode.Selection(0, 0, 0, 3);
    const attachment = selectionOf(editor)!;
    reviewing().feature.origins.remember(attachment, editor);
    const replaced = use("replace", "changed", [attachment]);
    await until("the diff is open", () => vscode.window.tabGroups.all.some(isDiff));
    await reviewing().apply();
    assert.equal(await replaced, true);
    assert.equal(await textOf("a.ts"), "changed\n");
    assert.equal(await undo(""), "Undone in 1 file.");
    assert.equal(await textOf("a.ts"), "one\n");
    await openFile(at("a.ts"));
    await vscode.commands.executeCommand("undo");
    await until("it is back", async () => (await textOf("a.ts")) === "changed\n");
  });

  it("J12 closes a new file that was not touched, and leaves one that was", async () => {
    assert.ok(await use("newFile", "first"));
    const first = active()!.document;
    assert.equal(await undo(""), "Undone in 1 file.");
    assert.match(reasons()[1]!, /^Untitled-\d+, created at …, will be closed$/);
    assert.equal(tabNamed(path.basename(first.uri.path)), undefined);
    assert.ok(await use("newFile", "second"));
    const second = active()!;
    await second.edit((edit) => edit.insert(new vscode.Position(0, 0), "mine "));
    assert.match((await undo("")) ?? "", /the text has changed since: Untitled-\d+$/);
    assert.equal(second.document.getText(), "mine second");
  });

  it("J12 asks in a dialog where no chat is in view, in which Enter undoes what was asked for", async () => {
    await applied();
    reviewing().messages.answer("Undo Changes");
    await undo(changes, { ...held, canAsk: false });
    assert.equal(reviewing().messages.last?.message, "Undone in 3 files.");
    const { message, modal, buttons } = reviewing().messages.told[0]!;
    assert.deepEqual(
      [message, modal, buttons],
      ["Undo this answer's changes?", true, ["Undo Changes", "Keep Changes"]],
    );
  });

  it("J12 has nothing left after Undo All, and the chat says so", async () => {
    reviewing().messages.press = ({ message }) =>
      message.startsWith("Applied") ? "Undo All" : undefined;
    const done = reviewing().review(changes);
    await reviewing().isShown();
    await reviewing().apply();
    await done;
    await until("all is undone", () => !canUndo());
    assert.equal(reviewing().view()?.state, "undone");
    assert.equal(await textOf("a.ts"), "one\n");
  });
});

describe("the button that undoes an answer", () => {
  const fixture = Inserting.inSuite();
  let chat: ChatTab;
  afterEach(() => chat.close());

  it("J12 is there while something of the answer is in files, and asks in the chat", async () => {
    const sent = canary();
    const uri = await file("button.txt", `${sent}\n`);
    await fixture().ask(await openFile(uri), sent, "answer");
    chat = await ChatTab.open();
    const { id: turnId } = await chat.settled();
    const said = (canUndo: boolean) =>
      until(`it is told: ${canUndo}`, () =>
        chat.heard.some(
          (one) => "event" in one && one.event === "undoable" && one.canUndo === canUndo,
        ),
      );
    await openFile(uri);
    await fixture().use("expertHub.insertOutput");
    await said(true);
    // Its document went when the file came to the front.
    chat.said.length = 0;
    chat.panel.reveal();
    await until("the chat is back", () => chat.said.includes("up"));
    const { result } = (await chat.last())!;
    assert.ok(result.state === "done" && result.answer.canUndo === true);
    const undone = chat.call("undoAnswer", { turnId });
    let questionId = "";
    await until("it is asked", async () => {
      const { pending } = (await chat.view()).pageState;
      if (pending) questionId = pending.id;
      return pending?.reasons[1]?.text.startsWith("inserting/button.txt, changed at ") === true;
    });
    await chat.call("decide", { questionId, choice: 0 });
    await undone;
    assert.equal((await chat.told())?.sentence, "Undone in 1 file.");
    assert.equal(await textOf("button.txt"), `${sent}\n`);
    await said(false);
  });
});
