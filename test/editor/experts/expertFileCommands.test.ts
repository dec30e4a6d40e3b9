import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { Connection } from "../../../src/features/connection/core/connection";
import type { FileExperts } from "../../../src/features/experts/core/fileExperts";
import { FileProblems } from "../../../src/features/experts/editor/fileProblems";
import { newExpert } from "../../../src/features/experts/editor/newExpertFile";
import { openExpertFile } from "../../../src/features/experts/editor/commands";
import { trustedFolders } from "../../../src/platform/editor/restricted";
import { Emitter } from "../../../src/kit/event";
import { Messages, notifyRecording } from "../support/messages";
import { commandsDuring, withWindow, withProperty } from "../support/standIns";

const folderAt = (uri: vscode.Uri, name: string) => ({ uri, name, index: 0 });

const fileIn = ({ uri }: vscode.WorkspaceFolder, name: string) =>
  path.join(uri.fsPath, ".github", "agents", `${name}.agent.md`);

/** Runs it in these folders; types this name, and picks this folder where several are listed. */
async function begun(
  folders: vscode.WorkspaceFolder[] | undefined,
  { name, folder, builtIn = true }: { name?: string; folder?: string; builtIn?: boolean } = {},
) {
  const told: string[] = [];
  const lists: [vscode.QuickPickItem[], vscode.QuickPickOptions][] = [];
  let box: vscode.InputBoxOptions | undefined;
  const command = newExpert({ hub: { builtIn } } as unknown as Connection, notifyRecording(told));
  await withWindow(
    {
      showInputBox: async (options: vscode.InputBoxOptions) => {
        box = options;
        return name;
      },
      showQuickPick: async (items: vscode.QuickPickItem[], options: vscode.QuickPickOptions) => {
        lists.push([items, options]);
        return items.find(({ label }) => label === folder);
      },
    },
    () => withProperty(vscode.workspace, "workspaceFolders", folders, async () => command.run()),
  );
  return { told, lists, box };
}

describe("the command for a new expert", () => {
  let home: string;
  let one: vscode.WorkspaceFolder;
  let two: vscode.WorkspaceFolder;
  const remote = folderAt(vscode.Uri.parse("elsewhere:/remote"), "remote");
  let messages: Messages;

  before(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), "expert-hub-new-"));
    one = folderAt(vscode.Uri.file(path.join(home, "one")), "one");
    two = folderAt(vscode.Uri.file(path.join(home, "two")), "two");
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });
  beforeEach(() => {
    messages = new Messages();
  });
  afterEach(() => messages.restore());

  it("needs a trusted folder on this disk", async () => {
    for (const folders of [undefined, [], [remote]]) {
      const { told, box } = await begun(folders, { name: "A" });
      assert.deepEqual(told, [
        "Open a folder on this computer first: a new expert is a file in it.",
      ]);
      assert.equal(box, undefined);
    }
    const { told, box } = await withProperty(vscode.workspace, "isTrusted", false, () =>
      begun([one], { name: "A" }),
    );
    assert.deepEqual(told, [
      "Trust this workspace first: in Restricted Mode no expert is read from its files.",
    ]);
    assert.equal(box, undefined);
  });

  it("asks in which of several folders the expert is kept", async () => {
    const { lists } = await begun([one, remote, two], { name: "Second", folder: "two" });
    const [items, options] = lists[0] ?? assert.fail();
    assert.deepEqual(
      items.map(({ label, description }) => [label, description]),
      [
        ["one", one.uri.fsPath],
        ["two", two.uri.fsPath],
      ],
    );
    assert.deepEqual(options, {
      title: "New Expert",
      placeHolder: "The folder that keeps the expert",
    });
    assert.match(await readFile(fileIn(two, "second"), "utf8"), /^---\nname: "Second"\n/);
    await assert.rejects(readFile(fileIn(one, "second")), { code: "ENOENT" });
    const left = await begun([one, two], { name: "Third" });
    assert.deepEqual([left.box, left.told], [undefined, []]);
  });

  it("judges the name as it is typed, and does nothing without one", async () => {
    await begun([one], { name: "Known" });
    for (const name of [undefined, "", "?!"]) {
      const { box } = await begun([one], name === undefined ? {} : { name });
      assert.equal(box?.title, "New Expert");
      assert.match(box.prompt ?? "", /^The expert is written to \.github\/agents, /);
      assert.equal(await box.validateInput?.(" "), "Enter a name.");
      assert.equal(await box.validateInput?.("Unknown"), undefined);
      assert.equal(await box.validateInput?.(" known "), "There is already a file known.agent.md.");
      assert.equal(await box.validateInput?.("?!"), "The name must contain a letter or a digit.");
    }
    assert.deepEqual(messages.told, []);
  });

  it("shows the description to be replaced, and says when the expert answers", async () => {
    await begun([one], { name: "Shown" });
    const { activeTextEditor: editor } = vscode.window;
    assert.equal(editor?.document.uri.fsPath, fileIn(one, "shown"));
    assert.equal(
      editor.document.getText(editor.selection),
      "In one sentence, what this expert is for",
    );
    assert.deepEqual(messages.told, []);
    messages.answer("Try the Built-in Hub");
    const started = await commandsDuring(() => begun([one], { name: "Other", builtIn: false }));
    assert.deepEqual(started, [["expertHub.startLocalHub"]]);
    assert.deepEqual(
      messages.told.map(({ message, buttons }) => [message, buttons]),
      [["Experts in files answer while the built-in hub is in use.", ["Try the Built-in Hub"]]],
    );
    messages.answer(undefined);
    assert.deepEqual(
      await commandsDuring(() => begun([one], { name: "Other", builtIn: false })),
      [],
    );
  });

  it("is read, like the others, from trusted folders on this disk alone", () =>
    withProperty(vscode.workspace, "workspaceFolders", [remote, one], async () => {
      assert.deepEqual(trustedFolders(), [{ name: "one", path: one.uri.fsPath }]);
      await withProperty(vscode.workspace, "isTrusted", false, async () =>
        assert.deepEqual(trustedFolders(), []),
      );
    }));

  it("opens the file of an expert only from the row of one", async () => {
    const command = openExpertFile({ fileOf: () => "/none" } as unknown as FileExperts);
    let shown = 0;
    await withWindow({ showTextDocument: async () => shown++ }, async () => command.run());
    assert.equal(shown, 0);
  });
});

const [a, b] = ["/expert-hub/a.md", "/expert-hub/b.md"];
const of = (file: string) =>
  vscode.languages
    .getDiagnostics(vscode.Uri.file(file))
    .map(({ message, severity, source, range }) => [message, severity, source, range.start.line]);

describe("the problems of experts in files", () => {
  const workspace = vscode.workspace as unknown as Record<string, unknown>;
  const { onDidChangeWorkspaceFolders, onDidGrantWorkspaceTrust } = workspace;
  const [folders, trust] = [new vscode.EventEmitter<void>(), new vscode.EventEmitter<void>()];
  const changed = new Emitter<void>();
  let problems: object[] = [];
  let looks = 0;
  let shown: FileProblems;

  beforeEach(() => {
    looks = 0;
    Object.assign(workspace, {
      onDidChangeWorkspaceFolders: folders.event,
      onDidGrantWorkspaceTrust: trust.event,
    });
    shown = new FileProblems({
      get problems() {
        return problems;
      },
      onDidChange: changed.event,
      refresh: async () => void looks++,
    } as unknown as FileExperts);
  });
  afterEach(() => {
    shown.dispose();
    Object.assign(workspace, { onDidChangeWorkspaceFolders, onDidGrantWorkspaceTrust });
  });

  it("are at their lines, each with its severity, until there are others", () => {
    const { Error, Warning } = vscode.DiagnosticSeverity;
    problems = [
      { file: a, line: 1, message: "first", severity: "error" },
      { file: b, line: 3, message: "second", severity: "warning" },
      { file: a, line: 9, message: "third", severity: "warning" },
    ];
    changed.fire();
    assert.deepEqual(of(a), [
      ["first", Error, "Expert Hub", 0],
      ["third", Warning, "Expert Hub", 8],
    ]);
    assert.deepEqual(of(b), [["second", Warning, "Expert Hub", 2]]);
    problems = [{ file: b, line: 3, message: "second", severity: "warning" }];
    changed.fire();
    assert.deepEqual([of(a), of(b).length], [[], 1]);
    shown.dispose();
    assert.deepEqual(of(b), []);
  });

  it("are looked for at once where a folder is added, or the workspace is trusted", () => {
    folders.fire();
    assert.equal(looks, 1);
    trust.fire();
    assert.equal(looks, 2);
    shown.dispose();
    folders.fire();
    trust.fire();
    assert.equal(looks, 2);
  });
});
