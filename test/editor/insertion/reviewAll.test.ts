import assert from "node:assert/strict";
import { access, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { selectionOf } from "../../../src/features/attachments/editor/selection";
import { until } from "../support/inputs";
import { active, at, file, openFile, run } from "../support/inserting";
import {
  answerOf,
  creationOf,
  diffOf,
  fence,
  Reviewing,
  right,
  saved,
  tab,
  textOf,
  type,
  unnumbered,
} from "../support/reviewing";
import { itWithAll } from "../../support/testSize";

const changeOf = (name: string, ...at: number[]) =>
  `--- a/inserting/${name}\n+++ b/inserting/${name}\n${at
    .map((n) => `@@ -${n + 1} +${n + 1} @@\n-line ${n}\n+LINE ${n}\n`)
    .join("")}`;

const thirtyLines = Array.from({ length: 30 }, (_, n) => `line ${n}\n`).join("");
const sevenHunks = () => {
  const answer = changeOf("x.ts", 2, 12, 22) + changeOf("y.ts", 0, 29) + changeOf("z.ts", 5, 15);
  return { text: thirtyLines, answer: fence("diff", answer) };
};

/** Labels of the files that the user is asked to pick from, who picks the one with this end. */
function pickFiles(end?: string): string[][] {
  const offered: string[][] = [];
  Object.assign(vscode.window, {
    showQuickPick: async (rows: vscode.QuickPickItem[]) => {
      offered.push(rows.map(({ label }) => label).toSorted());
      return end === undefined ? undefined : rows.find(({ label }) => label.endsWith(end));
    },
  });
  return offered;
}

describe("a review of all changes of an answer", () => {
  const reviewing = Reviewing.inSuite();
  const { showQuickPick } = vscode.window;
  afterEach(() => void Object.assign(vscode.window, { showQuickPick }));

  it("I1 I3 applies a diff over several files, and one undo restores one of them", async () => {
    await file("a.ts", "one\n");
    await file("b.ts", "two\r\n");
    const created = creationOf("new/c.ts");
    const answer = fence(
      "diff",
      diffOf("a.ts", "one", "ONE") + diffOf("b.ts", "two", "TWO") + created,
    );
    const done = reviewing().review(answer);
    await reviewing().isShown();
    assert.deepEqual(reviewing().view()?.notPlaced, []);
    assert.equal(reviewing().view()?.all, 3);
    assert.equal(await textOf("a.ts"), "one\n");
    await reviewing().apply();
    assert.equal(await done, true, reviewing().messages.last?.detail);
    assert.equal(await textOf("a.ts"), "ONE\n");
    assert.equal(await textOf("b.ts"), "TWO\r\n");
    assert.equal(await readFile(at("new/c.ts").fsPath, "utf8"), "three\n");
    assert.doesNotMatch(tab()?.label ?? "", /Changes by/);
    await openFile(at("a.ts"));
    await run("undo");
    assert.equal(await textOf("a.ts"), "one\n");
    assert.equal(await textOf("b.ts"), "TWO\r\n");
    await openFile(at("new/c.ts"));
    await run("undo");
    await assert.rejects(access(at("new/c.ts").fsPath));
    assert.equal(await textOf("b.ts"), "TWO\r\n");
  });

  it("J1 applies what is left on the right side after two hunks were skipped and one edited", async () => {
    const { text, answer } = sevenHunks();
    for (const name of ["x.ts", "y.ts", "z.ts"]) await file(name, text);
    const done = reviewing().review(answer);
    await reviewing().isShown();
    assert.doesNotMatch(
      reviewing().question?.message ?? "",
      /\d/,
      "the number of hunks will change",
    );
    await type(await right("x.ts"), "LINE 12", "line 12");
    await type(await right("y.ts"), "LINE 29", "line 29");
    await type(await right("z.ts"), "LINE 5", "Line five");
    await until(
      "it is counted",
      () => reviewing().view()?.kept === 5 && reviewing().view()?.edited === 1,
    );
    await saved();
    assert.deepEqual(
      [reviewing().view()?.all, reviewing().view()?.files, reviewing().view()?.state],
      [7, 3, "open"],
    );
    await reviewing().apply();
    assert.equal(await done, true);
    assert.equal(reviewing().messages.last?.message, "Applied 5 of 7 hunks in 3 files.");
    const upper = (...at: number[]) =>
      at.reduce((all, n) => all.replace(`line ${n}\n`, `LINE ${n}\n`), text);
    assert.equal(await textOf("x.ts"), upper(2, 22));
    assert.equal(await textOf("y.ts"), upper(0));
    assert.equal(await textOf("z.ts"), upper(15).replace("line 5\n", "Line five\n"));
    await openFile(at("z.ts"));
    await run("undo");
    assert.equal(await textOf("z.ts"), text);
    assert.deepEqual([reviewing().view()?.kept, reviewing().view()?.state], [5, "applied"]);
  });

  it("J1 puts skipped hunks back, and leaves what was edited", async () => {
    const { text, answer } = sevenHunks();
    for (const name of ["x.ts", "y.ts", "z.ts"]) await file(name, text);
    const done = reviewing().review(answer);
    await reviewing().isShown();
    const x = await right("x.ts");
    await type(x, "LINE 12", "line 12");
    await type(x, "LINE 22", "Line twenty-two");
    await until("it is counted", () => reviewing().view()?.kept === 6);
    await reviewing().settle("expertHub.restoreSkippedChanges");
    await until("it is back", () => x.getText().includes("LINE 12"));
    assert.ok(x.getText().includes("Line twenty-two"));
    await until("it is counted again", () => reviewing().view()?.kept === 7);
    reviewing().messages.answer("Discard");
    await reviewing().settle("expertHub.discardChanges");
    assert.equal(await done, false);
    assert.equal(await textOf("x.ts"), text);
    assert.equal(reviewing().view()?.state, "discarded");
  });

  it("J1 takes everything back with Undo All, but for a file that was changed since", async () => {
    await file("u.ts", "one\n");
    await file("v.ts", "two\n");
    const undo = Promise.withResolvers<string>();
    reviewing().messages.press = ({ message }) =>
      message.startsWith("Applied") ? undo.promise : undefined;
    const answer = diffOf("u.ts", "one", "ONE") + diffOf("v.ts", "two", "TWO") + creationOf("w.ts");
    const done = reviewing().review(fence("diff", answer));
    await reviewing().isShown();
    await reviewing().apply();
    assert.equal(await done, true);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(at("v.ts"), new vscode.Position(1, 0), "more\n");
    await vscode.workspace.applyEdit(edit);
    undo.resolve("Undo All");
    await reviewing().told(/^Not undone, because the text has changed since: inserting\/v\.ts$/);
    assert.equal(await textOf("u.ts"), "one\n");
    assert.equal(await textOf("v.ts"), "TWO\nmore\n");
    await assert.rejects(access(at("w.ts").fsPath));
  });

  itWithAll("J2 takes two names of one file for one, and refuses what overlaps", async () => {
    await file("same.ts", "one\ntwo\nthree\n\nfour\n");
    const absolute = at("same.ts").path;
    const done = reviewing().review(
      unnumbered("inserting/same.ts", "one", "ONE") +
        unnumbered("same.ts", "three", "THREE") +
        unnumbered(absolute, "four", "FOUR") +
        unnumbered("./inserting/same.ts", "one", "Uno"),
    );
    await reviewing().isShown();
    assert.match(reviewing().question?.message ?? "", / 1 change is not in the review/);
    await reviewing().apply();
    assert.equal(await done, true);
    assert.equal(await textOf("same.ts"), "ONE\ntwo\nTHREE\n\nFOUR\n");
    assert.deepEqual(reviewing().view()?.notPlaced, [
      "inserting/same.ts is changed at the same place more than once by the answer. “one”",
    ]);
  });

  itWithAll(
    "J3 refuses a hunk alone whose lines have changed, and keeps it in the review",
    async () => {
      const { text, answer } = sevenHunks();
      for (const name of ["x.ts", "y.ts", "z.ts"]) await file(name, text);
      const done = reviewing().review(answer);
      await reviewing().isShown();
      const edit = new vscode.WorkspaceEdit();
      edit.replace(at("x.ts"), new vscode.Range(12, 0, 12, 7), "mine");
      edit.insert(at("x.ts"), new vscode.Position(0, 0), "first\n");
      await vscode.workspace.applyEdit(edit);
      await writeFile(at("y.ts").fsPath, text.replace("line 0\n", "theirs\n"));
      await vscode.workspace.fs.delete(at("z.ts"));
      await reviewing().apply();
      // The second click of a double click applies nothing unseen.
      await reviewing().apply();
      await reviewing().told(
        /^inserting\/x\.ts changed at this place since .* and 2 more It stays in the review\.$/,
      );
      const changed = (await textOf("x.ts")).split("\n");
      assert.deepEqual(
        [changed[0], changed[3], changed[13], changed[23]],
        ["first", "LINE 2", "mine", "LINE 22"],
      );
      assert.equal(
        await textOf("y.ts"),
        text.replace("line 0\n", "theirs\n").replace("line 29", "LINE 29"),
      );
      assert.match(tab()?.label ?? "", /^Changes by Engineer/, "the review goes on");
      const { notPlaced = [] } = reviewing().view() ?? {};
      assert.ok(notPlaced.includes("inserting/z.ts no longer exists."), notPlaced.join());
      reviewing().messages.answer("Discard");
      await reviewing().settle("expertHub.discardChanges");
      assert.equal(await done, true, "four hunks were applied");
      assert.equal((await textOf("x.ts")).includes("mine"), true);
    },
  );

  itWithAll("J3 moves with what is changed elsewhere in the file", async () => {
    await file("moving.ts", "one\ntwo\nthree\n");
    const done = reviewing().review(
      fence(
        "diff",
        `--- inserting/moving.ts\n+++ inserting/moving.ts\n@@ -3 +3 @@\n-three\n+THREE\n`,
      ),
    );
    await reviewing().isShown();
    const edit = new vscode.WorkspaceEdit();
    edit.insert(at("moving.ts"), new vscode.Position(0, 0), "zero\n");
    await vscode.workspace.applyEdit(edit);
    const document = await right("moving.ts");
    await until("the review shows it", () => document.getText() === "zero\none\ntwo\nTHREE\n");
    await reviewing().apply();
    assert.equal(await done, true);
    assert.equal(await textOf("moving.ts"), "zero\none\ntwo\nTHREE\n");
  });

  it("J3 takes in what is typed in a file and in its review at the same time", async () => {
    await file("both.ts", "one\ntwo\nthree\nfour\nfive\n");
    const done = reviewing().review(unnumbered("inserting/both.ts", "three", "THREE"));
    await reviewing().isShown();
    const document = await right("both.ts");
    const { applyEdit } = vscode.workspace;
    let isLate = true;
    // VS Code refuses an edit of a text that has just been changed otherwise.
    Object.assign(vscode.workspace, {
      applyEdit: async (edit: vscode.WorkspaceEdit) => {
        if (!isLate || !edit.has(document.uri)) return applyEdit.call(vscode.workspace, edit);
        isLate = false;
        await type(document, "five", "FIVE");
        return false;
      },
    });
    try {
      await type(await vscode.workspace.openTextDocument(at("both.ts")), "one", "uno");
      await until("both are there", () => document.getText() === "uno\ntwo\nTHREE\nfour\nFIVE\n");
    } finally {
      Object.assign(vscode.workspace, { applyEdit });
    }
    await reviewing().apply();
    assert.equal(await done, true);
    assert.equal(await textOf("both.ts"), "uno\ntwo\nTHREE\nfour\nFIVE\n");
  });

  it("J3 shows what is changed in a file while the user is asked about it", async () => {
    await file("package.json", "{\n}\n");
    reviewing().messages.press = async ({ message }) => {
      if (!message.startsWith("The answer changes files that can run programs")) return undefined;
      await type(await vscode.workspace.openTextDocument(at("package.json")), "{", "\n{");
      return "Include";
    };
    const done = reviewing().review(unnumbered("inserting/package.json", "}", '"a": 1\n+}'));
    await reviewing().isShown();
    assert.equal((await right("package.json")).getText(), '\n{\n"a": 1\n}\n');
    await reviewing().apply();
    assert.equal(await done, true);
    assert.equal(await textOf("package.json"), '\n{\n"a": 1\n}\n');
  });

  it("J9 asks once however often it is closed, and applies nothing meanwhile", async () => {
    await file("asked.ts", "one\n");
    const done = reviewing().review(fence("diff", diffOf("asked.ts", "one", "ONE")));
    await reviewing().isShown();
    await type(await right("asked.ts"), "ONE", "Eins");
    await until("it is counted", () => reviewing().view()?.edited === 1);
    reviewing().messages.told.length = 0;
    const pressed = Promise.withResolvers<string>();
    reviewing().messages.press = ({ modal }) => (modal ? pressed.promise : undefined);
    const closing = [1, 2, 3].map(() => reviewing().settle("expertHub.discardChanges"));
    await until("it asks", () => reviewing().messages.told.length > 0);
    await reviewing().apply();
    pressed.resolve("Discard");
    await Promise.all(closing);
    assert.equal(await done, false);
    assert.equal(reviewing().messages.told.length, 1);
    assert.equal(await textOf("asked.ts"), "one\n");
  });

  it("J9 writes to no further file once its extension ends, and leaves no tab", async () => {
    for (const name of ["e.ts", "f.ts"]) await file(name, "one\n");
    const answer = diffOf("e.ts", "one", "ONE") + diffOf("f.ts", "one", "ONE");
    const done = reviewing().review(fence("diff", answer));
    await reviewing().isShown();
    const ending = vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => {
      if (uri.toString() !== at("e.ts").toString()) return;
      for (const one of reviewing().owned.splice(0)) one.dispose();
    });
    try {
      await reviewing().apply();
      assert.equal(await done, false);
    } finally {
      ending.dispose();
    }
    assert.deepEqual([await textOf("e.ts"), await textOf("f.ts")], ["ONE\n", "one\n"]);
    await until("its tab is gone", () => !tab()?.label.startsWith("Changes by"));
  });

  it("J7 keeps line ends, byte order mark, encoding, tabs and a missing final newline", async () => {
    const before: Record<string, Buffer> = {
      "crlf.ts": Buffer.from("one\r\ntwo\r\n"),
      "bom.ts": Buffer.from("\uFEFFone\ntwo\n"),
      "utf16.ts": Buffer.from("\uFEFFone\r\ntwo ü\r\n", "utf16le"),
      "bare.ts": Buffer.from("two\none"),
      "tabs.ts": Buffer.from("one\n\ttwo\n"),
    };
    for (const [name, bytes] of Object.entries(before)) {
      await file(name, "");
      await writeFile(at(name).fsPath, bytes);
    }
    const changed = Object.keys(before).map((name) =>
      unnumbered(`inserting/${name}`, "one", "ONE"),
    );
    const done = reviewing().review(changed.join(""));
    await reviewing().isShown();
    await reviewing().apply();
    assert.equal(await done, true);
    for (const [name, bytes] of Object.entries(before)) {
      const document = await vscode.workspace.openTextDocument(at(name));
      assert.ok(await document.save(), name);
      const encoding = name === "utf16.ts" ? "utf16le" : "utf8";
      const expected = Buffer.from(bytes.toString(encoding).replace("one", "ONE"), encoding);
      assert.deepEqual(await readFile(at(name).fsPath), expected, name);
    }
  });

  it("J7 changes the unsaved text of an editor, in both groups that show it, and saves nothing", async () => {
    const editor = await openFile(await file("dirty.ts", "one\n"));
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), "two\n"));
    await run("workbench.action.splitEditor");
    const done = reviewing().review(unnumbered("inserting/dirty.ts", "two", "TWO"));
    await reviewing().isShown();
    await reviewing().apply();
    assert.equal(await done, true);
    assert.equal(editor.document.getText(), "one\nTWO\n");
    assert.equal(editor.document.isDirty, true);
    assert.equal(await readFile(at("dirty.ts").fsPath, "utf8"), "one\n");
    await run("workbench.action.joinAllGroups");
  });

  itWithAll("J7 changes a cell, and what was never saved", async () => {
    const data = new vscode.NotebookData([
      new vscode.NotebookCellData(vscode.NotebookCellKind.Code, "one\ntwo", "python"),
    ]);
    const notebook = await vscode.workspace.openNotebookDocument("jupyter-notebook", data);
    await vscode.window.showNotebookDocument(notebook);
    const untitled = await vscode.workspace.openTextDocument({ content: "one\ntwo\n" });
    for (const document of [notebook.cellAt(0).document, untitled]) {
      const selection = new vscode.Selection(0, 0, 0, 3);
      const attachment = selectionOf({ document, selection, selections: [selection] })!;
      reviewing().messages.told.length = 0;
      const done = reviewing().review(fence("", "ONE"), attachment);
      await reviewing().isShown();
      await reviewing().apply();
      assert.equal(await done, true);
      assert.equal(document.getText(), document === untitled ? "ONE\ntwo\n" : "ONE\ntwo");
    }
  });

  it("I3 I4 names what it does not apply", async () => {
    await file("a2.ts", "one\n");
    await file("mismatch.ts", "else\n");
    await file(".env", "KEY=1\n");
    await file(".gitignore", "dist\n");
    await file("dist/built.ts", "one\n");
    await file("long.ts", Array.from({ length: 40 }, (_, n) => `line ${n}\n`).join(""));
    const outside = path.join(path.dirname(at("x").fsPath), "..", "..", "outside.ts");
    await symlink(path.dirname(outside), at("link").fsPath);
    const answer =
      fence("diff", diffOf("a2.ts", "one", "ONE") + diffOf("mismatch.ts", "one", "ONE")) +
      ["../outside.ts", "/etc/hosts.txt", "inserting/../../x.ts", "inserting/link/outside.ts"]
        .map((name) =>
          fence(`ts ${name}`, "x").replace(/^```ts \/etc\/hosts.txt/, "```text /etc/hosts.txt"),
        )
        .join("") +
      fence("ini title=inserting/.env", "KEY=2") +
      fence("ts inserting/long.ts", "line 0") +
      fence("diff", diffOf("missing.ts", "one", "ONE") + diffOf("dist/built.ts", "one", "ONE"));
    const done = reviewing().review(answer);
    await reviewing().isShown();
    assert.match(reviewing().question?.message ?? "", / 9 changes are not in the review/);
    await reviewing().apply();
    assert.equal(await done, true);
    assert.deepEqual(reviewing().view()?.notPlaced, [
      "../outside.ts is outside of the workspace.",
      "/etc/hosts.txt is outside of the workspace.",
      "inserting/../../x.ts is outside of the workspace.",
      "inserting/link/outside.ts is reached through a link.",
      "inserting/.env is excluded by the setting expertHub.exclude.",
      "inserting/missing.ts does not exist.",
      "inserting/dist/built.ts is ignored by Git.",
      "inserting/mismatch.ts does not contain a line that the change expects. “one”",
      "inserting/long.ts seems to be shown only in part, as “line 1” is missing.",
    ]);
    assert.equal(await textOf("a2.ts"), "ONE\n");
    assert.equal(await textOf(".env"), "KEY=1\n");
    await assert.rejects(access(outside));
  });

  itWithAll(
    "I3 keeps a file in the review that cannot be changed, and applies the others",
    async () => {
      await file("free.ts", "one\n");
      // No disk takes such a name.
      const long = `${"x".repeat(300)}.ts`;
      const done = reviewing().review(
        fence("diff", diffOf("free.ts", "one", "ONE") + creationOf(long)),
      );
      await reviewing().isShown();
      await reviewing().apply();
      await reviewing().told(
        /^inserting\/xxx.*… cannot be created there\. It stays in the review\.$/,
      );
      assert.equal(await textOf("free.ts"), "ONE\n");
      assert.match(tab()?.label ?? "", /^Changes by Engineer/, "the review goes on");
      await reviewing().settle("expertHub.discardChanges");
      assert.equal(await done, true);
    },
  );

  itWithAll(
    "says how many hunks thirty files have before VS Code has drawn them, and keeps their order",
    async () => {
      const names = Array.from({ length: 30 }, (_, n) => `many${n}.ts`);
      for (const name of names) await file(name, "one\n");
      let isShownFirst: boolean | undefined;
      reviewing().owned.push(
        reviewing().feature.progress.onDidChange(
          () => (isShownFirst ??= tab()?.label.startsWith("Changes by Engineer") === true),
        ),
      );
      const done = reviewing().review(
        fence("diff", names.map((name) => diffOf(name, "one", "ONE")).join("")),
      );
      await reviewing().isShown();
      assert.equal(isShownFirst, false);
      assert.deepEqual([reviewing().view()?.kept, reviewing().view()?.files], [30, 30]);
      const { textDiffs } = tab()!.input as { textDiffs: vscode.TabInputTextDiff[] };
      assert.deepEqual(
        textDiffs.map(({ modified }) => path.basename(modified.path)),
        names,
      );
      await reviewing().settle("expertHub.discardChanges");
      assert.equal(await done, false);
    },
  );

  it("J2 asks once which of several files of a name is meant, and leaves out what is not picked", async () => {
    for (const folder of ["first", "second"])
      for (const name of ["same.ts", "other.ts"]) await file(`${folder}/${name}`, "one\ntwo\n");
    const offered = pickFiles("second/same.ts");
    const one = "--- same.ts\n+++ same.ts\n@@ -1 +1 @@\n-one\n+ONE\n";
    const two = "--- same.ts\n+++ same.ts\n@@ -2 +2 @@\n-two\n+TWO\n";
    const done = reviewing().review(fence("diff", one + two + one.replaceAll("same", "other")));
    await reviewing().isShown();
    assert.deepEqual(
      offered,
      ["same.ts", "other.ts"].map((name) =>
        ["first", "second"].map((folder) => `inserting/${folder}/${name}`),
      ),
    );
    await reviewing().apply();
    assert.equal(await done, true);
    assert.equal(await textOf("second/same.ts"), "ONE\nTWO\n");
    assert.equal(await textOf("first/same.ts"), "one\ntwo\n");
    assert.deepEqual(reviewing().view()?.notPlaced, ["other.ts was left out."]);
  });

  it("J2 offers no file for a change that Git ignores or the settings exclude", async () => {
    await file(".gitignore", "dist/\n");
    for (const name of ["src/built.js", "dist/built.js"]) await file(name, "one\n");
    const offered = pickFiles();
    const done = reviewing().review(
      fence("diff", "--- built.js\n+++ built.js\n@@ -1 +1 @@\n-one\n+ONE\n"),
    );
    await until(
      "it is offered or shown",
      () => offered.length > 0 || reviewing().question !== undefined,
    );
    assert.deepEqual(offered, [], "the other one is the only one");
    await reviewing().isShown();
    await reviewing().apply();
    assert.equal(await done, true);
    assert.equal(await textOf("src/built.js"), "ONE\n");
    assert.equal(await textOf("dist/built.js"), "one\n");
  });

  it("J9 is one: a second review of the answer shows it, and another answer waits", async () => {
    await file("a3.ts", "one\n");
    const answer = fence("diff", diffOf("a3.ts", "one", "ONE"));
    const done = reviewing().review(answer);
    await reviewing().isShown();
    await openFile(at("a3.ts"));
    reviewing().messages.told.length = 0;
    assert.equal(await reviewing().review(answer), false);
    assert.match(tab()?.label ?? "", /^Changes by Engineer/);
    assert.deepEqual(reviewing().messages.told, []);
    assert.equal(await reviewing().review(answer, undefined, "other"), false);
    await reviewing().told(/^Apply or discard these changes first\.$/);
    assert.equal(
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .filter(({ label }) => label.startsWith("Changes by")).length,
      1,
    );
    await vscode.window.tabGroups.close(tab()!);
    assert.equal(await done, false);
    assert.equal(await textOf("a3.ts"), "one\n");
  });

  it("J9 asks once before a closed tab discards what was skipped or edited", async () => {
    await file("a7.ts", "one\n");
    const done = reviewing().review(fence("diff", diffOf("a7.ts", "one", "ONE")));
    await reviewing().isShown();
    await type(await right("a7.ts"), "ONE", "Eins");
    await until("it is counted", () => reviewing().view()?.edited === 1);
    await saved();
    reviewing().messages.told.length = 0;
    reviewing().messages.press = () => "Keep Reviewing";
    await vscode.window.tabGroups.close(tab()!);
    await until("it is back", () => tab()?.label.startsWith("Changes by Engineer") === true);
    assert.equal(reviewing().messages.told.filter(({ modal }) => modal).length, 1);
    assert.equal((await right("a7.ts")).getText(), "Eins\n");
    reviewing().messages.press = () => "Discard";
    await vscode.window.tabGroups.close(tab()!);
    assert.equal(await done, false);
    assert.equal(reviewing().messages.told.filter(({ modal }) => modal).length, 2);
    assert.equal(await textOf("a7.ts"), "one\n");
  });

  it("J9 is over where its tab is closed while it comes up", async () => {
    for (const name of ["p.ts", "q.ts"]) await file(name, "one\n");
    const { executeCommand } = vscode.commands;
    Object.assign(vscode.commands, {
      executeCommand: async (id: string, ...args: unknown[]) => {
        const result = await executeCommand(id, ...args);
        if (id !== "vscode.changes") return result;
        await until("its tab is there", () => tab()?.label.startsWith("Changes by") === true);
        await vscode.window.tabGroups.close(tab()!);
        return result;
      },
    });
    try {
      const answer = diffOf("p.ts", "one", "ONE") + diffOf("q.ts", "one", "ONE");
      assert.equal(await reviewing().review(fence("diff", answer)), false);
    } finally {
      Object.assign(vscode.commands, { executeCommand });
    }
    assert.equal(reviewing().view()?.state, "discarded");
    assert.deepEqual(reviewing().messages.told, []);
  });

  itWithAll("J9 is not settled by the notification of one before", async () => {
    await file("notified.ts", "one\n");
    const buttons: ((button: string) => void)[] = [];
    reviewing().messages.press = ({ message }) =>
      message.startsWith("Apply these changes?")
        ? new Promise((resolve) => {
            buttons.push(resolve);
          })
        : undefined;
    const answer = fence("diff", diffOf("notified.ts", "one", "ONE"));
    const before = reviewing().review(answer);
    await reviewing().isShown();
    await reviewing().settle("expertHub.discardChanges");
    assert.equal(await before, false);
    reviewing().messages.told.length = 0;
    const done = reviewing().review(answer);
    await reviewing().isShown();
    buttons[0]?.("Apply");
    buttons[1]?.("Discard");
    assert.equal(await done, false);
    assert.equal(await textOf("notified.ts"), "one\n");
  });

  it("J9 applies once, however often Apply is pressed", async () => {
    await file("twice.ts", "one\none\n");
    const done = reviewing().review(
      fence(
        "diff",
        `--- inserting/twice.ts\n+++ inserting/twice.ts\n@@ -1 +1,2 @@\n-one\n+one\n+two\n`,
      ),
    );
    await reviewing().isShown();
    await Promise.all([1, 2, 3].map(() => reviewing().apply()));
    assert.equal(await done, true);
    assert.equal(await textOf("twice.ts"), "one\ntwo\none\n");
  });

  it("I9 I12 asks about invisible characters, and about files that can run programs", async () => {
    await file("a4.ts", "one\n");
    const answer =
      fence("diff", diffOf("a4.ts", "one", "O\u202ENE")) +
      fence("json inserting/package.json", "{}");
    reviewing().messages.press = () => undefined;
    assert.equal(await reviewing().review(answer), false, "Cancel");
    assert.equal(reviewing().messages.told.length, 1);
    reviewing().messages.told.length = 0;
    reviewing().messages.press = ({ message }) =>
      /invisible/.test(message)
        ? "Use Without Them"
        : /run programs/.test(message)
          ? "Leave Out"
          : undefined;
    const done = reviewing().review(answer);
    await reviewing().isShown();
    const [risky, hidden] = reviewing().messages.told;
    assert.match(risky?.detail ?? "", /^inserting\/package\.json contains scripts that run/);
    assert.equal(hidden?.detail, "inserting/a4.ts: U+202E on line 1");
    await reviewing().apply();
    assert.equal(await done, true);
    assert.deepEqual(reviewing().view()?.notPlaced, ["inserting/package.json was left out."]);
    assert.equal(await textOf("a4.ts"), "ONE\n");
    await assert.rejects(access(at("package.json").fsPath));
  });

  itWithAll(
    "puts a block that names the file of the selection where the selection is",
    async () => {
      const editor = await openFile(await file("a5.ts", "if (a) {\n    b();\n}\nc();\n"));
      editor.selection = new vscode.Selection(1, 4, 1, 8);
      const attachment = selectionOf(editor)!;
      reviewing().forget();
      const answer = fence("ts a5.ts", "d();") + fence("ts inserting/new.ts", "e();");
      const done = reviewing().review(answer, attachment);
      await reviewing().isShown();
      await reviewing().apply();
      assert.equal(await done, true, reviewing().messages.last?.detail);
      assert.equal(await textOf("a5.ts"), "if (a) {\n    d();\n}\nc();\n");
      assert.equal(await textOf("new.ts"), "e();\n");
    },
  );

  itWithAll("J1 is what Replace shows of a diff, whose text is put into no file", async () => {
    const diff = "@@ -1,2 +1,2 @@\n-one\n+ONE\n two";
    const answers = [
      { output: `Like this:\n\n${fence("diff", "-one\n+ONE\n two")}`, blockIndex: 0 },
      { output: fence("diff", diff), blockIndex: 0 },
      { output: fence("ts", "<<<<<<< SEARCH\none\n=======\nONE\n>>>>>>> REPLACE"), blockIndex: 0 },
      { output: `--- inserting/3.ts\n+++ inserting/3.ts\n${diff}` },
    ];
    for (const [at, { output, ...block }] of answers.entries()) {
      const editor = await openFile(await file(`${at}.ts`, "one\ntwo\n"));
      editor.selection = new vscode.Selection(0, 0, 1, 3);
      const conversation = answerOf(output, selectionOf(editor));
      reviewing().messages.told.length = 0;
      const ref = { turnId: "t", ...block };
      const done = reviewing().feature.output.use(conversation, ref, "replace");
      await reviewing().isShown();
      await reviewing().apply();
      assert.equal(await done, true, output);
      assert.equal(editor.document.getText(), "ONE\ntwo\n", output);
    }
  });

  itWithAll("goes to the lines that a block names, or to what was asked about", async () => {
    const editor = await openFile(await file("a6.ts", "one\ntwo\nthree\n"));
    editor.selection = new vscode.Selection(0, 0, 0, 3);
    const attachment = selectionOf(editor)!;
    await file("b6.ts", "one\ntwo\nthree\n");
    const output = fence("ts inserting/b6.ts#L2-L3", "x") + fence("ts", "y");
    const conversation = answerOf(output, attachment);
    const selected = async (blockIndex: number) => {
      await reviewing().feature.answerFiles.goTo(conversation, { turnId: "t", blockIndex });
      const { document, selection } = active()!;
      return [path.basename(document.uri.path), document.getText(selection)];
    };
    assert.deepEqual(await selected(0), ["b6.ts", "two\nthree"]);
    assert.deepEqual(await selected(1), ["a6.ts", "one"]);
  });

  it("goes nowhere where the question was about no file, and says so", async () => {
    const { answerFiles } = reviewing().feature;
    const output = { id: "1", text: "1 failed", languageId: "log", label: "Terminal", detail: "" };
    await assert.rejects(
      answerFiles.goTo(answerOf(fence("ts", "x"), output), { turnId: "t" }),
      /This question was not asked about a file/,
    );
  });
});
