import assert from "node:assert/strict";
import { appendFile, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import { recordLine } from "../../../../../src/features/conversation/core/conversationFile";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";
import { pause, until } from "../../../../support/until";
import { closeAll } from "../../../client/hubFixture";
import { done, turn } from "./savedTurns";
import { savedFolder, type SavedFolder } from "./savedFolder";

const outputs = ({ turns }: Conversation): string[] =>
  turns.map(({ result }) =>
    result.state === "done" ? result.received.value.output : result.state,
  );

describe("the file of a conversation in two windows", () => {
  let folder: SavedFolder["folder"];
  let window: SavedFolder["window"];
  let opened: SavedFolder["opened"];
  let saved: SavedFolder["saved"];
  let fileOf: SavedFolder["fileOf"];

  beforeEach(async () => {
    ({ folder, window, opened, saved, fileOf } = await savedFolder());
  });
  afterEach(closeAll);

  it("P6 has the answer to a question that another window took out meanwhile", async () => {
    const id = await saved(turn("1", done("one")));
    const [asking, other] = [window(), window()];
    const [asked, shown] = [await opened(id, asking), await opened(id, other)];
    asked.put(turn("2", { state: "waiting" }));
    await asking.saved.settle();
    await other.saved.refresh();
    shown.remove("2");
    await other.saved.settle();
    asked.settle("2", done("two"));
    await asking.saved.settle();
    await Promise.all([asking.saved.refresh(), other.saved.refresh()]);
    for (const one of [asked, shown, await opened(id)])
      assert.deepEqual(outputs(one), ["one", "two"]);
  });

  it("P6 has what another window adds after it cleared the file", async () => {
    const [kept, clearing] = [window(), window()];
    const conversation = new Conversation();
    kept.keep(conversation);
    for (let n = 0; n < 5; n++) conversation.put(turn("1", done(`${n}${"z".repeat(400_000)}`)));
    await kept.saved.settle();
    const there = await opened(conversation.id, clearing);
    assert.ok((await stat(fileOf(conversation.id))).size < 500_000, "nothing was cleared");
    there.put(turn("2", done("two")));
    await clearing.saved.settle();
    await kept.saved.refresh();
    assert.deepEqual(outputs(conversation).slice(1), ["two"]);
  });

  it("P6 has a change that another window had written in part, once it is whole", async () => {
    const id = await saved(turn("1", done("one")));
    const conversations = window();
    const conversation = await opened(id, conversations);
    const line = recordLine("other", { title: "Written in two parts" });
    for (const part of [line.slice(0, 25), line.slice(25)]) {
      await appendFile(fileOf(id), part);
      await conversations.saved.refresh();
    }
    assert.equal(conversation.title, "Written in two parts");
  });

  it("P6 stays without a turn that was removed before another window knew what it cost", async () => {
    const id = await saved(turn("1", done("one")), turn("2", done("two")));
    const conversations = window();
    const conversation = await opened(id, conversations);
    conversation.remove("1");
    await conversations.saved.settle();
    const cost = { turnId: "1", approximateTokens: 7 };
    await appendFile(fileOf(id), recordLine("other", { cost }));
    await conversations.saved.refresh();
    for (const one of [conversation, await opened(id)]) assert.deepEqual(outputs(one), ["two"]);
  });

  it("D2 is kept and saved where it is wanted again while it is let go of", async () => {
    const conversations = window();
    const id = await saved(turn("1", done("one")));
    const conversation = await opened(id, conversations);
    conversation.put(turn("2", done("two")));
    let isWanted = false;
    const letting = conversations.unload(id, () => !isWanted);
    isWanted = true;
    assert.equal(await letting, false);
    conversation.put(turn("3", done("three")));
    await conversations.saved.settle();
    assert.deepEqual(outputs(await opened(id)), ["one", "two", "three"]);
  });

  it("D4 stays beside what a newer version left under its name", async () => {
    const [id, left] = [await saved(turn("1", done("one"))), await saved(turn("2", done("two")))];
    const quarantined = `${fileOf(id)}.newer`;
    await rename(fileOf(left), quarantined);
    const before = await Promise.all(
      [fileOf(id), quarantined].map((file) => readFile(file, "utf8")),
    );
    assert.equal((await window().saved.list()).length, 1);
    const after = await Promise.all(
      [fileOf(id), quarantined].map((file) => readFile(file, "utf8")),
    );
    assert.deepEqual(after, before);
  });

  /** A window that does not notice by itself what others do. */
  function unaware() {
    const files = new DiskFiles(folder);
    files.watch = () => ({ dispose: () => {} });
    const conversations = window(files);
    const removed: string[] = [];
    conversations.onDidRemove((id) => removed.push(id));
    return { conversations, removed };
  }

  it("D5 stays deleted where another window asks in it before it knows, and is closed there", async () => {
    const id = await saved(turn("1", done("one")));
    const { conversations, removed } = unaware();
    const conversation = await opened(id, conversations);
    await rm(fileOf(id));
    conversation.put(turn("2", done("two")));
    await conversations.saved.settle();
    assert.deepEqual(removed, [id]);
    conversation.put(turn("3", done("three")));
    await conversations.saved.settle();
    await assert.rejects(stat(fileOf(id)), { code: "ENOENT" });
    assert.equal(await conversations.open(id), undefined);
  });

  it("D5 is closed at the next look where another window deleted it", async () => {
    const id = await saved(turn("1", done("one")));
    const { conversations, removed } = unaware();
    const [one, other] = await Promise.all([opened(id, conversations), opened(id, conversations)]);
    assert.equal(one, other);
    const unsaved = new Conversation();
    conversations.keep(unsaved);
    await rm(fileOf(id));
    await conversations.saved.refresh();
    assert.deepEqual(removed, [id], "only this one is gone, and that is reported once");
    assert.deepEqual(await conversations.saved.list(), []);
  });

  it("D5 does not come back where it is deleted before its first save has ended", async () => {
    for (const isEverything of [false, true]) {
      const files = new DiskFiles(folder);
      const [append, replace] = [files.append.bind(files), files.replace.bind(files)];
      const { promise: isDeleted, resolve: deleted } = Promise.withResolvers<void>();
      // Nothing may be deleted before the first save is written.
      const isFree = Promise.race([isDeleted, pause(100)]);
      let saving: Promise<unknown> = isFree;
      files.append = async (...given) => {
        await isFree;
        const appending = append(...given);
        saving = appending;
        return appending;
      };
      files.replace = async (...given) => {
        await replace(...given);
        deleted();
      };
      const conversations = window(files);
      const conversation = new Conversation();
      conversations.keep(conversation);
      conversation.put(turn("1", done("one")));
      const { id } = conversation;
      await (isEverything ? conversations.saved.removeAll() : conversations.saved.remove(id));
      await isFree;
      await saving;
      await assert.rejects(stat(fileOf(id)), { code: "ENOENT" });
    }
  });

  it("P6 has what another window adds while it is opened", async () => {
    const id = await saved(turn("1", done("one")));
    const files = new DiskFiles(folder);
    const read = files.read.bind(files);
    let reads = 0;
    files.read = async (...given) => {
      const bytes = await read(...given);
      if (++reads === 1)
        await appendFile(fileOf(id), recordLine("other", { title: "Added meanwhile" }));
      return bytes;
    };
    const conversation = await opened(id, window(files));
    await until("it is there", () => conversation.title === "Added meanwhile");
  });

  it("P6 is listed where another window adds it while the folder is first read", async () => {
    const files = new DiskFiles(folder);
    const list = files.list.bind(files);
    let id: string | undefined;
    let isAdded = false;
    files.list = async () => {
      const listed = await list();
      if (isAdded) id ??= await saved(turn("1", done("one")));
      isAdded = true;
      return listed;
    };
    const conversations = window(files);
    const listed: unknown[] = [];
    conversations.saved.onDidChange(async () => listed.push(...(await conversations.saved.list())));
    assert.deepEqual(await conversations.saved.list(), []);
    await until("it is listed", () => listed.length > 0);
  });

  it("P6 is listed by a look that begins while an earlier one is still at work", async () => {
    const id = await saved(turn("1", done("one")));
    await rm(path.join(folder, "index.jsonl"));
    const files = new DiskFiles(folder);
    const read = files.read.bind(files);
    const { promise: reading, resolve: reads } = Promise.withResolvers<void>();
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
    files.read = async (name, ...rest) => {
      if (name.startsWith(id)) {
        reads();
        await isFree;
      }
      return read(name, ...rest);
    };
    const conversations = window(files);
    const first = conversations.saved.list();
    await reading;
    await saved(turn("2", done("two")));
    const second = conversations.saved.list();
    free();
    assert.equal((await first).length, 1);
    assert.equal((await second).length, 2);
  });

  it("P6 keeps the newest title where another window writes between two that were given here", async () => {
    const id = await saved(turn("1", done("one")));
    const files = new DiskFiles(folder);
    const conversations = window(files);
    const conversation = await opened(id, conversations);
    const append = files.append.bind(files);
    files.append = async (name, ...rest) => {
      files.append = append;
      await appendFile(
        fileOf(id),
        recordLine("other", { cost: { turnId: "1", approximateTokens: 7 } }),
      );
      conversation.rename("Second");
      return append(name, ...rest);
    };
    conversation.rename("First");
    await conversations.saved.settle();
    assert.equal(conversation.title, "Second");
    assert.equal(conversation.turns[0]?.approximateTokens, 7);
    assert.equal((await opened(id)).title, "Second");
  });

  it("is opened where another window has only just begun to write it", async () => {
    const id = await saved(turn("1", done("one")));
    const files = new DiskFiles(folder);
    const read = files.read.bind(files);
    files.read = async () => {
      files.read = read;
      return new Uint8Array();
    };
    assert.deepEqual(outputs(await opened(id, window(files))), ["one"]);
  });

  it("P6 is not unloaded where it was opened anew while that was waited for", async () => {
    const id = await saved(turn("1", done("one")));
    const conversations = window();
    const conversation = await opened(id, conversations);
    conversation.put(turn("2", done("two")));
    const unloading = Promise.all([
      conversations.unload(id, () => true),
      conversations.unload(id, () => true),
    ]);
    assert.deepEqual((await unloading).toSorted(), [false, true]);
  });
});
