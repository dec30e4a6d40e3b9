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

  const prompt = {
    name: "Leaks",
    description: "",
    text: "Where does it leak?",
    file: "/x",
    folder: "f",
  };

  /** Opens the picker, and does this once the first rows are listed. */
  const pick = async (choose: (picker: ReturnType<typeof quickPick>) => unknown) => {
    const picker = quickPick();
    const used: string[] = [];
    const prompts = {
      list: async () => [prompt],
      use: async (_: Chat, { name }: { name: string }) => void used.push(name),
    };
    await withWindow({ createQuickPick: () => picker.box }, async () => {
      const picked = attachPicked(chat, { selection, prompts });
      await until("they are listed", () => picker.rows().includes("-- Saved prompts"));
      await choose(picker);
      await picked;
    });
    return used;
  };

  it("attaches all that is checked, of several kinds, and uses the prompts below", async () => {
    await openFile(at("deep/c.py"));
    const editor = await openFile(at("a.ts"));
    editor.selection = new vscode.Selection(0, 0, 1, 0);
    await until("it is selected", () => selection.selectedEditor.current === editor);
    const used = await pick(({ box, check, rows }) => {
      assert.equal(box.canSelectMany, true);
      assert.match(rows()[0] ?? "", /^\$\(list-selection\) a\.ts:1 \| Selection/);
      assert.ok(rows().some((row) => row.startsWith("$(file) c.py | attaching/deep")));
      check("$(list-selection) a.ts:1", "$(file) c.py", "Leaks");
    });
    assert.deepEqual([labels(), used], [["a.ts:1", "c.py"], ["Leaks"]]);
    await pick(({ box }) => box.hide());
    assert.equal(labels().length, 2);
  });

  it("keeps what is checked while another name is typed, and finds files by it", async () => {
    await openFile(at("a.ts"));
    await pick(async ({ check, rows, type }) => {
      check("$(file) a.ts", { isAccepted: false });
      type("d.txt");
      await until(
        "what is checked is on top",
        () => rows()[0]?.startsWith("$(file) a.ts") === true,
      );
      assert.ok(rows().some((row) => row.startsWith("$(file) d.txt")));
      check("$(file) a.ts", "$(file) d.txt");
    });
    assert.deepEqual(labels().toSorted(), ["a.ts", "d.txt"]);
  });

  it("attaches the row that is marked where nothing is checked", async () => {
    await pick(async ({ acceptSelected, box, type }) => {
      type("fences");
      await until("it is marked", () => box.activeItems[0]?.label.endsWith("fences.md") === true);
      acceptSelected();
    });
    assert.deepEqual(labels(), ["fences.md"]);
  });

  it("attaches what it can where something cannot be attached, and says which that is", async () => {
    await write("binary.bin", "\0\0");
    await assert.rejects(
      pick(async ({ check, rows, type }) => {
        type("bin");
        await until("it is found", () => rows().some((row) => row.includes("binary.bin")));
        check("$(file) binary.bin", "Leaks");
      }),
      /binary\.bin/,
    );
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
    const chats = { side: chat, shown: [chat] } as unknown as OpenChats;
    const command = attachFiles({ selection, chats, panels });
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
    assert.deepEqual(await attached({ inChat: true }), ["fences.md:1"]);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("no editor is left", () => selection.selectedEditor.current === undefined);
    assert.deepEqual(await attached({ inChat: true }), []);
    assert.equal(messages.last?.message, "Open a file to attach it.");
    assert.equal(opened, 4);
    await assert.rejects(attached(at("none.ts")), /none\.ts cannot be read/);
    assert.equal(opened, 5, "the chat is shown with what is there");
  });
});
