import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { Chat } from "../../../src/features/asking/core/chat";
import type { EditorSettings } from "../../../src/platform/editor/settings";
import { attachFiles } from "../../../src/features/asking/editor/commands";
import { attachDropped, attachPicked } from "../../../src/features/chat/editor/attaching";
import type { ChatPanels } from "../../../src/features/chat/editor/chatPanels";
import {
  buildAttachments,
  type AttachmentsFeature,
} from "../../../src/features/attachments/editor";
import { pickAttachment } from "../../../src/features/attachments/editor/attachmentPick";
import { LastEditor } from "../../../src/platform/editor/lastEditor";
import type { Disposable } from "../../../src/kit/disposable";
import type { OpenChats } from "../../../src/features/asking/core/openChats";
import { workbench } from "../../support/builtInExperts";
import { ChatFixture } from "../support/chatFixture";
import { questionsTo, startHub } from "../support/hub";
import { until } from "../support/inputs";
import { discardAll, openFile } from "../support/inserting";
import { Messages } from "../support/messages";
import { quickPick, withProperty, withWindow } from "../support/standIns";

const [{ uri: workspace }] = vscode.workspace.workspaceFolders as [vscode.WorkspaceFolder];
const folder = vscode.Uri.joinPath(workspace, "attaching");
const at = (name: string) => vscode.Uri.joinPath(folder, name);
const write = (name: string, text: string) =>
  vscode.workspace.fs.writeFile(at(name), Buffer.from(text));

const contents = {
  "a.ts": "let a;\nlet b;\n",
  "fences.md": "````\n```\n~~~~~\n",
  "deep/c.py": "c = 1",
  "deep/d.txt": "one\r\ntwo",
};

describe("attaching to a question", () => {
  let owned: Disposable[];
  let messages: Messages;
  let selection: AttachmentsFeature;
  let chat: Chat;

  after(() => vscode.workspace.fs.delete(folder, { recursive: true }));
  beforeEach(async () => {
    // VS Code in a browser saves what is edited after a second.
    for (const [name, text] of Object.entries(contents)) await write(name, text);
    owned = [];
    messages = new Messages();
    const own = <T extends Disposable>(one: T): T => (owned.push(one), one);
    const settings = {
      exclude: [] as readonly string[],
      neverSent: [] as readonly string[],
    } as EditorSettings;
    selection = buildAttachments(settings, own(new LastEditor()), own);
    chat = own(new Chat());
  });
  afterEach(async () => {
    messages.restore();
    for (const one of owned) one.dispose();
    await discardAll();
  });

  const labels = () => chat.attachments.map(({ label }) => label);

  /** Attaches these lines of a file, from 0. */
  async function attachLines(name: string, ...ranges: [number, number][]): Promise<void> {
    const editor = await openFile(at(name));
    editor.selections = ranges.map(([first, last]) => new vscode.Selection(first, 0, last, 0));
    await until("it is selected", () => selection.selectedEditor.current === editor);
    const selected = await selection.attacher.selected();
    chat.attachments = selection.attacher.join(chat.attachments, selected);
  }

  it("T4 previews exactly what goes out, whatever was attached, and asks about the sum", async () => {
    const hub = await startHub();
    const fixture = await ChatFixture.start(hub, [workbench]);
    try {
      ({ chat } = fixture.page);
      messages.answer("Attach");
      await attachLines("a.ts", [0, 1]);
      await attachLines("fences.md", [0, 1], [2, 3]);
      await selection.files.attach(chat, [at("a.ts"), at("fences.md"), at("deep")]);
      await selection.files.attach(chat, [
        (await vscode.workspace.openTextDocument({ content: "of no file" })).uri,
      ]);
      const token = ["ghp", "a1B2".repeat(9)].join("_");
      const half = "x".repeat(150_000);
      await write("half.txt", `${half}\n${token}`);
      await write("other.txt", half);
      await selection.files.attach(chat, [at("half.txt"), at("other.txt")]);

      const { json } = await fixture.call.preview({ text: "Why?" });
      messages.answer("Send Anyway");
      await fixture.call.send({ text: "Why?" });
      await until("it arrives", () => questionsTo(hub)[0]?.["input_data"] !== undefined);
      assert.equal(JSON.stringify(questionsTo(hub)[0], undefined, 2) === json, true);
      const { input_data: input } = JSON.parse(json) as { input_data: string };
      assert.deepEqual(
        [...input.matchAll(/^Attachment (\d of \d: .*)\n(`+)([a-z]*)\n([^]*?)\n\2$/gm)].map(
          ([, title, fence, language, text]) => [title, fence, language, text!.length < 99 && text],
        ),
        [
          ["1 of 9: attaching/a.ts, line 1", "let a;\n"],
          ["2 of 9: attaching/fences.md, lines 1, 3", "````\n\n~~~~~\n"],
          ["3 of 9: attaching/a.ts", contents["a.ts"]],
          ["4 of 9: attaching/fences.md", contents["fences.md"]],
          ["5 of 9: attaching/deep/c.py", contents["deep/c.py"]],
          ["6 of 9: attaching/deep/d.txt", contents["deep/d.txt"]],
          ["7 of 9: Untitled-1", "of no file"],
          ["8 of 9: attaching/half.txt", false],
          ["9 of 9: attaching/other.txt", false],
        ].map(([title, text]) => [
          title,
          "`````",
          /\.ts/.test(String(title))
            ? "typescript"
            : /\.md/.test(String(title))
              ? "markdown"
              : /\.py/.test(String(title))
                ? "python"
                : "plaintext",
          text,
        ]),
      );
      assert.equal(messages.told.length, 1);
      const [, secret = "", large = ""] = messages.last?.detail.split("\n") ?? [];
      assert.match(secret, /: attaching\/half\.txt, line 2$/);
      assert.match(large, /^This question is large: 29\d\.\d KB/);
    } finally {
      await fixture.end();
      await hub.close();
    }
  });

  it("has one of each, in its newest version", async () => {
    await attachLines("a.ts", [0, 1]);
    for (const text of ["let a", "let long_a", "let even_longer_a"]) {
      const { document } = vscode.window.activeTextEditor!;
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, document.lineAt(0).range, `${text};`);
      await vscode.workspace.applyEdit(edit);
      await write("changing.txt", text);
      await selection.files.attach(chat, [at("a.ts")]);
      await selection.files.attach(chat, [at("changing.txt")]);
      await attachLines("a.ts", [0, 1]);
      assert.deepEqual(
        chat.attachments.map(({ label, text: attached }) => [label, attached]),
        [
          ["a.ts:1", `${text};\n`],
          ["a.ts", `${text};\nlet b;\n`],
          ["changing.txt", text],
        ],
      );
    }
    await attachLines("a.ts", [1, 2]);
    assert.deepEqual(labels(), ["a.ts:1", "a.ts", "changing.txt", "a.ts:2"]);
  });

  /** Opens the picker, and does this once everything is listed. */
  const pick = async (choose: (picker: ReturnType<typeof quickPick>) => void) => {
    const picker = quickPick();
    const picked = withWindow({ createQuickPick: () => picker.box }, () =>
      attachPicked(chat, selection, () => {}),
    );
    await until("all are listed", () => picker.rows().includes("-- Folders"));
    const rows = picker.rows();
    choose(picker);
    await picked;
    return rows;
  };

  it("offers the selection, open editors, files and folders in one list", async () => {
    await openFile(at("deep/c.py"));
    const editor = await openFile(at("a.ts"));
    editor.selection = new vscode.Selection(0, 0, 1, 0);
    await until("it is selected", () => selection.selectedEditor.current === editor);
    const rows = await pick(({ accept }) => accept("$(files) All 2 open editors"));
    assert.deepEqual(rows.slice(0, 6), [
      "$(list-selection) a.ts:1 | 1 line · TypeScript · 7 B",
      "-- Open editors",
      "$(files) All 2 open editors",
      "$(file) c.py | attaching/deep · 5 B",
      "$(file) a.ts | attaching · 14 B",
      "-- Files",
    ]);
    assert.ok(rows.includes("$(file) d.txt | attaching/deep · 8 B"));
    assert.ok(rows.includes("$(folder) deep | attaching · 2 files · 13 B"));
    assert.deepEqual(labels(), ["c.py", "a.ts"]);
    await pick(({ accept }) => accept(editorRow));
    await pick(({ accept }) => accept("$(folder) deep"));
    assert.equal(messages.last?.message, "Attached 2 files of deep, 13 B in total.");
    assert.deepEqual(labels(), ["c.py", "a.ts", "a.ts:1", "d.txt"]);
    await pick(({ box }) => box.hide());
    assert.equal(labels().length, 4);
  });

  it("stays at the row that the user went to while files were listed", async () => {
    await openFile(at("deep/c.py"));
    await openFile(at("a.ts"));
    const picker = quickPick();
    await withWindow({ createQuickPick: () => picker.box }, async () => {
      const picked = attachPicked(chat, selection, () => {});
      await until("it is open", () => picker.rows().length > 0);
      const row = picker.box.items.find(({ label }) => label === "$(file) a.ts")!;
      picker.box.activeItems = [row];
      await until("all are listed", () => picker.rows().includes("-- Folders"));
      assert.deepEqual(picker.box.activeItems, [row]);
      picker.box.hide();
      await picked;
    });
  });

  it("finds files beyond those that it lists by what is typed, and says that there are more", async () => {
    const settings = {
      exclude: [] as readonly string[],
      neverSent: [] as readonly string[],
    } as EditorSettings;
    const picker = quickPick();
    await withWindow({ createQuickPick: () => picker.box }, async () => {
      const picked = pickAttachment(selection.selectedEditor, settings, 2);
      await until("the first are listed", () => picker.rows().includes("-- Folders"));
      assert.ok(picker.rows().includes("-- The first 2 files: type a name to find others"));
      assert.ok(!picker.rows().some((row) => row.includes("d.txt")));
      picker.type("D.TX");
      await until("it is found", () => picker.rows().includes("$(file) d.txt | attaching/deep"));
      await until("all is read", () => !picker.box.busy);
      // Files of other tests may have names like this one.
      const others = picker.rows().indexOf("-- Other files");
      const row = picker.rows().indexOf("$(file) d.txt | attaching/deep");
      assert.ok(others !== -1 && others < row);
      assert.equal(picker.box.items[row]?.alwaysShow, true);
      picker.type("ing/deep/d");
      await until("its path is found", () => picker.rows().at(-1)?.includes("d.txt") === true);
      picker.type("no such file");
      await until("nothing is found", () => !picker.rows().includes("-- Other files"));
      picker.type("d.txt");
      await until("it is found again", () => picker.rows().includes("-- Other files"));
      picker.accept("$(file) d.txt");
      const uris = (await picked) as readonly vscode.Uri[];
      assert.deepEqual(
        uris.map((uri) => uri.path),
        [at("deep/d.txt").path],
      );
    });
  });

  it("reads no more folders once it is closed", async () => {
    for (let number = 0; number < 40; number++) await write(`many/${number}/file.txt`, "x");
    const settings = {
      exclude: [] as readonly string[],
      neverSent: [] as readonly string[],
    } as EditorSettings;
    const picker = quickPick();
    const { fs } = vscode.workspace;
    let reads = 0;
    const slow = {
      isWritableFileSystem: fs.isWritableFileSystem.bind(fs),
      stat: fs.stat.bind(fs),
      readFile: fs.readFile.bind(fs),
      readDirectory: async (uri: vscode.Uri) => {
        reads++;
        await new Promise((resolve) => setTimeout(resolve, 5));
        return fs.readDirectory(uri);
      },
    };
    await withProperty(vscode.workspace, "fs", slow, () =>
      withWindow({ createQuickPick: () => picker.box }, async () => {
        const picked = pickAttachment(selection.selectedEditor, settings);
        await until("folders are read", () => reads > 1);
        picker.box.hide();
        await picked;
        const before = reads;
        await new Promise((resolve) => setTimeout(resolve, 100));
        assert.ok(reads <= before + 1, `${before}, then ${reads}`);
      }),
    );
    await vscode.workspace.fs.delete(at("many"), { recursive: true });
  });

  it("takes a file of the remote machine for what it is there", async () => {
    const drop = (authority: string) =>
      attachDropped(
        chat,
        [at("a.ts").with({ scheme: "vscode-remote", authority }).toString()],
        selection,
      );
    await selection.files.attach(chat, [at("a.ts")]);
    await withProperty(vscode.env, "remoteName", "ssh-remote", async () => {
      await drop("ssh-remote+host");
      assert.deepEqual([labels(), messages.told], [["a.ts"], []]);
      await assert.rejects(drop("wsl+host"), { kind: "cancelled" });
    });
    assert.equal(messages.told.length, 1, "of another machine");
  });

  it("takes what is dropped, and asks first where it is outside the workspace", async () => {
    const elsewhere = await mkdtemp(path.join(os.tmpdir(), "expert-hub-dropped-"));
    try {
      const outside = vscode.Uri.file(path.join(elsewhere, "outside.txt"));
      await writeFile(outside.fsPath, "outside");
      const drop = (...uris: vscode.Uri[]) =>
        attachDropped(
          chat,
          uris.map((uri) => uri.toString()),
          selection,
        );
      await drop(at("a.ts"));
      assert.deepEqual([labels(), messages.told], [["a.ts"], []]);
      await assert.rejects(drop(at("deep/c.py"), outside), { kind: "cancelled" });
      assert.equal(messages.last?.message, "Attach files from outside the workspace?");
      assert.equal(messages.last.detail, outside.fsPath);
      assert.deepEqual(labels(), ["a.ts"]);
      messages.answer("Attach");
      await drop(at("deep/c.py"), outside);
      assert.deepEqual(labels(), ["a.ts", "c.py", "outside.txt"]);
      assert.equal(chat.attachments[2]?.path, "outside.txt", "nothing of where it is");
      const many = Array.from({ length: 201 }, (_, number) => at(`${number}.txt`));
      await assert.rejects(drop(...many), { message: "A question has at most 200 attachments." });
    } finally {
      await rm(elsewhere, { recursive: true });
    }
  });

  it("takes all that is selected in the explorer, else the file of the menu, else the selection or the file of the editor", async () => {
    let opened = 0;
    const panels = { openSide: async () => void opened++ } as unknown as ChatPanels;
    const command = attachFiles({ ...selection, chats: { side: chat } as OpenChats, panels });
    const attached = async (...args: unknown[]) => {
      chat.attachments = [];
      await command.run(...args);
      return labels();
    };
    assert.deepEqual(await attached(at("a.ts"), [at("a.ts"), at("deep/c.py")]), ["a.ts", "c.py"]);
    assert.deepEqual(await attached(at("deep/c.py")), ["c.py"]);
    const editor = await openFile(at("fences.md"));
    // VS Code remembers what was selected in it before.
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    assert.deepEqual(await attached(), ["fences.md"]);
    editor.selection = new vscode.Selection(0, 0, 1, 0);
    assert.deepEqual(await attached(), ["fences.md:1"]);
    assert.equal(opened, 4);
    await assert.rejects(attached(at("none.ts")), /none\.ts cannot be read/);
    assert.equal(opened, 5, "the chat is shown with what is there");
  });
});

const editorRow = "$(list-selection) a.ts:1";
