import assert from "node:assert/strict";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { Chat } from "../../../src/features/asking/core/chat";
import {
  buildAttachments,
  type AttachmentsFeature,
} from "../../../src/features/attachments/editor";
import type { Attachment } from "../../../src/features/conversation/core/attachment";
import { gitApi, type Repository } from "../../../src/platform/editor/gitApi";
import { LastEditor } from "../../../src/platform/editor/lastEditor";
import type { EditorSettings } from "../../../src/platform/editor/settings";
import { git, makeRepository } from "../../support/gitRepository";
import { type ChatFixture, useFixture } from "../support/chatFixture";
import { questionsTo, type TestHub } from "../support/hub";
import { until } from "../support/inputs";
import { withWindow } from "../support/standIns";

/** Turns VS Code's own Git extension on, which is off in these windows. */
const useGit = (isOn: boolean) =>
  vscode.workspace
    .getConfiguration("git")
    .update("enabled", isOn ? true : undefined, vscode.ConfigurationTarget.Global);

/** What the Git extension has for what we use of it only in tests. */
interface OpenRepositories {
  openRepository(root: vscode.Uri): Promise<Repository | null>;
}

describe("changes in Git", () => {
  let fixture: ChatFixture;
  let hub: TestHub;
  let selection: AttachmentsFeature;
  let folder: string;
  const owned: vscode.Disposable[] = [];
  const settings = { exclude: ["**/.env"], neverSent: [] as readonly string[] } as EditorSettings;

  useFixture((started, its) => {
    [fixture, hub] = [started, its];
    const own = <T extends vscode.Disposable>(one: T): T => (owned.push(one), one);
    selection = buildAttachments(settings, own(new LastEditor()), own);
  });
  beforeEach(async () => {
    await useGit(true);
    await until("Git is on", () => gitApi().then(Boolean, () => false));
    folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "expert-hub-changes-")));
  });
  afterEach(async () => {
    for (const one of owned.splice(0)) one.dispose();
    for (const { rootUri } of (await gitApi()).repositories)
      await vscode.commands.executeCommand("git.close", rootUri);
    await until("no repository is open", async () => (await gitApi()).repositories.length === 0);
    await useGit(false);
    await rm(folder, { recursive: true, force: true });
  });

  const chat = (): Chat => fixture.chats.side;
  async function write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), content);
    }
  }
  async function open(...names: string[]): Promise<void> {
    const api = (await gitApi()) as unknown as OpenRepositories;
    for (const name of names.length > 0 ? names : [""]) {
      const root = vscode.Uri.file(path.join(folder, name));
      assert.ok(await api.openRepository(root), `${root.path} is open`);
    }
  }

  /** Accepts the first row for a word, picking from lists by these words. */
  async function attach(word: string, ...picks: string[]): Promise<Attachment> {
    const { found } = await (await selection.attachables()).find(word, () => false);
    const [row = assert.fail(`nothing for ${word}`)] = found;
    const showQuickPick = async (rows: vscode.QuickPickItem[]) => {
      const picked = picks.shift() ?? "";
      return rows.find(({ label }) => label.includes(picked)) ?? assert.fail(`no ${picked}`);
    };
    await withWindow({ showQuickPick }, () => row.attach(chat()));
    assert.deepEqual(picks, [], "all that was asked for");
    return chat().attachments.at(-1) ?? assert.fail("nothing is attached");
  }

  /** Sends what is attached, which has to be what the preview shows, byte for byte. */
  async function sentAsPreviewed(): Promise<string> {
    const { body } = fixture.sender.preview(chat(), "Why?").sent;
    await fixture.send("Why?");
    assert.deepEqual(questionsTo(hub).at(-1), JSON.parse(JSON.stringify(body)));
    return String((body as { input_data: unknown }).input_data);
  }

  it("E1 #changes go along as they are previewed: staged, not staged, renamed, new, binary, not what is excluded", async () => {
    const text = Array.from({ length: 20 }, (_, line) => `line ${line}\n`).join("");
    await write({
      "a.ts": "before\n",
      "old.ts": text,
      "image.png": Uint8Array.of(0, 1),
      ".env": "TOKEN=1\n",
      ".gitignore": "*.log\n",
      "kept.log": "tracked\n",
    });
    makeRepository(folder, ".");
    await write({ "a.ts": "staged\n", ".env": "TOKEN=canary\n", "kept.log": "canary\n" });
    git(folder, "add", "a.ts");
    git(folder, "mv", "old.ts", "new.ts");
    await write({
      "a.ts": "not staged\n",
      "image.png": Uint8Array.of(0, 2),
      "fresh/ü.md": "new text\n",
      "fresh/.env": "TOKEN=canary\n",
      "fresh/blob.bin": Uint8Array.of(0, 3),
      "debug.log": "canary\n",
    });
    await open();
    const { label, detail } = await attach("changes");
    assert.equal(label, "Changes");
    assert.match(
      detail,
      /^5 files · \d+ lines · [\d.]+ K?B · without \.env, kept\.log, fresh\/\.env$/,
    );
    const input = await sentAsPreviewed();
    assert.match(input, /^-before\n\+not staged$/m);
    assert.match(input, /^rename from old\.ts\nrename to new\.ts$/m);
    assert.match(input, /^\+\+\+ b\/fresh\/ü\.md\n@@ -0,0 \+1 @@\n\+new text$/m);
    assert.match(input, /^Binary files a\/image\.png and b\/image\.png differ$/m);
    assert.match(input, /^Binary files \/dev\/null and b\/fresh\/blob\.bin differ$/m);
    assert.doesNotMatch(input, /canary|\.env|kept\.log|debug\.log/);
  });

  it("E1 #staged are only those, also before the first commit", async () => {
    await write({ "a.ts": "staged\n", "b.ts": "not staged\n" });
    git(folder, "init", "--quiet");
    git(folder, "add", "a.ts");
    await open();
    const staged = await attach("staged");
    assert.match(staged.text, /^\+staged$/m);
    assert.doesNotMatch(staged.text, /b\.ts/);
    assert.match((await attach("changes")).text, /^\+staged$[^]*^\+not staged$/m);
    assert.equal(chat().attachments.length, 2);
    await assert.rejects(attach("commit"), /There is no commit in expert-hub-changes-\w+ yet/);
    git(folder, "commit", "--quiet", "--message", "first");
    await assert.rejects(attach("staged"), /Nothing is staged/);
  });

  it("E1 #branch is what the branch has since it left the default branch of its remote", async () => {
    const origin = path.join(folder, "origin");
    const clone = path.join(folder, "clone");
    await write({ "origin/a.ts": "one\n" });
    makeRepository(origin, ".");
    git(origin, "branch", "--move", "trunk");
    git(folder, "clone", "--quiet", origin, clone);
    git(clone, "checkout", "--quiet", "-b", "feature");
    await write({ "clone/b.ts": "mine\n" });
    git(clone, "add", ".");
    git(clone, "commit", "--quiet", "--message", "mine");
    await write({ "origin/a.ts": "theirs\n" });
    git(origin, "commit", "--quiet", "--all", "--message", "theirs");
    git(clone, "fetch", "--quiet");
    await open("clone");
    const { label, text } = await attach("branch");
    assert.equal(label, "Branch feature");
    assert.match(text, /^\+mine$/m);
    assert.doesNotMatch(text, /theirs|a\.ts/);
  });

  it("E1 #branch of a repository without a remote is compared with its main branch", async () => {
    await write({ "a.ts": "one\n" });
    makeRepository(folder, ".");
    git(folder, "branch", "--move", "main");
    git(folder, "checkout", "--quiet", "-b", "feature");
    await write({ "a.ts": "two\n" });
    git(folder, "commit", "--quiet", "--all", "--message", "second");
    await open();
    assert.match((await attach("branch")).text, /^-one\n\+two$/m);
    git(folder, "branch", "--quiet", "--delete", "--force", "main");
    await assert.rejects(attach("branch"), /There is no branch that feature could be compared/);
  });

  it("E1 #commit is picked from a list, the first one and merges too", async () => {
    await write({ "a.ts": "one\n" });
    makeRepository(folder, ".");
    git(folder, "checkout", "--quiet", "-b", "side");
    await write({ "b.ts": "side\n" });
    git(folder, "add", ".");
    git(folder, "commit", "--quiet", "--message", "Add the side\n\nSince it was missing.");
    git(folder, "checkout", "--quiet", "-");
    git(folder, "merge", "--quiet", "--no-ff", "--message", "Merge the side", "side");
    await open();
    const first = await attach("commit", "first");
    assert.match(first.label, /^[0-9a-f]{7} first$/);
    assert.match(first.text, /^new file mode 100644$[^]*^\+one$/m);
    for (const subject of ["Add the side", "Merge the side"])
      assert.match((await attach("commit", subject)).text, /^\+side$/m);
    assert.equal(chat().attachments.length, 3);
  });

  it("E1 ask which of several repositories is meant, worktrees and submodules among them", async () => {
    await write({ "main/a.ts": "one\n", "library/l.ts": "one\n" });
    makeRepository(path.join(folder, "library"), ".");
    makeRepository(path.join(folder, "main"), ".");
    const main = path.join(folder, "main");
    git(main, "submodule", "--quiet", "add", path.join(folder, "library"), "module");
    git(main, "commit", "--quiet", "--message", "module");
    git(main, "worktree", "add", "--quiet", path.join(folder, "tree"), "-b", "tree");
    await write({ "main/a.ts": "main\n", "main/module/l.ts": "module\n", "tree/a.ts": "tree\n" });
    await open("main", "main/module", "tree");
    for (const name of ["module", "tree", "main"]) {
      const { text } = await attach("changes", name);
      assert.match(text, new RegExp(`^-one\n\\+${name}$`, "m"));
      assert.equal(text.match(/^diff --git/gm)?.length, 1);
    }
    assert.equal(chat().attachments.length, 3);
  });

  it("E1 stay as they were attached, and say so once the repository has moved on", async () => {
    await write({ "a.ts": "one\n" });
    makeRepository(folder, ".");
    await write({ "a.ts": "two\n" });
    await open();
    const attached = await attach("changes");
    const [repository] = (await gitApi()).repositories as unknown as { status(): Promise<void> }[];
    const isMarked = () => selection.changes.idsAmong("c", chat().attachments).size > 0;
    assert.equal(isMarked(), false);
    await repository?.status();
    await write({ "a.ts": "three\n" });
    await until("it is marked", async () => (await repository?.status(), isMarked()));
    assert.equal(chat().attachments[0]?.text, attached.text);
    await write({ "a.ts": "two\n" });
    await until("it is not marked", async () => (await repository?.status(), !isMarked()));
    await write({ "a.ts": "four\n" });
    await selection.attacher.update(chat(), attached.id);
    assert.match(chat().attachments[0]?.text ?? "", /^\+four$/m);
    await attach("changes");
    assert.equal(chat().attachments.length, 1, "a newer version of the same changes");
    git(folder, "checkout", "--quiet", "--", ".");
    await until("nothing is left", async () => (await repository?.status(), isMarked()));
  });

  it("E1 of 5,000 files are bounded, named, and there in seconds", async () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `${at % 50}/file ${at}.ts`);
    await write(Object.fromEntries(names.slice(0, 2_500).map((name) => [name, "one\n"])));
    makeRepository(folder, ".");
    await write(Object.fromEntries(names.map((name) => [name, "some text\n".repeat(40)])));
    await open();
    const began = performance.now();
    const { text, detail } = await attach("changes");
    assert.ok(performance.now() - began < 15_000);
    assert.ok(text.length < 1.2 * 1024 * 1024);
    assert.match(detail, /^5,000 files · [\d,]+ lines · 1\.\d MB · [\d,]+ by name only$/);
  });
});
