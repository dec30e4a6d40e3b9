import assert from "node:assert/strict";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import {
  ConversationIndex,
  summaryOf,
  type Summary,
} from "../../../../../src/features/history/core/conversationIndex";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";
import { closeAll } from "../../../client/hubFixture";
import { savedFolder } from "../../conversation/core/savedFolder";
import { done, scope, turn } from "../../conversation/core/savedTurns";

const summary = (id: string, more: Partial<Summary> = {}): Summary => ({
  id,
  title: "Why?",
  expertName: "One",
  hubScope: scope,
  turns: 2,
  askedAt: 7,
  ...more,
});

async function indexed() {
  const { folder, fileOf } = await savedFolder();
  const at = path.join(folder, "index.jsonl");
  const open = async () => {
    const index = new ConversationIndex(new DiskFiles(folder));
    await index.load();
    return index;
  };
  return { at, fileOf, open, lines: async () => (await readFile(at, "utf8")).split("\n").slice(1) };
}

describe("what a list shows of a conversation", () => {
  it("is whom it was asked last, and who began it", () => {
    const conversation = new Conversation({ id: "1", changes: [] });
    const empty = { id: "1", title: "Untitled", expertName: "", hubScope: "", turns: 0 };
    assert.deepEqual(summaryOf(conversation), {
      ...empty,
      askedAt: summaryOf(conversation).askedAt,
    });
    const two = { expertId: 2, expertName: "Two", hubScope: "built-in", builtIn: true };
    const question = { typed: "Why?", expertId: 1, caller: "languageModel" } as const;
    conversation.put(turn("1", done("x"), { question }));
    conversation.put(turn("2", done("y"), { asked: two }));
    const expected = { id: "1", title: "Why?", expertName: "Two", hubScope: "built-in", turns: 2 };
    assert.deepEqual(summaryOf(conversation), {
      ...expected,
      askedAt: 1002,
      caller: "languageModel",
    });
    conversation.rename("Leaks");
    assert.equal(summaryOf(conversation).title, "Leaks");
  });
});

describe("the index of conversations", () => {
  afterEach(closeAll);

  it("has the newest of each conversation, as long as its file has this size", async () => {
    const { open, lines } = await indexed();
    const index = await open();
    await index.put([]);
    await assert.rejects(lines(), { code: "ENOENT" });
    await index.put([
      { summary: summary("a"), size: 1 },
      { summary: summary("b", { caller: "languageModel" }), size: 2 },
    ]);
    await index.put([{ summary: summary("a", { title: "New" }), size: 3 }]);
    for (const one of [index, await open()])
      assert.deepEqual(
        [one.get("a", 1), one.get("a", 3), one.get("b", 2), one.get("c", 3)],
        [
          undefined,
          summary("a", { title: "New" }),
          summary("b", { caller: "languageModel" }),
          undefined,
        ],
      );
    assert.equal((await lines()).length, 3);
  });

  it("is read as far as it is valid, and may be lost", async () => {
    const { at, open } = await indexed();
    const index = await open();
    await index.put([{ summary: summary("a"), size: 1 }]);
    const text = await readFile(at, "utf8");
    const other = { summary: { ...summary("b"), caller: "someone" }, size: 2 };
    const broken = ["{", "[]", JSON.stringify({ summary: summary("c") }), JSON.stringify(other)];
    await writeFile(at, `${text}\n${broken.join("\n")}`);
    const read = await open();
    assert.deepEqual(
      [read.get("a", 1), read.get("b", 2), read.get("c", 0)],
      [summary("a"), summary("b"), undefined],
    );
    await rm(at);
    assert.equal((await open()).get("a", 1), undefined);
  });

  it("is written anew without what is gone, and only where something is", async () => {
    const { open, lines, fileOf } = await indexed();
    const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
    const index = await open();
    const old = { summary: summary(a), size: 1 };
    const entries = [old, { summary: summary(b), size: 2 }, { ...old, size: 3 }];
    await index.put(entries);
    await writeFile(fileOf(a), "");
    await index.retain(new Set([b, a, "another"]));
    assert.equal((await lines()).length, 3, "what is superseded may stay");
    await index.retain(new Set([a]));
    assert.deepEqual(await lines(), [JSON.stringify(entries[2])]);
    assert.deepEqual([index.get(a, 3), index.get(b, 2)], [summary(a), undefined]);
  });

  it("is written anew once it has more than a thousand lines that are superseded", async () => {
    const { at, open, lines, fileOf } = await indexed();
    const id = crypto.randomUUID();
    await writeFile(fileOf(id), "");
    for (const [times, left] of [
      [1000, 1000],
      [1001, 1],
    ] as const) {
      const entries = Array.from({ length: times }, (_, size) => ({ summary: summary(id), size }));
      await rm(at, { force: true });
      await (await open()).put(entries);
      const index = await open();
      assert.equal((await lines()).length, left);
      assert.deepEqual(index.get(id, times - 1), summary(id));
    }
    assert.ok((await stat(at)).size > 0);
  });
});

describe("what is composed where nothing was asked", () => {
  afterEach(closeAll);

  const attachment = { id: "a", text: "x", languageId: "ts", label: "cart.ts:1", detail: "1 line" };
  const selected = { hub: "", expert: "", ability: "", model: "", options: "" };

  it("is listed under what begins it, with the time of its last change", async () => {
    const { window, saved, folder } = await savedFolder();
    const asked = await saved(turn("1", done("x")));
    const nothing = { typed: "", attachments: [], queue: [] };
    const queued = { id: "q", typed: "Next?", selected };
    const { drafts, saved: list } = window();
    const composed = [
      [{ ...nothing, typed: "Why?\nAnd how?", queue: [queued] }, "Why?"],
      [{ ...nothing, attachments: [attachment], queue: [queued] }, "cart.ts:1"],
      [{ ...nothing, queue: [queued, { ...queued, id: "r", typed: "Last?" }] }, "Next?"],
    ] as const;
    const expected = [];
    for (const [unsent, title] of composed) {
      const id = crypto.randomUUID();
      await drafts.save(id, unsent);
      expected.push([id, title]);
    }
    await drafts.save(asked, { ...nothing, typed: "More?" });
    await drafts.save(crypto.randomUUID(), nothing);
    await writeFile(path.join(folder, `${crypto.randomUUID()}.draft`), "");
    await list.pin([expected[1]![0]!], true);
    const now = Date.now();
    const listed = await list.list();
    const names = new Map(listed.map(({ id, title }) => [id, title]));
    assert.equal(names.size, 4);
    for (const [id, title] of expected) assert.equal(names.get(id!), title);
    assert.deepEqual(listed.at(-1), {
      id: asked,
      title: "question 1",
      expertName: "One",
      hubScope: scope,
      turns: 1,
      askedAt: 1001,
      isPinned: false,
      isDraft: false,
    });
    for (const { askedAt, id, isPinned, title: _, ...rest } of listed.slice(0, -1)) {
      assert.ok(Math.abs(askedAt - now) < 60_000, String(askedAt));
      assert.equal(isPinned, id === expected[1]![0]);
      assert.deepEqual(rest, { expertName: "", hubScope: "", turns: 0, isDraft: true });
    }
    const times = listed.map(({ askedAt }) => askedAt);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
      "the newest first",
    );
  });
});
