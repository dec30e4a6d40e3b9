import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { Chat } from "../../../src/features/asking/core/chat";
import type { Attachment } from "../../../src/features/conversation/core/attachment";
import type { EditorSettings } from "../../../src/platform/editor/settings";
import { FileAttacher, filesBelow } from "../../../src/features/attachments/editor/fileAttacher";
import type { SelectionAttacher } from "../../../src/features/attachments/editor/selectionAttacher";
import { git, makeRepository } from "../../support/gitRepository";
import { until } from "../support/inputs";
import { withProperty } from "../support/standIns";
import { Messages } from "../support/messages";

const [{ uri: workspace }] = vscode.workspace.workspaceFolders as [vscode.WorkspaceFolder];
const folder = vscode.Uri.joinPath(workspace, "attachable");
const at = (name: string) => vscode.Uri.joinPath(folder, name);

const contents: Record<string, string | Uint8Array> = {
  ".gitignore": "*.log\n/built/\n!kept.log\n",
  "a.ts": "let a;\nlet b;\n",
  "b.py": "b = 1",
  "debug.log": "ignored",
  "kept.log": "kept",
  "key.pem": "excluded",
  "built/c.ts": "ignored",
  "deep/.gitignore": "d.ts\n",
  "deep/d.ts": "ignored",
  "deep/g.log": "ignored by the list above",
  "deep/e.md": "# E",
  "deep/built/f.md": "of another folder",
  ".git/config": "ignored",
  "image.png": Uint8Array.of(137, 80, 78, 71, 0, 1),
  "latin.txt": Uint8Array.of(0xe4, 0xf6),
  "empty.txt": "",
};

const join = (before: readonly Attachment[], added: Attachment) => [...before, added];

describe("files that are attached", () => {
  let messages: Messages;
  let chat: Chat;
  const settings = { exclude: ["**/*.pem"], neverSent: [] as readonly string[] } as EditorSettings;
  const attacher = { join } as unknown as SelectionAttacher;
  const attach = (...uris: vscode.Uri[]) => new FileAttacher(settings, attacher).attach(chat, uris);
  const paths = () => chat.attachments.map(({ path }) => path);

  before(async () => {
    for (const [name, text] of Object.entries(contents))
      await vscode.workspace.fs.writeFile(at(name), Buffer.from(text));
  });
  after(() => vscode.workspace.fs.delete(folder, { recursive: true }));
  beforeEach(() => {
    messages = new Messages();
    chat = new Chat();
  });
  afterEach(() => {
    messages.restore();
    chat.dispose();
  });

  it("have their text, name, lines, size and language, and know where they are", async () => {
    await attach(at("a.ts"), at("b.py"));
    const [one, second] = chat.attachments as [Attachment, Attachment];
    const { id: _, ...first } = one;
    assert.deepEqual(first, {
      text: "let a;\nlet b;\n",
      languageId: "typescript",
      label: "a.ts",
      detail: "2 lines · TypeScript · 14 B",
      path: "attachable/a.ts",
      origin: { uri: at("a.ts").toString(), start: 0, end: 14, single: false },
    });
    assert.equal(second.detail, "1 line · Python · 5 B");
  });

  it("are counted first where a folder is attached, without what is ignored or excluded", async () => {
    await attach(folder);
    assert.deepEqual(paths(), []);
    const { message, detail } = messages.last!;
    assert.equal(message, "Attach 10 files of attachable?");
    assert.match(detail, /^\d+ B in total\.\n/);
    assert.match(detail, /1 file left out because of the setting expertHub\.exclude\.$/);
    messages.answer("Attach");
    await assert.rejects(attach(folder), {
      message: "empty.txt is empty. image.png is not a text file.",
    });
    assert.deepEqual(
      paths().map((path) => path?.replace("attachable/", "")),
      [
        ".gitignore",
        "a.ts",
        "b.py",
        "kept.log",
        "latin.txt",
        "deep/.gitignore",
        "deep/e.md",
        "deep/built/f.md",
      ],
    );
  });

  it("of a small folder are attached without a question, and taken off again by *Undo*", async () => {
    await attach(at("b.py"));
    messages.press = () => "Undo";
    await attach(at("deep/built"));
    const sentence = "Attached 1 file of built, 17 B.";
    assert.deepEqual(messages.told, [
      { message: sentence, modal: false, detail: "", buttons: ["Undo"] },
    ]);
    await until("only the other one is left", () => chat.attachments.length === 1);
    assert.deepEqual(paths(), ["attachable/b.py"]);
    messages.answer(undefined);
    await attach(at("deep"));
    assert.equal(messages.last?.message, "Attached 3 files of deep, 25 B in total.");
    assert.equal(chat.attachments.length, 4);
  });

  it("of a small folder are no longer offered to be taken off once they are sent", async () => {
    chat.dispose();
    chat = new Chat(undefined, undefined, () => true);
    await attach(at("deep"));
    await until("it is said", () => chat.pending.notice !== undefined);
    const [first, ...others] = chat.attachments;
    chat.attachments = [first!];
    assert.ok(chat.pending.notice, "one of them is still there");
    chat.attachments = others.slice(0, 0);
    await until("it is gone", () => chat.pending.notice === undefined);
  });

  it("are counted first where a folder is large", async () => {
    const bytes = 256 * 1024;
    await vscode.workspace.fs.writeFile(at("large/a.txt"), Buffer.from("a".repeat(bytes)));
    await attach(at("large"));
    assert.match(messages.last?.message ?? "", /^Attached 1 file of large, 256 KB\.$/);
    chat.attachments = [];
    await vscode.workspace.fs.writeFile(at("large/b.txt"), Buffer.from("b"));
    await attach(at("large"));
    assert.equal(messages.last?.message, "Attach 2 files of large?");
    assert.deepEqual(paths(), []);
    await vscode.workspace.fs.delete(at("large"), { recursive: true });
  });

  it("are left out where a .gitignore between the open folder and theirs lists them", async () => {
    const { files } = await filesBelow(at("deep"), []);
    const names = files.map(({ path: full }) => path.posix.relative(at("deep").path, full));
    assert.deepEqual(names, [".gitignore", "e.md", "built/f.md"]);
  });

  describe("below the root of a repository", () => {
    let root: string;
    const inside: Record<string, string> = {
      ".git/HEAD": "ref: refs/heads/main\n",
      ".git/info/exclude": "local.txt\n",
      ".gitignore": "secrets.json\n/app/out/\n*.tmp\n!own.log\n",
      "app/.gitignore": "!kept.tmp\nown.log\n",
      "app/a.ts": "a",
      "app/secrets.json": "ignored by the root",
      "app/local.txt": "ignored by this clone",
      "app/out/b.js": "ignored by the root",
      "app/kept.tmp": "taken back by the inner file",
      "app/other.tmp": "ignored by the root",
      "app/own.log": "ignored by the inner file, against the root",
      "app/deep/secrets.json": "ignored by the root",
      "app/deep/c.md": "c",
    };
    beforeEach(async () => {
      root = await mkdtemp(path.join(os.tmpdir(), "expert-hub-"));
      for (const [name, text] of Object.entries(inside)) {
        await mkdir(path.dirname(path.join(root, name)), { recursive: true });
        await writeFile(path.join(root, name), text);
      }
    });
    afterEach(() => rm(root, { recursive: true }));
    const below = async (name: string) => {
      const start = vscode.Uri.file(path.join(root, name));
      const { files } = await filesBelow(start, []);
      return files.map(({ path: full }) => full.slice(start.path.length + 1));
    };

    it("are left out where a .gitignore above the opened folder lists them", async () => {
      assert.deepEqual(await below("app"), [".gitignore", "a.ts", "kept.tmp", "deep/c.md"]);
    });

    it("are left out where an inner .gitignore lists them against an outer one", async () => {
      const all = await below("");
      assert.ok(all.includes("app/kept.tmp"));
      assert.ok(!all.includes("app/own.log") && !all.includes("app/other.tmp"));
    });

    it("are kept in a folder that an inner .gitignore takes back", async () => {
      await writeFile(path.join(root, ".gitignore"), "/app/out\n");
      await writeFile(path.join(root, "app", ".gitignore"), "!out\n");
      assert.ok((await below("")).includes("app/out/b.js"));
    });

    it("are told apart by capitals where the file system does so", async () => {
      await writeFile(path.join(root, "app", ".gitignore"), "A.ts\n");
      assert.equal((await below("app")).includes("a.ts"), process.platform === "linux");
    });

    it("are not left out by a .gitignore outside of it", async () => {
      await mkdir(path.join(root, "app", "deep", ".git"));
      assert.deepEqual(await below("app/deep"), ["c.md", "secrets.json"]);
    });

    it("G13 are left out as Git says, where rules stand that only Git reads", async () => {
      await rm(path.join(root, ".git"), { recursive: true });
      makeRepository(root, "app/a.ts", "app/out/b.js");
      git(root, "worktree", "add", "--quiet", path.join(root, "second"));
      await writeFile(path.join(root, ".git", "info", "exclude"), "mine.ts\n");
      await writeFile(path.join(root, "second", "app", "mine.ts"), "mine");
      assert.deepEqual(await below("second"), ["app/a.ts", "app/out/b.js"]);
      assert.deepEqual(await below("second/app"), ["a.ts", "out/b.js"]);
      // Git is not run for a workspace that nobody has trusted yet.
      const untrusted = await withProperty(vscode.workspace, "isTrusted", false, () =>
        below("second/app"),
      );
      assert.deepEqual(untrusted, ["a.ts", "mine.ts", "out/b.js"]);
    });

    it("are attached from an opened folder that the repository ignores as a whole", async () => {
      assert.deepEqual(await below("app/out"), ["b.js"]);
    });
  });

  it("are attached only after a question where they are excluded", async () => {
    await attach(at("key.pem"));
    assert.deepEqual(paths(), []);
    messages.answer("Attach Anyway");
    await attach(at("key.pem"));
    assert.deepEqual(paths(), ["attachable/key.pem"]);
  });

  it("G13 are attached only after a question where Git ignores them", async () => {
    await attach(at("debug.log"), at("a.ts"));
    assert.deepEqual(paths(), ["attachable/a.ts"]);
    const { message, detail } = messages.last!;
    assert.equal(message, "debug.log is ignored by Git. Attach its text?");
    assert.equal(detail, "Such files often hold keys, or what a build has made.");
    messages.answer("Attach Anyway");
    await attach(at("debug.log"));
    assert.deepEqual(paths(), ["attachable/a.ts", "attachable/debug.log"]);
  });

  it("are refused in a sentence where they are too large or gone", async () => {
    await vscode.workspace.fs.writeFile(at("large.txt"), Buffer.alloc(1024 * 1024 + 1, "x"));
    await assert.rejects(attach(at("large.txt"), at("none.txt"), at("a.ts")), {
      kind: "invalid-request",
      message:
        "large.txt is too large to attach: 1 MB. The limit is 1 MB. none.txt cannot be read.",
    });
    assert.deepEqual(paths(), ["attachable/a.ts"]);
    await vscode.workspace.fs.delete(at("large.txt"));
  });
});
