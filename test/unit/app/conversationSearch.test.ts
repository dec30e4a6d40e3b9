import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Conversation, type Turn } from "../../../src/app/conversation";
import { Conversations } from "../../../src/app/conversations";
import { ConversationSearch } from "../../../src/app/conversationSearch";
import { DiskFiles } from "../../../src/editor/conversations/diskFiles";
import { done, turn } from "./savedTurns";

function withStep(id: string, query: string): Turn {
  const step = { tool: "document_retriever", tool_input: { query } };
  const raw = { output: "Done.", intermediate_steps: [[step]] };
  return turn(id, {
    state: "done",
    received: {
      value: { output: raw.output, intermediate_steps: [[{ ...step, raw: step }]] },
      raw,
      bytes: 1,
      elapsedMs: 1,
    },
  });
}

describe("search over conversations", () => {
  let folder: string;
  let search: ConversationSearch;
  const opened: Conversations[] = [];

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "search-"));
    const window = (): Conversations => {
      const conversations = new Conversations(new DiskFiles(folder));
      opened.push(conversations);
      return conversations;
    };
    const writing = window();
    const first = new Conversation();
    const second = new Conversation();
    for (const conversation of [first, second]) writing.keep(conversation);
    const typed = { typed: "Why does this listener leak?", expertId: 1 };
    first.put(turn("1", done("Because nobody removes it."), { question: typed }));
    first.put(withStep("2", "gigabytes in Zürich"));
    second.put(turn("3", done(`${"word ".repeat(100)}the needle is here${" word".repeat(100)}`)));
    second.rename("Quarterly numbers");
    await writing.settle();
    search = await ConversationSearch.create();
    const { signal } = new AbortController();
    await search.read(window(), { signal, onRead: () => undefined });
  });
  after(async () => {
    for (const conversations of opened) conversations.dispose();
    await rm(folder, { recursive: true });
  });

  const places: [string, string, string | undefined][] = [
    ["a title", "quarterly", undefined],
    ["a question", "listener", "1"],
    ["an answer", "nobody removes", "1"],
    ["the text of a step", "zürich", "2"],
    ["the beginning of a word", "gigab", "2"],
  ];
  for (const [name, query, turnId] of places)
    it(`finds ${name}`, () => {
      const found = search.find(query);
      assert.ok(
        found.some((one) => one.turnId === turnId),
        JSON.stringify(found),
      );
      assert.ok(found.every((one) => one.excerpt !== ""));
    });

  it("shows the place within a long answer", () => {
    const [found] = search.find("needle");
    assert.match(found?.excerpt ?? "", /^….*the needle is here.*/);
    assert.ok((found?.excerpt.length ?? 0) < 200);
    assert.equal(found?.title, "Quarterly numbers");
  });

  it("finds nothing where one of the words is missing", () => {
    assert.deepEqual(search.find("needle haystack"), []);
    assert.deepEqual(search.find(""), []);
  });
});
