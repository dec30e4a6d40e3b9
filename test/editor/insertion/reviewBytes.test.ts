import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import * as vscode from "vscode";
import { at, file } from "../support/inserting";
import { creationOf, fence, Reviewing, right, saved, type, unnumbered } from "../support/reviewing";

const bytes = (text: string, encoding: BufferEncoding = "latin1") => Buffer.from(text, encoding);
const bigEndian = (text: string) => bytes(text, "utf16le").swap16();

/** In Windows 1252, with a euro sign, and long enough to be recognized. */
const western = bytes(
  `// R\xE8gles du caf\xE9 d\xE9j\xE0 vu, \xE0 la cr\xE8me br\xFBl\xE9e\n// pr\xE9fer\xE9 \x80\none\n// No\xEBl, na\xEFf, ma\xEFs, o\xF9\n`,
);

async function onDisk(name: string, content: Buffer): Promise<void> {
  await file(name, "");
  await writeFile(at(name).fsPath, content);
}
const changeOf = (name: string, to = "ONE") => unnumbered(`inserting/${name}`, "one", to);

async function isChangedAlone(name: string, before: Buffer, now: Buffer): Promise<void> {
  const document = await vscode.workspace.openTextDocument(at(name));
  assert.ok(await document.save(), name);
  const from = before.indexOf("one");
  const expected =
    from === -1
      ? now
      : Buffer.concat([before.subarray(0, from), now, before.subarray(from + "one".length)]);
  assert.deepEqual(await readFile(at(name).fsPath), expected, name);
}

type Setting = "encoding" | "autoGuessEncoding";

describe("the bytes of a reviewed file", () => {
  const reviewing = Reviewing.inSuite();
  const changed = new Set<Setting>();
  const set = async (name: Setting, value: unknown) => {
    changed.add(name);
    const files = vscode.workspace.getConfiguration("files");
    await files.update(name, value, vscode.ConfigurationTarget.Global);
  };
  afterEach(async () => {
    for (const name of changed) await set(name, undefined);
    changed.clear();
  });

  async function applied(answer: string): Promise<void> {
    const done = reviewing().review(answer);
    await reviewing().isShown();
    await reviewing().apply();
    assert.equal(await done, true, reviewing().messages.last?.message);
  }
  it("J7 stay but for those of the hunk, in each encoding that VS Code tells by the first ones", async () => {
    const text = "\uFEFFeins ü → \u{1F600}\none\ndrei\tü";
    const cases: [name: string, before: Buffer, after: Buffer][] = [
      ["utf8bom.ts", bytes(text, "utf8"), bytes(text.replace("one", "ONE"), "utf8")],
      ["utf16le.ts", bytes(text, "utf16le"), bytes(text.replace("one", "ONE"), "utf16le")],
      ["utf16be.ts", bigEndian(text), bigEndian(text.replace("one", "ONE"))],
    ];
    for (const [name, before] of cases) await onDisk(name, before);
    await applied(cases.map(([name]) => changeOf(name)).join(""));
    for (const [name, , after] of cases) {
      const document = await vscode.workspace.openTextDocument(at(name));
      assert.ok(await document.save(), name);
      assert.deepEqual(await readFile(at(name).fsPath), after, name);
    }
  });

  it("J7 stay in the encoding of the settings, and in one that is recognized", async () => {
    await set("encoding", "windows1252");
    await onDisk("set.ts", western);
    await applied(changeOf("set.ts", "ÖNE"));
    await isChangedAlone("set.ts", western, bytes("\xD6NE"));
    await set("encoding", undefined);
    await set("autoGuessEncoding", true);
    await onDisk("guessed.ts", western);
    await applied(changeOf("guessed.ts"));
    await isChangedAlone("guessed.ts", western, bytes("ONE"));
  });

  it("J7 stay in the encoding in which the user has opened it again, also once it is saved by itself", async () => {
    await onDisk("reopened.ts", western);
    const document = await vscode.workspace.openTextDocument(at("reopened.ts"), {
      encoding: "windows1252",
    });
    await vscode.window.showTextDocument(document);
    assert.equal(document.encoding, "windows1252");
    const done = reviewing().review(changeOf("reopened.ts"));
    await reviewing().isShown();
    const saving = vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => {
      if (uri.toString() === document.uri.toString()) void document.save();
    });
    try {
      await reviewing().apply();
      assert.equal(await done, true, reviewing().messages.last?.message);
    } finally {
      saving.dispose();
    }
    await isChangedAlone("reopened.ts", western, bytes("ONE"));
  });

  it("J7 are not touched where they are no text of the encoding in which it is open", async () => {
    await onDisk("misread.ts", western);
    assert.equal(await reviewing().review(changeOf("misread.ts")), false);
    assert.equal(
      reviewing().messages.last?.message,
      "inserting/misread.ts is open in the encoding utf8, which does not fit it: saving would change other characters. Reopen it with its encoding.",
    );
    const document = await vscode.workspace.openTextDocument(at("misread.ts"));
    assert.equal(document.isDirty, false);
    assert.deepEqual(await readFile(at("misread.ts").fsPath), western);
  });

  it("J7 are never a question mark for what the encoding lacks, which can be changed in the review", async () => {
    await set("encoding", "windows1252");
    await onDisk("lacking.ts", western);
    const created = creationOf("lacking2.ts").replace("+three", "+→ three é");
    const done = reviewing().review(changeOf("lacking.ts", "ONE → 2") + fence("diff", created));
    await reviewing().isShown();
    await reviewing().apply();
    await reviewing().told(
      /^inserting\/lacking\.ts is saved in the encoding windows1252, which has no “→”\. and 1 more It stays in the review\.$/,
    );
    assert.deepEqual(reviewing().view()?.notPlaced, [
      "inserting/lacking.ts is saved in the encoding windows1252, which has no “→”.",
      "The encoding in which inserting/lacking2.ts would be saved has no “→”.",
    ]);
    const document = await vscode.workspace.openTextDocument(at("lacking.ts"));
    assert.equal(document.isDirty, false);
    for (const name of ["lacking.ts", "lacking2.ts"]) await type(await right(name), "→", "->");
    await saved();
    // What is pressed at once is the second click of a double click.
    await new Promise((resolve) => setTimeout(resolve, 1_600));
    await reviewing().apply();
    assert.equal(await done, true, reviewing().messages.last?.message);
    await isChangedAlone("lacking.ts", western, bytes("ONE -> 2"));
    await isChangedAlone("lacking2.ts", bytes(""), bytes("-> three \xE9\n"));
  });

  it("J7 get other line ends where they had several kinds, as VS Code saves them, which is said before", async () => {
    await onDisk("mixed.ts", bytes("zero\r\none\ntwo\r\nthree\r"));
    await onDisk("plain.ts", bytes("zero\r\none\r\n"));
    const done = reviewing().review(changeOf("mixed.ts") + changeOf("plain.ts"));
    await reviewing().isShown();
    assert.match(
      reviewing().question?.message ?? "",
      / Saving will also make all line ends the same in inserting\/mixed\.ts\.$/,
    );
    await reviewing().apply();
    assert.equal(await done, true);
    await isChangedAlone("plain.ts", bytes("zero\r\none\r\n"), bytes("ONE"));
    const document = await vscode.workspace.openTextDocument(at("mixed.ts"));
    assert.ok(await document.save());
    assert.deepEqual(
      (await readFile(at("mixed.ts").fsPath, "latin1")).replaceAll("\r\n", "\n"),
      "zero\nONE\ntwo\nthree\n",
    );
  });
});
