import assert from "node:assert/strict";
import { mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { decodeAgentAnswer } from "../../../src/contract/decode";
import type { Conversation } from "../../../src/features/conversation/core/conversation";
import { selectionOf } from "../../../src/features/attachments/editor/selection";
import { until } from "../support/inputs";
import { active, at, file, openFile } from "../support/inserting";
import { answerOf, Reviewing } from "../support/reviewing";

describe("the files that an answer names", () => {
  const reviewing = Reviewing.inSuite();
  const files = () => reviewing().feature.answerFiles;
  let outside: string;
  before(async () => {
    outside = await mkdtemp(path.join(tmpdir(), "outside-"));
    await writeFile(path.join(outside, "secret.ts"), "x\n");
  });

  it("are those in the folders that are open, never behind a link, and each costs a look alone", async () => {
    await file("n1.ts", "one\n");
    await symlink(path.join(outside, "secret.ts"), at("n-link.ts").fsPath);
    await symlink(outside, at("n-folder").fsPath);
    const conversation = answerOf("x");
    const there = ["inserting/n1.ts", at("n1.ts").path];
    const paths = [
      ...there,
      "n1.ts",
      "inserting",
      "inserting/n2.ts",
      "inserting/n1.ts/",
      "inserting/../inserting/n1.ts",
      "inserting/n-link.ts",
      "inserting/n-folder/secret.ts",
      path.join(outside, "secret.ts"),
      "../secret.ts",
      "//server/share/a.ts",
      "C:/secret.ts",
      "",
      "constructor",
    ];
    assert.deepEqual(await files().existing(conversation, "t", paths), there);
    await assert.rejects(files().existing(conversation, "other", there), { kind: "not-found" });
    for (const name of paths.slice(4))
      await assert.rejects(files().open(conversation, "t", name), name);
  });

  it("are also those that were asked about, by the end of their path", async () => {
    const editor = await openFile(await file("n3.ts", "one\ntwo\n"));
    editor.selection = new vscode.Selection(0, 0, 0, 3);
    const conversation = answerOf("x", selectionOf(editor));
    const paths = ["n3.ts", "3.ts", "n4.ts"];
    assert.deepEqual(await files().existing(conversation, "t", paths), ["n3.ts"]);
    await files().open(conversation, "t", "n3.ts");
    assert.equal(editor.document.getText(active()!.selection), "one");
  });

  it("open at the line or the column, or at the end where they have fewer", async () => {
    const uri = await file("n5.ts", "one\ntwo\nthree\n");
    const conversation = answerOf("x");
    for (const [place, ...expected] of [
      ["inserting/n5.ts:2", 1, 0, 1, 3],
      ["inserting/n5.ts:2-3", 1, 0, 2, 5],
      [`${uri.path}#L3`, 2, 0, 2, 5],
      ["inserting/n5.ts(3,4)", 2, 3, 2, 3],
      ["inserting/n5.ts:3:400", 2, 5, 2, 5],
      ["inserting/n5.ts:9000000:0", 3, 0, 3, 0],
    ] as const) {
      await files().open(conversation, "t", place);
      const { document, selection } = active()!;
      assert.equal(document.uri.path, uri.path);
      const { start, end } = selection;
      assert.deepEqual([start.line, start.character, end.line, end.character], expected, place);
    }
  });

  it("may have spaces in their names, and any letters", async () => {
    const conversation = answerOf("x");
    for (const name of ["n 7 neu.ts", "買い物.ts"]) {
      const uri = await file(name, "one\ntwo\n");
      const paths = [`inserting/${name}`];
      assert.deepEqual(await files().existing(conversation, "t", paths), paths);
      await files().open(conversation, "t", `inserting/${name}:2`);
      const { document, selection } = active()!;
      assert.equal(document.uri.path, uri.path);
      assert.equal(document.getText(selection), "two");
    }
  });

  it("open in the editor that is meant for them where they are no text", async () => {
    const uri = await file("n6.png", "");
    await writeFile(uri.fsPath, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 0xff, 0]));
    await files().open(answerOf("x"), "t", "inserting/n6.png");
    await until("it is open", () =>
      vscode.window.tabGroups.all.some(({ activeTab }) => activeTab?.label === "n6.png"),
    );
  });

  it("U3 are found by the end of a path that a step names, and open at their lines", async () => {
    const uri = await file("n11.ts", "one\ntwo\nthree\n");
    const conversation = answerOf("x");
    putSteps(conversation, [{ tool: "read_file", tool_input: { path: "inserting/n11.ts" } }]);
    const paths = ["n11.ts", "11.ts", "inserting/n11.ts"];
    const found = ["n11.ts", "inserting/n11.ts"];
    assert.deepEqual(await files().existing(conversation, "t", paths), found);
    assert.deepEqual(await files().existing(answerOf("x"), "t", paths), found.slice(1));
    await files().open(conversation, "t", "n11.ts:2-3");
    const { document, selection } = active()!;
    assert.equal(document.uri.path, uri.path);
    assert.equal(document.getText(selection), "two\nthree");
  });
});

/** Gives the answer of a conversation these steps. */
function putSteps(conversation: Conversation, steps: object[]): void {
  const turn = conversation.get("t") ?? assert.fail();
  const raw = { output: "x", intermediate_steps: [steps] };
  const received = { value: decodeAgentAnswer(raw), raw, bytes: 1, elapsedMs: 1 };
  conversation.put({ ...turn, result: { state: "done", received } });
}
