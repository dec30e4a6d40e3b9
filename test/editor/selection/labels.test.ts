import assert from "node:assert/strict";
import * as vscode from "vscode";
import { AttachmentOrigins } from "../../../src/features/attachments/editor/attachmentOrigins";
import { selectionOf } from "../../../src/features/attachments/editor/selection";
import { until } from "../support/inputs";
import { at, file, openFile, untitled } from "../support/inserting";

async function labelOf(
  content: string,
  ...ranges: [line: number, character: number, line: number, character: number][]
) {
  const editor = await untitled(content, "typescript");
  const { document } = editor;
  const selections = ranges.map((range) => new vscode.Selection(...range));
  const { label, detail, text } =
    selectionOf({ document, selections, selection: selections[0] } as never) ?? {};
  return { lines: label?.split(":")[1], detail, text };
}

const sizeOf = async (text: string) =>
  (await labelOf(text, [0, 0, 0, text.length])).detail?.split(" · ")[2];

describe("the label of a selection", () => {
  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("counts lines as they are selected, without one in which nothing is", async () => {
    const content = "one\ntwo\nthree\n";
    assert.deepEqual(await labelOf(content, [0, 0, 0, 3]), {
      lines: "1",
      detail: "1 line · TypeScript · 3 B",
      text: "one",
    });
    assert.equal((await labelOf(content, [0, 0, 1, 0])).lines, "1");
    assert.deepEqual(await labelOf(content, [0, 2, 2, 0]), {
      lines: "1–2",
      detail: "2 lines · TypeScript · 6 B",
      text: "e\ntwo\n",
    });
    assert.equal((await labelOf(content, [0, 2, 2, 1])).lines, "1–3");
    assert.equal((await labelOf(content, [2, 1, 0, 2])).lines, "1–3", "backwards");
  });

  it("joins several selections in the order of the file, without empty ones", async () => {
    assert.deepEqual(await labelOf("one\ntwo\nthree\n", [2, 0, 2, 5], [1, 1, 1, 1], [0, 0, 1, 0]), {
      lines: "1, 3",
      detail: "2 lines · TypeScript · 10 B · 2 selections joined",
      text: "one\n\nthree",
    });
  });

  it("tells the size as every other place does", async () => {
    assert.equal(await sizeOf("x".repeat(1000)), "1000 B");
    assert.equal(await sizeOf("x".repeat(1024)), "1 KB");
    assert.equal(await sizeOf("ä".repeat(640)), "1.3 KB");
  });

  it("begins with the name of the file, without its folders", () => {
    const document = {
      uri: vscode.Uri.file("/one/two/three.ts"),
      languageId: "typescript",
      getText: () => "x",
      offsetAt: () => 0,
    };
    const selections = [new vscode.Selection(0, 0, 0, 1)];
    assert.equal(
      selectionOf({ document, selections, selection: selections[0] } as never)?.label,
      "three.ts:1",
    );
  });

  it("is none where nothing is selected", async () => {
    assert.equal((await labelOf("one\n", [0, 1, 0, 1])).lines, undefined);
    assert.equal(selectionOf(undefined), undefined);
  });
});

const attachment = (id: number) => ({
  id: `a${id}`,
  text: "one",
  languageId: "",
  label: "",
  detail: "",
});

describe("what is remembered of selections", () => {
  after(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("I4 has the name and the place of a file that was moved, alone or with its folder", async () => {
    const origins = new AttachmentOrigins();
    const editor = await openFile(await file("moving/before.txt", "one\n"));
    const selection = new vscode.Selection(0, 0, 0, 3);
    const { document } = editor;
    const found = () => {
      const { label, uri } = origins.get(attachment(1)) ?? {};
      return [label, uri?.path.split("/").slice(-2).join("/")];
    };
    origins.remember(attachment(1), {
      document,
      selection,
      selections: [selection],
    });
    assert.deepEqual(found(), ["before.txt", "moving/before.txt"]);
    for (const [from, to, expected] of [
      ["moving/before.txt", "moving/after.txt", ["after.txt", "moving/after.txt"]],
      ["moving", "moved", ["after.txt", "moved/after.txt"]],
    ] as const) {
      const rename = new vscode.WorkspaceEdit();
      rename.renameFile(at(from), at(to));
      assert.ok(await vscode.workspace.applyEdit(rename));
      await until("it is followed", () => found().join() === expected.join());
    }
    origins.dispose();
    await vscode.workspace.fs.delete(at("moved"), { recursive: true });
  });

  it("is where the newest five hundred came from, and whether one can be replaced", async () => {
    const origins = new AttachmentOrigins();
    const editor = await untitled("one\ntwo\n");
    const remember = (id: number, ...selections: vscode.Selection[]) =>
      origins.remember(attachment(id), {
        document: editor.document,
        selections,
        selection: selections[0]!,
      });
    const [one, two] = [new vscode.Selection(0, 0, 0, 3), new vscode.Selection(1, 0, 1, 3)];
    const nothing = new vscode.Selection(1, 1, 1, 1);
    remember(0, one);
    remember(1, one, two);
    remember(2, one, nothing);
    // The cursor that was set last is elsewhere.
    remember(3, nothing, one);
    const single = [0, 1, 2, 3].map((id) => origins.get(attachment(id))?.single);
    assert.deepEqual(single, [true, false, true, false]);
    assert.deepEqual(origins.get(attachment(0))?.range, { start: 0, end: 3 });
    assert.equal(origins.get(attachment(0))?.original, "one");
    assert.equal(origins.get(undefined), undefined);
    for (let id = 4; id <= 500; id++) remember(id, one);
    assert.equal(origins.get(attachment(0)), undefined);
    assert.ok(origins.get(attachment(1)));
    assert.ok(origins.get(attachment(500)));
    origins.dispose();
  });
});
