import assert from "node:assert/strict";
import { access, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { selectionOf, wholeOf } from "../../../src/features/attachments/editor/selection";
import { until } from "../support/inputs";
import { at, file, openFile } from "../support/inserting";
import { MemoryFiles } from "../support/memoryFiles";
import {
  creationOf,
  diffOf,
  fence,
  Reviewing,
  tab,
  textOf,
  unnumbered,
  right,
} from "../support/reviewing";
import { withProperty, withWindow } from "../support/standIns";
import { itWithAll, sized } from "../../support/testSize";

/** As in a window with these folders: VS Code would start the extensions anew for a second one. */
async function inFolders(roots: readonly vscode.Uri[], run: () => Promise<void>): Promise<void> {
  const folders = roots.map((uri, index) => ({ uri, index, name: path.basename(uri.path) }));
  const { getWorkspaceFolder } = vscode.workspace;
  Object.assign(vscode.workspace, {
    getWorkspaceFolder: ({ scheme, path: place }: vscode.Uri) =>
      folders.find(({ uri }) => uri.scheme === scheme && place.startsWith(`${uri.path}/`)),
  });
  try {
    await withProperty(vscode.workspace, "workspaceFolders", folders, run);
  } finally {
    Object.assign(vscode.workspace, { getWorkspaceFolder });
  }
}

/** Lists of files, in which the test picks a row. */
async function picking(
  pick: (rows: readonly string[]) => string | undefined,
  run: () => Promise<void>,
): Promise<void> {
  const showQuickPick = async (items: readonly vscode.QuickPickItem[]) => {
    const picked = pick(items.map(({ label }) => label));
    return items.find(({ label }) => label === picked);
  };
  await withWindow({ showQuickPick }, run);
}

const renamed = async (from: string, to: string) => {
  const edit = new vscode.WorkspaceEdit();
  edit.renameFile(at(from), at(to));
  assert.ok(await vscode.workspace.applyEdit(edit));
};

function notebookOf(code: string): string {
  const cell = { cell_type: "code", metadata: {}, outputs: [], execution_count: null };
  const cells = [{ ...cell, source: [`${code}\n`] }];
  return JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });
}

/** The present text beside a right side of the review. */
const leftOf = async ({ uri }: vscode.TextDocument) => {
  const left = uri.with({ authority: uri.authority.replace(/-new$/, "-now") });
  return (await vscode.workspace.openTextDocument(left)).getText();
};

async function replaceAll(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

describe("the files of a review", () => {
  const reviewing = Reviewing.inSuite();
  const notPlaced = () => reviewing().view()?.notPlaced ?? [];
  async function applied(done: Promise<boolean>): Promise<void> {
    await reviewing().apply();
    assert.equal(await done, true, reviewing().messages.last?.message);
  }
  /** The sentences of an answer of which nothing can be applied. */
  async function refused(output: string): Promise<string> {
    reviewing().messages.told.length = 0;
    assert.equal(await reviewing().review(output), false);
    const { message = "" } = reviewing().messages.last ?? {};
    return message.replace(/^None of the changes can be applied\. /, "");
  }

  describe("on a disk that takes capitals and small letters for the same", () => {
    let disk: MemoryFiles;
    before(() => (disk = new MemoryFiles("either-case")));
    after(() => disk.dispose());

    it("J2 are one, however the answer, the disk and an editor spell it", () =>
      inFolders([disk.root], async () => {
        const uri = disk.put("Src/Cart.ts", "one\ntwo\nthree\n\nfour\n");
        const shown = await vscode.workspace.openTextDocument(
          uri.with({ path: "/root/SRC/cart.TS" }),
        );
        await vscode.window.showTextDocument(shown);
        const done = reviewing().review(
          unnumbered("src/cart.ts", "one", "ONE") +
            unnumbered("Src/Cart.ts", "three", "THREE") +
            fence("diff", creationOf("x").replace("inserting/x", "SRC/CART.TS")),
        );
        await reviewing().isShown();
        assert.deepEqual([reviewing().view()?.all, reviewing().view()?.files], [2, 1]);
        assert.deepEqual(notPlaced(), ["src/cart.ts already exists."]);
        const edit = new vscode.WorkspaceEdit();
        edit.insert(uri, new vscode.Position(4, 0), "and ");
        assert.ok(await vscode.workspace.applyEdit(edit));
        await until("the review has it", () =>
          vscode.workspace.textDocuments.some(
            ({ uri: { authority }, lineCount, getText }) =>
              authority.endsWith("-new") && lineCount > 1 && getText().includes("and four"),
          ),
        );
        await applied(done);
        assert.equal(shown.getText(), "ONE\ntwo\nTHREE\n\nand four\n");
        assert.deepEqual(disk.names, ["Cart.ts"]);
        assert.ok(await shown.save());
        assert.deepEqual(disk.names, ["Cart.ts"]);
      }));

    it("J2 get no second file where an answer would create one in other letters", () =>
      inFolders([disk.root], async () => {
        disk.put("lib/Util.ts", "one\n");
        const creation = creationOf("x").replace("inserting/x", "LIB/util.ts");
        assert.equal(await refused(fence("diff", creation)), "LIB/util.ts already exists.");
        const done = reviewing().review(fence("ts LIB/util.ts", "two"));
        await reviewing().isShown();
        await applied(done);
        const document = await vscode.workspace.openTextDocument(
          vscode.Uri.joinPath(disk.root, "lib/Util.ts"),
        );
        assert.equal(document.getText(), "two\n");
      }));
  });

  it("J2 of several folders with the same name are for the user to pick, or named with their folder", async () => {
    for (const folder of ["one", "two"]) await file(`${folder}/same.ts`, "one\n");
    await inFolders([at("one"), at("two")], async () => {
      const asked: (readonly string[])[] = [];
      await picking(
        (rows) => {
          asked.push(rows);
          return rows.at(-1);
        },
        async () => {
          const done = reviewing().review(unnumbered("same.ts", "one", "ONE"));
          await reviewing().isShown();
          await applied(done);
        },
      );
      assert.equal(asked.length, 1);
      assert.equal(asked[0]?.length, 2);
      assert.deepEqual(
        [await textOf("one/same.ts"), await textOf("two/same.ts")],
        ["one\n", "ONE\n"],
      );
      reviewing().messages.told.length = 0;
      await picking(
        () => assert.fail("nothing is to be picked"),
        async () => {
          const done = reviewing().review(
            unnumbered("one/same.ts", "one", "Eins") + fence("ts two/new.ts", "new"),
          );
          await reviewing().isShown();
          await applied(done);
        },
      );
      assert.deepEqual(
        [await textOf("one/same.ts"), await textOf("two/same.ts"), await textOf("two/new.ts")],
        ["Eins\n", "ONE\n", "new\n"],
      );
    });
  });

  it("J2 that the user picks none of are left out, and a new file has to say its folder", async () => {
    for (const folder of ["one", "two"]) await file(`${folder}/same.ts`, "one\n");
    await inFolders([at("one"), at("two")], () =>
      picking(
        () => undefined,
        async () => {
          const creation = creationOf("x").replace("inserting/x", "new.ts");
          assert.equal(
            await refused(unnumbered("same.ts", "one", "ONE") + fence("diff", creation)),
            "same.ts was left out. The answer does not say in which folder of the workspace new.ts belongs.",
          );
        },
      ),
    );
    assert.equal(await textOf("one/same.ts"), "one\n");
  });

  itWithAll(
    "J2 are picked where the end of a path fits several, or a whole text has no file of its path",
    async () => {
      for (const folder of ["one", "two"]) await file(`${folder}/picked.ts`, "one\n");
      let rows: readonly string[] = [];
      await picking(
        (labels) => {
          rows = labels;
          return "inserting/two/picked.ts";
        },
        async () => {
          const done = reviewing().review(fence("ts picked.ts", "two"));
          await reviewing().isShown();
          await applied(done);
        },
      );
      assert.deepEqual(rows.toSorted(), [
        "New file picked.ts",
        "inserting/one/picked.ts",
        "inserting/two/picked.ts",
      ]);
      assert.equal(await textOf("one/picked.ts"), "one\n");
      assert.equal(await textOf("two/picked.ts"), "two\n");
    },
  );

  it("J3 are followed where one was renamed between the question and the review", async () => {
    const editor = await openFile(await file("before.ts", "one\ntwo\n"));
    const attachment = wholeOf(editor.document.uri, editor.document.getText(), "typescript");
    reviewing().feature.origins.remember(attachment, editor);
    await renamed("before.ts", "after.ts");
    const answer = fence("ts inserting/before.ts", "ONE\ntwo");
    const done = reviewing().review(answer, attachment);
    await reviewing().isShown();
    await applied(done);
    assert.equal(await textOf("after.ts"), "ONE\ntwo\n");
    await assert.rejects(access(at("before.ts").fsPath));
  });

  itWithAll("J3 are refused alone that were renamed during the review", async () => {
    await file("stays.ts", "one\n");
    await file("goes.ts", "one\n");
    const answer = diffOf("stays.ts", "one", "ONE") + diffOf("goes.ts", "one", "ONE");
    const done = reviewing().review(fence("diff", answer));
    await reviewing().isShown();
    await renamed("goes.ts", "gone.ts");
    await reviewing().apply();
    await reviewing().told(/^inserting\/goes\.ts no longer exists\. It stays in the review\.$/);
    assert.equal(await textOf("stays.ts"), "ONE\n");
    assert.equal(await textOf("gone.ts"), "one\n");
    await assert.rejects(access(at("goes.ts").fsPath));
    reviewing().messages.press = () => "Discard";
    await reviewing().settle("expertHub.discardChanges");
    await done;
  });

  it("J3 are refused with what became of them, and no longer once their hunks are skipped", async () => {
    for (const name of ["folder.ts", "gone.ts", "stays.ts"]) await file(name, "one\n");
    await file("book.ipynb", notebookOf("one"));
    const names = ["folder.ts", "gone.ts", "stays.ts"];
    const done = reviewing().review(
      fence("diff", names.map((name) => diffOf(name, "one", "ONE")).join("")) +
        fence("json inserting/book.ipynb", notebookOf("two")),
    );
    await reviewing().isShown();
    assert.equal(reviewing().view()?.files, 4);
    await rm(at("folder.ts").fsPath);
    await file("folder.ts/inside.ts", "one\n");
    await rm(at("gone.ts").fsPath);
    await vscode.window.showNotebookDocument(
      await vscode.workspace.openNotebookDocument(at("book.ipynb")),
    );
    await reviewing().apply();
    await reviewing().told(/It stays in the review\.$/);
    assert.deepEqual(notPlaced(), [
      "inserting/folder.ts is a folder.",
      "inserting/gone.ts no longer exists.",
      "inserting/book.ipynb is open as a notebook.",
    ]);
    assert.equal(await textOf("stays.ts"), "ONE\n");
    assert.equal(reviewing().view()?.kept, 4);
    for (const name of ["folder.ts", "gone.ts", "book.ipynb"]) {
      const document = await right(name);
      await replaceAll(document, await leftOf(document));
    }
    await until("all is skipped", () => reviewing().view()?.kept === 1);
    await new Promise((resolve) => setTimeout(resolve, 1_600));
    await reviewing().apply();
    assert.equal(await done, true);
    assert.equal(reviewing().messages.last?.message, "Applied 1 of 4 hunks in 1 file.");
  });

  it("J3 that were never saved are refused once they are closed, and none takes their name", async () => {
    const document = await vscode.workspace.openTextDocument({ content: "one\ntwo\n" });
    await vscode.window.showTextDocument(document, { preview: false });
    const selection = new vscode.Selection(0, 0, 0, 3);
    const attachment = selectionOf({ document, selection, selections: [selection] })!;
    const done = reviewing().review(fence("", "ONE"), attachment);
    await reviewing().isShown();
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await reviewing().apply();
    await reviewing().told(/^Untitled-\d+ is no longer open\. It stays in the review\.$/);
    assert.ok(!vscode.workspace.textDocuments.some((one) => one.isUntitled && one.isDirty));
    await reviewing().settle("expertHub.discardChanges");
    assert.equal(await done, false);
  });

  itWithAll("J3 are refused alone that became read-only", async () => {
    await file("free.ts", "one\n");
    await file("locked.ts", "one\n");
    const settings = vscode.workspace.getConfiguration("files");
    const lock = (value: object | undefined) =>
      settings.update("readonlyInclude", value, vscode.ConfigurationTarget.Global);
    const answer = diffOf("free.ts", "one", "ONE") + diffOf("locked.ts", "one", "ONE");
    try {
      const done = reviewing().review(fence("diff", answer));
      await reviewing().isShown();
      await openFile(at("locked.ts"));
      await lock({ "**/locked.ts": true });
      await reviewing().apply();
      await reviewing().told(
        /^inserting\/locked\.ts cannot be changed\. It stays in the review\.$/,
      );
      assert.equal(await textOf("free.ts"), "ONE\n");
      assert.equal(await textOf("locked.ts"), "one\n");
      assert.equal(await readFile(at("locked.ts").fsPath, "utf8"), "one\n");
      reviewing().messages.press = () => "Discard";
      await reviewing().settle("expertHub.discardChanges");
      assert.equal(await done, true);
    } finally {
      await lock(undefined);
    }
  });

  const megabytes = sized(1, 5);
  it(`J7 may have ${megabytes} MB`, async () => {
    const text = "const one = 1;\n".repeat(megabytes * 70_000);
    await file("large.ts", `first\n${text}last\n`);
    const done = reviewing().review(
      unnumbered("inserting/large.ts", "first", "FIRST") +
        unnumbered("inserting/large.ts", "last", "LAST"),
    );
    reviewing().messages.press = ({ message }) =>
      message.startsWith("The changes are large") ? "Review" : undefined;
    await reviewing().isShown();
    assert.deepEqual([reviewing().view()?.all, reviewing().view()?.files], [2, 1]);
    await applied(done);
    assert.ok((await textOf("large.ts")) === `FIRST\n${text}LAST\n`);
  });

  it("J13 are refused with what can be done instead: compare, copy, or insert at the cursor", async () => {
    await file("other.ts", "before\nelse\nafter\n");
    const editor = await openFile(await file("open.ts", "first\n"));
    editor.selection = new vscode.Selection(1, 0, 1, 0);
    const answer = unnumbered("inserting/other.ts", "after\n-one", "ONE");
    reviewing().messages.press = () => "Copy";
    assert.match(await refused(answer), /^inserting\/other\.ts does not contain/);
    assert.deepEqual(reviewing().messages.last?.buttons, ["Compare", "Copy", "Insert at Cursor"]);
    assert.equal(await vscode.env.clipboard.readText(), "ONE");
    reviewing().messages.press = () => "Insert at Cursor";
    assert.equal(await reviewing().review(answer), true);
    assert.equal(await textOf("open.ts"), "first\nONE\n");
    reviewing().messages.press = () => "Compare";
    assert.equal(await reviewing().review(answer), false);
    const { input, label } = tab()!;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(label, "inserting/other.ts:3–4 ↔ Engineer");
    const sides = [input.original, input.modified].map((uri) =>
      vscode.workspace.openTextDocument(uri).then((side) => side.getText()),
    );
    assert.deepEqual(await Promise.all(sides), ["after\n", "ONE"]);
  });

  it("J13 are created after a review where only their names were in doubt", async () => {
    const answer = fence("text first.txt", "one") + fence("text second.txt", "two");
    try {
      reviewing().messages.press = ({ message }) =>
        message.startsWith("None of the changes") ? "New File…" : undefined;
      const done = reviewing().review(answer);
      await reviewing().isShown();
      const refusal = reviewing().messages.told.find(({ buttons }) => buttons.includes("Copy"));
      assert.deepEqual(refusal?.buttons, ["New File…", "Copy"]);
      assert.match(refusal.message, / first\.txt does not exist.* second\.txt does not exist/);
      assert.equal(reviewing().view()?.files, 2);
      await applied(done);
      for (const [name, text] of Object.entries({ first: "one\n", second: "two\n" }))
        assert.equal(await readFile(at(`../${name}.txt`).fsPath, "utf8"), text);
    } finally {
      for (const name of ["first", "second"])
        await rm(at(`../${name}.txt`).fsPath, { force: true });
    }
  });

  it("J13 are said to be as proposed only where they are, and nothing is offered then", async () => {
    await file("same.ts", "ONE\n");
    assert.equal(
      await refused(fence("ts inserting/same.ts", "ONE")),
      "The files already contain what the answer proposes.",
    );
    assert.deepEqual(reviewing().messages.last?.buttons, []);
  });

  it("I3 are never behind a link, also one that is made during the review", async () => {
    const outside = path.join(path.dirname(at("x").fsPath), "..", "..", "outside-of-it.ts");
    await writeFile(outside, "one\n");
    try {
      await symlink(outside, at("to-file.ts").fsPath);
      assert.equal(
        await refused(fence("diff", diffOf("to-file.ts", "one", "ONE"))),
        "inserting/to-file.ts is reached through a link.",
      );
      await file("swapped.ts", "one\n");
      await file("sub/there.ts", "one\n");
      const done = reviewing().review(
        fence("diff", diffOf("swapped.ts", "one", "ONE") + creationOf("sub/new.ts")),
      );
      await reviewing().isShown();
      await rm(at("swapped.ts").fsPath);
      await symlink(outside, at("swapped.ts").fsPath);
      await rename(at("sub").fsPath, at("moved").fsPath);
      await symlink(path.dirname(outside), at("sub").fsPath);
      await reviewing().apply();
      await until("it is refused", () => notPlaced().length > 0);
      assert.deepEqual(notPlaced(), [
        "inserting/swapped.ts is reached through a link.",
        "inserting/sub/new.ts is reached through a link.",
      ]);
      await vscode.workspace.saveAll();
      assert.equal(await readFile(outside, "utf8"), "one\n");
      await assert.rejects(stat(path.join(path.dirname(outside), "new.ts")));
      await reviewing().settle("expertHub.discardChanges");
      await done;
    } finally {
      await rm(outside, { force: true });
    }
  });

  it("J2 are not changed where one selection of several may be meant", async () => {
    const editor = await openFile(await file("two.ts", "f() {\n  one();\n}\ng() {\n  two();\n}\n"));
    const attachments = [1, 4].map((line) => {
      const selection = new vscode.Selection(line, 0, line, 8);
      return selectionOf({ document: editor.document, selection, selections: [selection] })!;
    });
    const done = reviewing().review(fence("ts inserting/two.ts", "  three();"), attachments);
    await until("it is over", () => reviewing().messages.told.length > 0);
    assert.equal(await done, false);
    assert.equal(
      reviewing().messages.last?.message,
      "inserting/two.ts was asked about at several places, and the answer does not say which one it changes.",
    );
  });

  it("J7 that are notebooks get no code in place of their cells", async () => {
    await file("short.ipynb", notebookOf("one"));
    assert.match(
      await refused(fence("python inserting/short.ipynb", "two()")),
      /in another language/,
    );
    const opened = await vscode.workspace.openNotebookDocument(at("short.ipynb"));
    await vscode.window.showNotebookDocument(opened);
    assert.equal(
      await refused(fence("json inserting/short.ipynb", notebookOf("two"))),
      "inserting/short.ipynb is open as a notebook.",
    );
  });
});
