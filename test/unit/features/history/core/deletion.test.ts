import assert from "node:assert/strict";
import { readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { ConversationSearch } from "../../../../../src/features/history/core/conversationSearch";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";
import { until } from "../../../../support/until";
import { savedFolder, type SavedFolder } from "../../conversation/core/savedFolder";
import { done, turn } from "../../conversation/core/savedTurns";

describe("deleted and pinned conversations", () => {
  let fixture: SavedFolder;
  let ids: string[];

  beforeEach(async () => {
    fixture = await savedFolder();
    ids = [
      await fixture.saved(turn("1", done("needle one"))),
      await fixture.saved(turn("2", done("needle two"))),
      await fixture.saved(turn("3", done("needle three"))),
    ];
  });

  const listed = async (window: ReturnType<SavedFolder["window"]>) =>
    (await window.saved.list()).map(({ id }) => ids.indexOf(id)).toSorted((a, b) => a - b);

  async function onDisk(): Promise<string> {
    const names = await readdir(fixture.folder);
    const texts = names.map((name) => readFile(path.join(fixture.folder, name), "utf8"));
    return `${names.join()} ${(await Promise.all(texts)).join("\n")}`;
  }

  async function found(text: string): Promise<number> {
    const search = new ConversationSearch();
    const { signal } = new AbortController();
    await search.read(fixture.window().saved, { signal, onRead: () => undefined });
    return search.find(text).length;
  }

  it("D5 are gone from the disk, from other windows and from searches before the undo ends", async () => {
    const [left, right] = [fixture.window(), fixture.window()];
    await right.saved.list();
    const gone: string[] = [];
    right.onDidRemove((id) => gone.push(id));
    await fixture.opened(ids[0]!, right);
    const deletion = await left.saved.remove(ids[0]!, ids[2]!);
    assert.equal(deletion.canUndo, true);
    const texts = await onDisk();
    for (const id of [ids[0]!, ids[2]!]) assert.equal(texts.includes(id), false);
    assert.doesNotMatch(texts, /needle (?:one|three)/);
    assert.equal(await found("needle"), 1);
    await until("the other window has closed it", () => gone.length > 0);
    assert.deepEqual(await listed(right), [1]);
  });

  it("come back byte for byte, pinned as they were, in every window", async () => {
    const [left, right] = [fixture.window(), fixture.window()];
    await left.saved.pin([ids[0]!], true);
    await right.saved.list();
    const before = await Promise.all(ids.map((id) => readFile(fixture.fileOf(id))));
    const deletion = await left.saved.remove(...ids);
    for (const window of [left, right]) assert.deepEqual(await listed(window), []);
    let changes = 0;
    right.saved.onDidChange(() => changes++);
    await left.saved.restore(deletion);
    assert.deepEqual(await Promise.all(ids.map((id) => readFile(fixture.fileOf(id)))), before);
    await until("the other window lists them", async () => (await right.saved.list()).length === 3);
    assert.ok(changes > 0, "it is not drawn again");
    for (const window of [left, right]) {
      const pinned = (await window.saved.list()).filter(({ isPinned }) => isPinned);
      assert.deepEqual(
        pinned.map(({ id }) => id),
        [ids[0]],
      );
    }
    assert.equal((await fixture.opened(ids[1]!, left)).turns.length, 1);
    assert.equal(deletion.canUndo, false, "their text is still in memory");
  });

  it("come back to nobody once the deletion is final", async () => {
    const window = fixture.window();
    const deletion = await window.saved.remove(ids[0]!);
    deletion.forget();
    await window.saved.restore(deletion);
    assert.deepEqual(await listed(window), [1, 2]);
  });

  it("leave a conversation alone that was saved under the same id meanwhile", async () => {
    const window = fixture.window();
    const deletion = await window.saved.remove(ids[0]!);
    const theirs = fixture.window();
    await theirs.add({ id: ids[0]!, changes: [{ kind: "turn", turn: turn("9", done("theirs")) }] });
    await window.saved.restore(deletion);
    const { turns } = await fixture.opened(ids[0]!);
    assert.deepEqual(
      turns.map(({ id }) => id),
      ["9"],
    );
  });

  it("can be brought back at the second try if the disk refuses the first one", async () => {
    let full = false;
    class FullDisk extends DiskFiles {
      override async append(...args: Parameters<DiskFiles["append"]>) {
        if (full) throw new Error("full");
        return super.append(...args);
      }
    }
    const window = fixture.window(new FullDisk(fixture.folder));
    const deletion = await window.saved.remove(...ids);
    full = true;
    await assert.rejects(window.saved.restore(deletion), { kind: "storage" });
    full = false;
    await window.saved.restore(deletion);
    assert.deepEqual(await listed(window), [0, 1, 2]);
  });

  it("are all still there if one of them cannot be deleted", async () => {
    class Stubborn extends DiskFiles {
      override async remove(name: string): Promise<void> {
        if (name.startsWith(ids[1]!)) throw new Error("locked");
        return super.remove(name);
      }
    }
    const window = fixture.window(new Stubborn(fixture.folder));
    await window.saved.list();
    const removed: string[] = [];
    window.onDidRemove((id) => removed.push(id));
    await assert.rejects(window.saved.remove(...ids), { kind: "storage" });
    assert.deepEqual(await listed(window), [0, 1, 2]);
    assert.deepEqual(removed, []);
  });

  it("cannot be undone where they would fill the memory", async () => {
    const big = fixture.fileOf(crypto.randomUUID());
    await writeFile(big, "");
    await truncate(big, 65 * 1024 * 1024);
    const window = fixture.window();
    const deletion = await window.saved.remove(path.basename(big, ".jsonl"), ids[0]!);
    assert.equal(deletion.canUndo, false);
    await assert.rejects(stat(big));
  });

  it("are pinned in every window, and stay so for the next one, until they are unpinned", async () => {
    const [left, right] = [fixture.window(), fixture.window()];
    await right.saved.list();
    let changes = 0;
    right.saved.onDidChange(() => changes++);
    await left.saved.pin([ids[0]!, ids[2]!], true);
    await until("the other window is drawn again", () => changes > 0);
    const pinned = async (window = fixture.window()) =>
      (await window.saved.list()).filter(({ isPinned }) => isPinned).length;
    assert.deepEqual([await pinned(left), await pinned(right), await pinned()], [2, 2, 2]);
    await right.saved.pin([ids[0]!], false);
    await until("the first window has it", async () => (await pinned(left)) === 1);
    assert.equal(await pinned(), 1);
    assert.equal((await fixture.opened(ids[2]!)).turns.length, 1);
  });

  it("leave no pin behind", async () => {
    const window = fixture.window();
    await window.saved.pin(ids, true);
    await window.saved.remove(ids[0]!);
    assert.equal((await onDisk()).includes(ids[0]!), false);
    await window.saved.removeAll();
    assert.deepEqual(await readdir(fixture.folder), ["index.jsonl"]);
  });

  it("are not pinned where that cannot be saved, which is reported", async () => {
    class FullDisk extends DiskFiles {
      override async append(): Promise<never> {
        throw new Error("full");
      }
    }
    const window = fixture.window(new FullDisk(fixture.folder));
    await assert.rejects(window.saved.pin(ids, true), { kind: "storage" });
  });
});
