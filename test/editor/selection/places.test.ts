import assert from "node:assert/strict";
import * as vscode from "vscode";
import { documentOf } from "../../../src/features/attachments/editor/openEditors";
import type { Target } from "../../../src/features/attachments/editor/attachmentOrigins";
import { mayAttach } from "../../../src/features/attachments/editor/excluded";
import { SelectionAttacher } from "../../../src/features/attachments/editor/selectionAttacher";
import { SelectedEditor } from "../../../src/platform/editor/selectedEditor";
import { Messages } from "../support/messages";
import { withProperty } from "../support/standIns";

const { window } = vscode;
const { uri: folder } = vscode.workspace.workspaceFolders![0]!;
const never = () => ({ dispose: () => {} });

const targetOf = (uri: vscode.Uri, document: Partial<vscode.TextDocument>) =>
  ({ uri, document: { uri, isUntitled: false, isDirty: false, ...document } }) as Target;

/** While these editors are visible and this one has the focus; `input` is that of the tab in front. */
const seeing = <T>(
  { active, visible, input }: { active?: object; visible: object[]; input?: unknown },
  run: () => Promise<T>,
) => {
  const activeTab = { input };
  const tabGroups = {
    activeTabGroup: { activeTab },
    onDidChangeTabs: never,
    onDidChangeTabGroups: never,
  };
  return withProperty(window, "activeTextEditor", active, () =>
    withProperty(window, "visibleTextEditors", visible, () =>
      withProperty(window, "tabGroups", tabGroups, run),
    ),
  );
};

describe("what an attachment leads to", () => {
  it("is said to be unknown where there was a file, and never to have been one elsewhere", async () => {
    const attacher = new SelectionAttacher({ origins: { get: () => undefined } } as never);
    const output = { id: "a", text: "x", languageId: "log", label: "Terminal", detail: "1 line" };
    await assert.rejects(attacher.reveal(output), /This text does not come from a file/);
    await assert.rejects(attacher.reveal({ ...output, path: "src/cart.ts" }), /no longer known/);
  });
});

describe("the editor whose selection is taken", () => {
  const [one, other] = [{ name: "one" }, { name: "other" }];
  const chat = new vscode.TabInputWebview("x-expertHub.chatEditor1");
  let selected: SelectedEditor;
  afterEach(() => selected.dispose());

  it("Q1 is the focused one, else the last one while it is visible", async () => {
    selected = await seeing({ active: one, visible: [one] }, async () => new SelectedEditor());
    const current = (given: Parameters<typeof seeing>[0]) =>
      seeing(given, async () => selected.current);
    assert.equal(await current({ active: one, visible: [one] }), one);
    assert.equal(await current({ visible: [one, other], input: chat }), one);
    assert.equal(await current({ visible: [other], input: chat }), undefined);
    assert.equal(await current({ active: other, visible: [other] }), other);
  });

  it("Q1 is none once the user was in something else than text or a chat", async () => {
    selected = await seeing({ active: one, visible: [one] }, async () => new SelectedEditor());
    for (const input of [chat, new vscode.TabInputText(folder)])
      assert.equal(await seeing({ visible: [one], input }, async () => selected.current), one);
    const settings = new vscode.TabInputCustom(folder, "settings");
    for (const input of [settings, chat])
      assert.equal(
        await seeing({ visible: [one], input }, async () => selected.current),
        undefined,
      );
  });
});

const isFound = async (uri: vscode.Uri, document: Partial<vscode.TextDocument>) => {
  const target = targetOf(uri, { isClosed: false, ...document });
  return (await documentOf(target)) === target.document;
};

describe("the document of a question", () => {
  const gone = vscode.Uri.joinPath(folder, "gone.txt");

  it("I4 is the open one for as long as its file or unsaved text is there", async () => {
    const there = vscode.Uri.joinPath(folder, "cart.ts");
    await vscode.workspace.fs.stat(there);
    assert.equal(await isFound(there, {}), true);
    assert.equal(await isFound(gone, {}), false);
    assert.equal(await isFound(gone, { isDirty: true }), true);
    assert.equal(await isFound(gone, { isUntitled: true }), true);
    assert.equal(await isFound(vscode.Uri.parse("nobody-provides-this:/x"), {}), true);
  });

  it("I4 is opened again where it was closed, unless it was never saved", async () => {
    const there = vscode.Uri.joinPath(folder, "cart.ts");
    const opened = await documentOf(targetOf(there, { isClosed: true }));
    assert.equal(opened?.uri.path, there.path);
    assert.equal(await documentOf(targetOf(gone, { isClosed: true })), undefined);
    assert.equal(
      await documentOf(targetOf(there, { isClosed: true, isUntitled: true })),
      undefined,
    );
    const unknown = vscode.Uri.parse("nobody-provides-this:/x");
    assert.equal(await documentOf(targetOf(unknown, { isClosed: true })), undefined);
  });
});

describe("a file that is excluded", () => {
  let messages: Messages;
  beforeEach(() => {
    messages = new Messages();
  });
  afterEach(() => messages.restore());

  it("is attached once the user agrees, whichever pattern matches it", async () => {
    const document = {
      uri: vscode.Uri.joinPath(folder, "src", "secret$(x).pem"),
      languageId: "plaintext",
    } as vscode.TextDocument;
    const asks = async (...globs: string[]) => {
      messages.told.length = 0;
      const attached = await mayAttach(document.uri, { exclude: globs, neverSent: [] });
      assert.equal(attached, messages.told.length === 0);
      return messages.told.length > 0;
    };
    assert.equal(await asks(), false);
    assert.equal(await asks("**/*.key"), false);
    assert.equal(await asks("*.pem"), false, "that is at the top of a folder");
    assert.equal(await asks("**/*.key", "**/*.pem"), true);
    assert.equal(await asks("src/*.pem"), true);
    const { message, detail, modal, buttons } = messages.last!;
    assert.equal(message, "secret$ (x).pem is excluded from questions. Attach its text?");
    assert.equal(detail, "It matches the setting expertHub.exclude.");
    assert.deepEqual([modal, buttons], [true, ["Do Not Attach", "Attach Anyway"]]);
    messages.answer("Attach Anyway");
    assert.equal(await mayAttach(document.uri, { exclude: ["**"], neverSent: [] }), true);
  });

  it("is asked about where its accents are written in the other form than in the pattern", async () => {
    const [composed, apart] = ["é".normalize("NFC"), "é".normalize("NFD")];
    for (const [file, glob] of [
      [composed, apart],
      [apart, composed],
    ]) {
      const uri = vscode.Uri.joinPath(folder, `s${file}cret`, "a.ts");
      for (const pattern of [`**/s${glob}cret/**`, `s${glob}cret/*.ts`])
        assert.equal(await mayAttach(uri, { exclude: [pattern], neverSent: [] }), false, pattern);
    }
  });

  it("is refused without a further word where the user says no", async () => {
    const document = {
      uri: vscode.Uri.joinPath(folder, "secret.pem"),
      languageId: "plaintext",
      getText: () => "x",
      offsetAt: () => 0,
    };
    const selection = new vscode.Selection(0, 0, 0, 1);
    const current = { document, selection, selections: [selection] };
    const remembered: unknown[] = [];
    const attacher = new SelectionAttacher({
      selectedEditor: { current },
      origins: { remember: (...args: unknown[]) => remembered.push(args) },
      settings: { exclude: ["**"], neverSent: [] },
      lastEditor: undefined,
    } as unknown as ConstructorParameters<typeof SelectionAttacher>[0]);
    await assert.rejects(attacher.selected(), { kind: "cancelled" });
    assert.equal(remembered.length, 1, "the cursor may move while the user is asked");
    messages.answer("Attach Anyway");
    assert.equal((await attacher.selected()).text, "x");
  });
});
