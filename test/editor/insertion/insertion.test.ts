import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { Conversation } from "../../../src/features/conversation/core/conversation";
import type { Turn } from "../../../src/features/conversation/core/turn";
import { print } from "../../support/corpora";
import { itWithAll, sized, some } from "../../support/testSize";
import { ChatTab } from "../support/chatTab";
import { until } from "../support/inputs";
import {
  active,
  at,
  canary,
  file,
  Inserting,
  isDiff,
  openFile,
  run,
  untitled,
} from "../support/inserting";
import { insertionFeature } from "../support/insertionFeature";
import type { Disposable } from "../../../src/kit/disposable";

const offers = ["Show Diff", "Copy", "New File"];

describe("inserting an answer", () => {
  const fixture = Inserting.inSuite();
  const ask: Inserting["ask"] = (...args) => fixture().ask(...args);
  const askWith: Inserting["askWith"] = (...args) => fixture().askWith(...args);
  const use: Inserting["use"] = (command) => fixture().use(command);
  const replace: Inserting["replace"] = (meanwhile) => fixture().replace(meanwhile);
  const offered: Inserting["offered"] = (command) => fixture().offered(command);

  it("I1 replaces exactly what was sent; one undo restores text and selection", async () => {
    const sent = canary();
    const editor = await untitled(`first\n  ${sent} tail\nlast\n`);
    await ask(editor, sent, "exact");
    const asked = editor.selection;
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await replace();
    assert.equal(editor.document.getText(), "first\n  exact tail\nlast\n");
    await vscode.window.showTextDocument(editor.document);
    await run("undo");
    assert.equal(editor.document.getText(), `first\n  ${sent} tail\nlast\n`);
    assert.ok(active()?.selection.isEqual(asked), JSON.stringify(active()?.selection));
    assert.deepEqual(
      fixture().messages.told.filter(({ buttons }) => buttons.includes("Copy")),
      [],
    );
  });

  it("I1 replaces code by the only code block of an answer, and prose by all of it", async () => {
    const answer = "It is doubled:\n\n```python\nGIB = 2\n```\n\nThe rest stays.";
    for (const [name, replaced] of [
      ["sizes.py", "GIB = 2"],
      ["sizes.md", answer],
    ] as const) {
      const sent = canary();
      const editor = await openFile(await file(name, `${sent}\n`));
      await ask(editor, sent, answer);
      await replace();
      assert.equal(active()?.document.getText(), `${replaced}\n`);
    }
  });

  it("I2 replaces the right text after edits before and behind it, also while the diff is shown", async () => {
    const sent = canary();
    const editor = await untitled(`a\n${sent}\nb\n${sent}\nc\n`);
    await ask(editor, sent, "new");
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(0, 0), "one\n");
      edit.replace(new vscode.Range(2, 0, 2, 1), "B B");
    });
    await replace(async () => {
      const change = new vscode.WorkspaceEdit();
      change.insert(editor.document.uri, new vscode.Position(0, 0), `${sent}\n`);
      assert.ok(await vscode.workspace.applyEdit(change));
    });
    assert.equal(editor.document.getText(), `${sent}\none\na\nnew\nB B\n${sent}\nc\n`);
  });

  const changes: Record<string, (editor: vscode.TextEditor, sent: string) => Thenable<boolean>> = {
    changed: (editor) => editor.edit((edit) => edit.insert(new vscode.Position(0, 4), "9")),
    deleted: (editor, { length }) =>
      editor.edit((edit) => edit.delete(new vscode.Range(0, 0, 0, length))),
  };
  for (const [name, change] of some(Object.entries(changes), 1))
    it(`A6 I3 offers to compare, cursor, copy and a new file for a text that was ${name}`, async () => {
      const sent = canary();
      const editor = await untitled(`${sent}\nrest\n`);
      await ask(editor, sent, "answer");
      await change(editor, sent);
      const before = editor.document.getText();
      assert.deepEqual(await offered("expertHub.replaceSelection"), [
        "Compare",
        "Insert at Cursor",
        "Copy",
        "New File",
      ]);
      assert.equal(editor.document.getText(), before);
      fixture().messages.answer("Copy");
      await use("expertHub.replaceSelection");
      assert.equal(await vscode.env.clipboard.readText(), "answer");
      fixture().messages.answer("New File");
      await use("expertHub.replaceSelection");
      assert.equal(active()?.document.getText(), "answer");
      assert.equal(active()?.document.isUntitled, true);
      assert.equal(editor.document.getText(), before);
      fixture().messages.answer("Insert at Cursor");
      const shown = await vscode.window.showTextDocument(editor.document);
      shown.selection = new vscode.Selection(1, 4, 1, 4);
      await use("expertHub.replaceSelection");
      assert.equal(editor.document.getText(), before.replace("rest", "restanswer"));
      fixture().messages.answer("Compare");
      await replace();
      assert.equal(editor.document.getText(), before.replace(/^.*\nrest/, "answer\nrestanswer"));
    });

  it("I4 reopens a file that was closed, and inserts behind what was sent, in no other file", async () => {
    const sent = canary();
    const uri = await file("closed.txt", `one\n${sent}\ntwo\n`);
    const { document } = await openFile(uri);
    await ask(active()!, sent, " inserted");
    await run("workbench.action.closeActiveEditor");
    await until("the document is closed", () => document.isClosed);
    const other = await untitled("another file in front");
    await use("expertHub.insertOutput");
    assert.equal(String(active()?.document.uri), String(uri));
    assert.equal(active()?.document.getText(), `one\n${sent} inserted\ntwo\n`);
    assert.equal(active()?.document.getText(active()?.selection), "", "something is selected");
    assert.deepEqual(active()?.selection.active, new vscode.Position(1, `${sent} inserted`.length));
    assert.equal(other.document.getText(), "another file in front");
    await run("undo");
    await replace();
    assert.equal(active()?.document.getText(), "one\n inserted\ntwo\n");
    assert.equal(await readFile(uri.fsPath, "utf8"), `one\n${sent}\ntwo\n`, "it was saved");
  });

  it("I1 leaves the cursor behind what was inserted, and selects nothing", async () => {
    const sent = canary();
    const editor = await untitled(`one\n${sent}\ntwo\n`);
    await ask(editor, sent, "inserted");
    editor.selection = new vscode.Selection(0, 3, 0, 3);
    await use("expertHub.insertOutput");
    assert.equal(editor.document.getText(), `oneinserted\n${sent}\ntwo\n`);
    const cursor = new vscode.Position(0, "oneinserted".length);
    assert.deepEqual(editor.selection, new vscode.Selection(cursor, cursor));
  });

  it("I9 asks once about hidden characters before it replaces", async () => {
    const sent = canary();
    const editor = await untitled(`${sent}\n`);
    await ask(editor, sent, "a\u200Bb");
    fixture().messages.press = ({ modal }) => (modal ? "Use Without Them" : undefined);
    const replaced = use("expertHub.replaceSelection");
    await until("the diff is open", () => vscode.window.tabGroups.all.some(isDiff));
    await run("expertHub.applyChanges");
    await replaced;
    assert.equal(editor.document.getText(), "ab\n");
    const questions = fixture().messages.told.filter(({ modal }) => modal);
    assert.deepEqual(
      questions.map(({ detail }) => detail),
      ["U+200B on line 1"],
    );
  });

  it("I4 puts nothing into a closed file whose text is another by now", async () => {
    const sent = canary();
    const uri = await file("rewritten.txt", `${sent}\n`);
    const { document } = await openFile(uri);
    await ask(active()!, sent, "answer");
    await run("workbench.action.closeActiveEditor");
    await until("the document is closed", () => document.isClosed);
    await writeFile(uri.fsPath, "something else\n");
    for (const command of ["expertHub.insertOutput", "expertHub.replaceSelection"])
      assert.deepEqual(await offered(command), [
        "Show Diff",
        "Insert at Cursor",
        "Copy",
        "New File",
      ]);
    assert.equal(
      vscode.workspace.textDocuments.some(({ isDirty }) => isDirty),
      false,
    );
  });

  itWithAll("I4 offers diff, copy and a new file where the file was deleted", async () => {
    const sent = canary();
    const uri = await file("deleted.txt", `${sent}\n`);
    await openFile(uri);
    await ask(active()!, sent, "answer");
    await vscode.workspace.fs.delete(uri);
    await run("workbench.action.closeAllEditors");
    const other = await untitled("another file in front");
    for (const command of ["expertHub.insertOutput", "expertHub.replaceSelection"]) {
      assert.deepEqual(await offered(command), offers);
      assert.match(fixture().messages.last?.message ?? "", /deleted\.txt is no longer open/);
    }
    fixture().messages.answer("Copy");
    await use("expertHub.insertOutput");
    assert.equal(await vscode.env.clipboard.readText(), "answer");
    assert.equal(other.document.getText(), "another file in front");
    await assert.rejects(readFile(uri.fsPath));
  });

  it("I4 I5 puts nothing into whatever file is open where the one that was asked about is not known", async () => {
    const { document } = await untitled("another file in front");
    const attachment = { id: "lost", text: "x", languageId: "", label: "lost.txt", detail: "" };
    const question = { typed: "", expertId: 2, attachments: [attachment] };
    const value = { output: "answer", intermediate_steps: [] };
    const turn: Turn = {
      id: "t",
      question,
      sent: { endpoint: "invoke_agent", body: {} },
      askedAt: 0,
      asked: { expertId: 2, expertName: "Engineer", hubScope: "", builtIn: false },
      result: { state: "done", received: { value, raw: value, bytes: 1, elapsedMs: 1 } },
    };
    const conversation = new Conversation();
    conversation.put(turn);
    const owned: Disposable[] = [];
    const { output } = insertionFeature((one) => {
      owned.push(one);
      return one;
    });
    const insert = () => output.use(conversation, { turnId: "t" }, "insert");
    await insert();
    assert.equal(document.getText(), "another file in front");
    assert.match(
      fixture().messages.last?.message ?? "",
      /source of this question is no longer known/,
    );
    const [cursor = "", ...others] = fixture().messages.last?.buttons ?? [];
    assert.match(cursor, /^Insert at Cursor in Untitled-\d+$/);
    assert.deepEqual(others, ["Copy", "New File"]);
    fixture().messages.answer(cursor);
    await insert();
    assert.equal(document.getText(), "answeranother file in front");
    for (const one of owned) one.dispose();
  });

  itWithAll("I4 follows a file that is renamed, and one whose folder is", async () => {
    const sent = canary();
    await file("old/name.txt", `${sent}\n`);
    await openFile(at("old/name.txt"));
    await ask(active()!, sent, "answer");
    for (const [from, to] of [
      ["old/name.txt", "old/renamed.txt"],
      ["old", "new"],
    ] as const) {
      const rename = new vscode.WorkspaceEdit();
      rename.renameFile(at(from), at(to));
      assert.ok(await vscode.workspace.applyEdit(rename));
    }
    await file("old/name.txt", `${sent}\n`);
    await replace();
    assert.equal(active()?.document.uri.fsPath, at("new/renamed.txt").fsPath);
    assert.equal(active()?.document.getText(), "answer\n");
    assert.equal(await readFile(at("old/name.txt").fsPath, "utf8"), `${sent}\n`);
  });

  itWithAll("I4 replaces nothing in a file that was reverted to other text", async () => {
    const sent = canary();
    const uri = await file("reverted.txt", "as saved\n");
    const editor = await openFile(uri);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), `${sent}\n`));
    await ask(editor, sent, "answer");
    await run("workbench.action.files.revert");
    await until("it is reverted", () => !editor.document.isDirty);
    assert.ok((await offered("expertHub.replaceSelection")).includes("Insert at Cursor"));
    assert.equal(editor.document.getText(), "as saved\n");
  });

  itWithAll(
    "I4 replaces in a file that has its text again after another program changed it",
    async () => {
      const sent = canary();
      const text = `a\n${sent}\nb\n${sent}\nc\n`;
      const uri = await file("restored.txt", text);
      const editor = await openFile(uri);
      await ask(editor, sent, "answer");
      for (const content of ["z\nanother\nc\n", text]) {
        await writeFile(uri.fsPath, content);
        await until("it is read", () => editor.document.getText() === content);
      }
      await replace();
      assert.equal(editor.document.getText(), `a\nanswer\nb\n${sent}\nc\n`);
    },
  );

  itWithAll("I4 replaces in a document whose language was changed", async () => {
    const sent = canary();
    const editor = await untitled(`${sent}\n`);
    await ask(editor, sent, "answer");
    await vscode.languages.setTextDocumentLanguage(editor.document, "json");
    await active()?.edit((edit) => edit.insert(new vscode.Position(0, 0), "\n"));
    await replace();
    assert.equal(editor.document.getText(), "\nanswer\n");
  });

  itWithAll("I4 takes no other untitled document for the one that was closed", async () => {
    const sent = canary();
    const { document } = await untitled(`${sent}\n`);
    await ask(active()!, sent, "answer");
    await run("workbench.action.revertAndCloseActiveEditor");
    await until("it is closed", () => document.isClosed);
    const other = await untitled(`${sent}\n`);
    assert.equal(String(other.document.uri), String(document.uri), "the name is not used again");
    for (const command of ["expertHub.insertOutput", "expertHub.replaceSelection"])
      assert.deepEqual(await offered(command), offers);
    assert.equal(other.document.getText(), `${sent}\n`);
  });

  it("I6 refuses with a reason where the document cannot be changed, and copies", async () => {
    const sent = canary();
    const provided = vscode.workspace.registerTextDocumentContentProvider("git-test", {
      provideTextDocumentContent: () => `${sent}\n`,
    });
    const uri = vscode.Uri.from({ scheme: "git-test", path: "/read-only.txt" });
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      await ask(await vscode.window.showTextDocument(document), sent, "answer");
      for (const act of [() => use("expertHub.insertOutput"), () => replace()]) {
        fixture().messages.answer("Copy");
        await vscode.env.clipboard.writeText("");
        await act();
        const refusal = fixture().messages.told.find(({ buttons }) => buttons.includes("Copy"));
        assert.match(refusal?.message ?? "", /read-only\.txt cannot be changed/);
        assert.equal(await vscode.env.clipboard.readText(), "answer");
      }
      assert.equal(document.getText(), `${sent}\n`);
    } finally {
      provided.dispose();
    }
  });

  itWithAll("I6 puts nothing into the left side of a diff", async () => {
    const sent = canary();
    const scheme = "git-left";
    const provided = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: () => `${sent}\n`,
    });
    try {
      const left = vscode.Uri.from({ scheme, path: "/side.txt" });
      const right = await file("side.txt", "right\n");
      await run("vscode.diff", left, right);
      await run("workbench.action.compareEditor.focusPrimarySide");
      await run("workbench.action.compareEditor.focusSecondarySide");
      await until("the left side has the cursor", () => active()?.document.uri.scheme === scheme);
      const toLeft = "workbench.action.compareEditor.focusSecondarySide";
      await ask(active()!, sent, "answer", toLeft);
      assert.ok((await offered("expertHub.insertOutput")).includes("Copy"));
      assert.match(fixture().messages.last?.message ?? "", /side\.txt cannot be changed/);
      assert.equal(await readFile(right.fsPath, "utf8"), "right\n");
    } finally {
      provided.dispose();
    }
  });

  const inFront: Record<string, () => Thenable<unknown>> = {
    "an output channel": () => run("expertHub.showLog"),
    "the settings editor": () => run("workbench.action.openSettings"),
    "no editor": () => run("workbench.action.closeAllEditors"),
  };
  for (const [name, open] of some(Object.entries(inFront), 1))
    it(`I6 says that there is no file, and copies, with ${name} in front`, async () => {
      await ask(await untitled(canary()), "SEL", "answer");
      await run("workbench.action.revertAndCloseActiveEditor");
      await run("workbench.action.closeAllEditors");
      fixture().hub.output = () => "typed answer";
      await run("expertHub.newConversation");
      await run("workbench.action.closeAuxiliaryBar");
      await run("expertHub.ask", { expertId: 1, input: canary() });
      await open();
      fixture().messages.answer("Copy");
      await use("expertHub.insertOutput");
      assert.match(fixture().messages.last?.message ?? "", /There is no open file to insert into/);
      assert.deepEqual(fixture().messages.last?.buttons, ["Copy", "New File"]);
      assert.equal(await vscode.env.clipboard.readText(), "typed answer");
      await run("workbench.action.closePanel");
    });

  itWithAll("I6 inserts into the cell of a notebook where it stands", async () => {
    const sent = canary();
    const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, `${sent}\n`, "python");
    const notebook = await vscode.workspace.openNotebookDocument(
      "jupyter-notebook",
      new vscode.NotebookData([cell]),
    );
    await vscode.window.showNotebookDocument(notebook);
    await run("notebook.cell.edit");
    const { document } = notebook.cellAt(0);
    await until("the cell has the cursor", () => active()?.document === document);
    await ask(active()!, sent, "answer");
    await use("expertHub.insertOutput");
    assert.equal(document.getText(), "answer\n");
    assert.equal(notebook.cellCount, 1);
    assert.deepEqual(fixture().messages.told, []);
  });

  it("I7 shows what was joined, and inserts at the primary cursor alone", async () => {
    const [one, two, three] = [canary(), canary(), canary()];
    const editor = await untitled(`${one}\n${two}\n${three}\n`);
    editor.selections = [1, 0, 2].map((line) => new vscode.Selection(line, 0, line, one.length));
    await askWith("answer");
    const { input_data: input } = JSON.parse(fixture().hub.bodies.at(-1) ?? "{}") as {
      input_data: string;
    };
    assert.equal(input, [one, two, three].join("\n"));
    await use("expertHub.replaceSelection");
    assert.match(fixture().messages.last?.message ?? "", /not asked about a single selection/);
    assert.equal(editor.document.getText(), `${one}\n${two}\n${three}\n`);
    await use("expertHub.insertOutput");
    assert.equal(editor.document.getText(), `${one}\nanswer\n${three}\n`);
    const attachment = (await (await ChatTab.open()).last())?.attachments[0];
    assert.match(attachment?.label ?? "", /^Untitled-\d+:1, 2, 3$/);
  });

  const lineEnds: Record<string, [file: string, answer: string, expected: string]> = {
    "LF into a CRLF file": ["a\r\n@\r\nz\r\n", "1\n2\n3", "a\r\n1\r\n2\r\n3\r\nz\r\n"],
    "CRLF into an LF file": ["a\n@\nz\n", "1\r\n2\r\n3", "a\n1\n2\n3\nz\n"],
    "lone CR into an LF file": ["a\n@\nz\n", "1\r2\r3", "a\n1\n2\n3\nz\n"],
    "mixed ones into a CRLF file": ["a\r\n@\r\nz", "1\r2\n3\r\n4", "a\r\n1\r\n2\r\n3\r\n4\r\nz"],
    "a file with no final newline": ["a\n@", "1\n2", "a\n1\n2"],
    "U+2028, which ends no line": ["a\n@\nz\n", "1\u20282\u20293", "a\n1\u20282\u20293\nz\n"],
  };
  for (const [name, [content, answer, expected]] of some(Object.entries(lineEnds), 1))
    it(`I8 keeps the file's line ends: ${name}`, async () => {
      const editor = await openFile(await file("ends.txt", content));
      await ask(editor, "@", answer);
      const { eol } = editor.document;
      await use("expertHub.insertOutput");
      assert.equal(editor.document.getText(), expected);
      assert.equal(editor.document.eol, eol);
      assert.deepEqual(fixture().messages.told, []);
      await run("undo");
      assert.equal(editor.document.getText(), content);
    });

  it("I8 changes no other line of a file whose line ends are mixed", async () => {
    const editor = await openFile(await file("mixed.txt", "a\r\nb\n@\r\nz\n\r\n"));
    const before = editor.document.getText();
    const end = editor.document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
    await ask(editor, "@", "1\n2\r3");
    await use("expertHub.insertOutput");
    assert.equal(editor.document.getText(), before.replace("@", `1${end}2${end}3`));
    await run("undo");
    assert.equal(editor.document.getText(), before);
  });

  it("I11 inserts what looks like a snippet as it is", async () => {
    const answer = "$1 ${2:x} ${CLIPBOARD} ${TM_FILEPATH} $0 \\$ `!v` ${1|a,b|}";
    await vscode.env.clipboard.writeText("from the clipboard");
    const editor = await untitled("@\n");
    await ask(editor, "@", answer);
    await use("expertHub.insertOutput");
    assert.equal(editor.document.getText(), `${answer}\n`);
    await run("undo");
    await replace();
    assert.equal(editor.document.getText(), `${answer}\n`);
  });

  const risky: Record<string, RegExp> = {
    ".vscode/settings.json": /VS Code run programs/,
    ".vscode/tasks.json": /which programs to run/,
    ".vscode/launch.json": /which programs to run/,
    "my.code-workspace": /VS Code run programs/,
    ".git/hooks/pre-commit": /Git run programs/,
    ".git/config": /Git run programs/,
    "package.json": /scripts that run/,
    ".github/workflows/build.yml": /build server/,
    ".bashrc": /a shell starts/,
    ".zshenv": /a shell starts/,
    ".profile": /a shell starts/,
    "fish/config.fish": /a shell starts/,
    "Microsoft.PowerShell_profile.ps1": /a shell starts/,
    ".VSCODE/Tasks.json": /which programs to run/,
  };
  it("I12 asks before it changes a file that makes programs run, naming the risk, and saves none", async () => {
    fixture().hub.output = () => "answer";
    await run("expertHub.newConversation");
    await run("expertHub.ask", { expertId: 1, input: canary() });
    await untitled("beside the chat");
    const tab = await ChatTab.open();
    const files = some(Object.entries(risky), 3);
    for (const [name, risk] of files) {
      const content = `// ${name}\n`;
      const options = { viewColumn: vscode.ViewColumn.One, preview: false };
      const editor = await vscode.window.showTextDocument(await file(name, content), options);
      editor.selection = new vscode.Selection(0, 2, 0, 2);
      for (const button of [undefined, "Insert"]) {
        const inserted = run("expertHub.insertOutput");
        const { sentence, choices, enterAgrees } = await tab.decide(button);
        assert.match(sentence, risk, name);
        assert.ok(sentence.includes(path.posix.basename(name)), sentence);
        assert.deepEqual([choices, enterAgrees], [["Insert"], undefined], "Enter must be safe");
        assert.equal(editor.document.getText(), content, `${name} was changed before the yes`);
        await inserted;
      }
      assert.equal(editor.document.getText(), content.replace("//", "//answer"), name);
      assert.equal(editor.document.isDirty, true, `${name} was saved`);
      assert.equal(await readFile(editor.document.uri.fsPath, "utf8"), content);
      await run("workbench.action.revertAndCloseActiveEditor");
    }
    tab.close();
    print(`${files.length} risky files`);
  });

  const megabytes = sized(2, 5);
  it(`I14 asks before it inserts ${megabytes} MB, and is done soon after the yes`, async () => {
    const line = "A line of an answer that is much too long for anybody to read.\n";
    const answer = line.repeat(Math.ceil((megabytes * 1024 * 1024) / line.length));
    const { document } = await untitled("@\n");
    await ask(await vscode.window.showTextDocument(document), "@", answer);
    for (const command of ["insertOutput", "replaceSelection", "newFileFromOutput"]) {
      await use(`expertHub.${command}`);
      assert.ok(fixture().messages.last?.message.includes(`The answer is large: ${megabytes} MB`));
      assert.deepEqual(fixture().messages.last?.buttons, ["Insert", "Do Not Insert"]);
      assert.equal(document.getText(), "@\n");
    }
    const plain = await untitled("@\n");
    const began = performance.now();
    await plain.edit((edit) => edit.insert(new vscode.Position(0, 1), answer));
    const plainMs = performance.now() - began;
    const editor = await vscode.window.showTextDocument(document);
    fixture().messages.answer("Insert");
    const started = performance.now();
    await use("expertHub.insertOutput");
    const elapsedMs = performance.now() - started;
    print(
      `${megabytes} MB inserted in ${elapsedMs.toFixed(0)} ms, ${plainMs.toFixed(0)} ms plainly`,
    );
    assert.ok(elapsedMs < Math.max(3_000, 6 * plainMs), `${elapsedMs} ms`);
    assert.equal(document.getText(), answer);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "usable "));
    assert.equal(document.lineAt(0).text.startsWith("usable A line"), true);
  });
});
