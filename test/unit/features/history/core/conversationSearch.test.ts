import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { Turn } from "../../../../../src/features/conversation/core/turn";
import { WindowConversations } from "../../../../support/windowConversations";
import { ConversationSearch } from "../../../../../src/features/history/core/conversationSearch";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";
import { sized } from "../../../../support/testSize";
import { keepsBudget, workedMs } from "../../../../support/machineSpeed";
import { done, turn } from "../../conversation/core/savedTurns";

const megabytes = sized(5, 20);

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

/** A question to this expert on this day of November 2026. */
function askedOn(id: string, expertName: string, day: number): Turn {
  const askedAt = new Date(2026, 10, day, 12).getTime();
  const plum = turn(id, done("a plum"));
  return { ...plum, askedAt, asked: { ...plum.asked, expertName } };
}

const middle = (times: number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1]!;

async function searched(...conversations: Conversation[]): Promise<ConversationSearch> {
  const search = new ConversationSearch();
  const all = async function* () {
    yield* conversations;
  };
  await search.read({ all }, { signal: new AbortController().signal, onRead: () => undefined });
  return search;
}

describe("search over conversations", () => {
  let folder: string;
  let search: ConversationSearch;
  const opened: WindowConversations[] = [];

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "search-"));
    const window = (): WindowConversations => {
      const conversations = new WindowConversations(new DiskFiles(folder));
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
    second.put(turn("4", done("It throws a TypeError in getUserName().")));
    second.put(turn("5", done("これはテストです。東京都の天気")));
    second.put(turn("6", done("한국어테스트, ทดสอบภาษาไทย, snake_case_name, kebab-case-name")));
    second.put(turn("7", done("An error, and the error again: error. Cafe\u0301 ÄRGER")));
    second.rename("Quarterly numbers");
    await writing.settle();
    search = new ConversationSearch();
    const { signal } = new AbortController();
    await search.read(window().saved, { signal, onRead: () => undefined });
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
    ["the end of a word", "bytes", "2"],
    ["the middle of a word", "abyt", "2"],
    ["a part of a name in camel case", "Error", "4"],
    ["a part of it in small letters", "username", "4"],
    ["parts of it as words", "user type error", "4"],
    ["Japanese in a sentence", "テスト", "5"],
    ["one character of it", "天", "5"],
    ["Korean in a word", "테스트", "6"],
    ["Thai, which has no spaces", "ภาษา", "6"],
    ["a part of a name with underscores", "case_na", "6"],
    ["signs as they are typed", "getUserName()", "4"],
    ["an accent however it is spelled", "café", "7"],
    ["capitals beyond ASCII", "ärger", "7"],
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

  it("finds a stopped answer, and one beside another", async () => {
    const conversation = new Conversation();
    const soFar = { output: "a half pear", intermediate_steps: [] };
    conversation.put(turn("1", { state: "stopped", soFar }));
    conversation.put(turn("2", done("an apple")));
    const { asked, question } = turn("3", done(""));
    const other = { ...asked, expertName: "Other" };
    conversation.put(turn("3", done("a plum"), { beside: "2", asked: other }));
    conversation.put(
      turn("4", done("a fig"), { beside: "2", question: { ...question, typed: "figs?" } }),
    );
    const among = await searched(conversation);
    const found = (query: string) =>
      among.find(query).map(({ turnId, expertName }) => [turnId, expertName]);
    assert.deepEqual(found("pear"), [["1", "One"]]);
    assert.deepEqual(found("plum"), [["2", "Other"]], "where it is shown");
    assert.deepEqual(found("figs"), [["2", "One"]]);
    assert.deepEqual(found("question 2"), [["2", "One"]], "once where both were asked the same");
    assert.deepEqual(found("expert:other"), [["2", "Other"]]);
  });

  it("shows the place of a word behind letters that are longer in small", async () => {
    const conversation = new Conversation();
    conversation.put(turn("1", done(`${"İ".repeat(300)} needle in İstanbul`)));
    const among = await searched(conversation);
    for (const query of ["needle", "istanbul", "İSTANBUL"])
      assert.match(among.find(query)[0]?.excerpt ?? "", /^…İ+ needle in İstanbul$/, query);
  });

  it("shows the place within a long answer", () => {
    const [found] = search.find("needle");
    assert.match(found?.excerpt ?? "", /^….*the needle is here.*/);
    assert.ok((found?.excerpt.length ?? 0) < 200);
    assert.equal(found?.title, "Quarterly numbers");
  });

  it("has a whole word before a part of one, and a title before both", () => {
    assert.deepEqual(
      search.find("error").map(({ turnId }) => turnId),
      ["7", "4"],
    );
    assert.equal(search.find("numbers")[0]?.turnId, undefined);
  });

  it("finds the same while one types on, and while conversations are still read", () => {
    const whole = search.find("needle is").map(({ turnId }) => turnId);
    for (const typed of ["n", "ne", "needle", "needle ", "needle i", "needle is"])
      assert.ok(
        search.find(typed).some(({ turnId }) => turnId === "3"),
        typed,
      );
    assert.deepEqual(
      search.find("needle is").map(({ turnId }) => turnId),
      whole,
    );
    assert.notDeepEqual(search.find("listener"), []);
  });

  it("finds what was read since the last letter", async () => {
    const reading = new ConversationSearch();
    const counts: number[] = [];
    await reading.read(opened[0]!.saved, {
      signal: new AbortController().signal,
      onRead: () => counts.push(reading.find("question").length),
    });
    const [first = 0, last = 0] = counts;
    assert.deepEqual([counts.length, last], [2, search.find("question").length]);
    assert.ok(first > 0 && first < last, String(counts));
  });

  it(`perf looks through ${megabytes} MB in little more than the time to read them`, async () => {
    const large = new Conversation();
    const count = megabytes * 500;
    const answer = "An ordinary answer with words in it, none of them rare. ".repeat(36);
    for (let number = 0; number < count; number++)
      large.put(turn(`t${number}`, done(`${answer}${number}`)));
    const writing = new WindowConversations(
      new DiskFiles(await mkdtemp(path.join(folder, "large-"))),
    );
    opened.push(writing);
    writing.keep(large);
    await writing.settle();
    const many = new ConversationSearch();
    await many.read(writing.saved, {
      signal: new AbortController().signal,
      onRead: () => undefined,
    });
    const texts = large.turns.map(({ id }) => `${answer}${id}`.toLowerCase());
    await keepsBudget(() => {
      const ours: number[] = [];
      const floor: number[] = [];
      for (let round = 0; round < 9; round++) {
        floor.push(workedMs(() => texts.filter((text) => text.includes(`rarest${round}`))));
        ours.push(workedMs(() => many.find(`rarest${round}`)));
      }
      return middle(ours) / (middle(floor) * 3 + megabytes);
    });
    assert.equal(many.find(`question t${count - 1} rare`).length, 1);
  });

  it("finds with filters alone the conversations that have such questions, newest first", async () => {
    const { narrowed } = await searchAmongExperts();
    assert.deepEqual(narrowed("expert:one"), ["A q1 One", "B q3 One"].toReversed());
    assert.deepEqual(narrowed("expert:two"), ["A q2 Two"]);
    assert.deepEqual(narrowed("after:2026-11-02"), ["B q3 One", "A q2 Two"]);
    assert.deepEqual(narrowed("before:2026-11-02"), ["A q1 One"]);
    assert.deepEqual(narrowed("before:2026-11-03"), ["A q2 Two"], "its newest such question");
    assert.deepEqual(narrowed("expert:nobody"), []);
  });

  it("narrows what the words find, titles by any of their questions", async () => {
    const { narrowed } = await searchAmongExperts();
    assert.deepEqual(narrowed("plum expert:two"), ["A q2 Two"]);
    assert.deepEqual(narrowed("title expert:one before:2026-11-02"), ["A q1 One"]);
    assert.deepEqual(narrowed("title"), ["B undefined One", "A undefined Two"]);
  });

  it("finds the same whichever way the filters were typed", async () => {
    const { narrowed } = await searchAmongExperts();
    for (const typed of ["plum exper", "plum expert:", "plum expert:o", "plum expert:on"])
      narrowed(typed);
    const found = narrowed("plum expert:one");
    assert.deepEqual(found, (await searchAmongExperts()).narrowed("plum expert:one"));
    assert.equal(narrowed("plum expert:one expert:two").length, 3);
    assert.equal(narrowed("plum").length, 3);
  });

  it("knows the experts that were asked, each once, by the alphabet", async () => {
    assert.deepEqual((await searchAmongExperts()).expertNames(), ["One", "Two"]);
  });

  /** Two conversations, A with two experts; rows are title, question and expert. */
  async function searchAmongExperts() {
    const writing = new WindowConversations(
      new DiskFiles(await mkdtemp(path.join(folder, "experts-"))),
    );
    opened.push(writing);
    const titles = new Map<string, string>();
    for (const [title, ...turns] of [
      ["A", askedOn("q1", "One", 1), askedOn("q2", "Two", 2)],
      ["B", askedOn("q3", "One", 3)],
    ] as const) {
      const conversation = new Conversation();
      writing.keep(conversation);
      for (const one of turns) conversation.put(one);
      conversation.rename(`title ${title}`);
      titles.set(conversation.id, title);
    }
    await writing.settle();
    const among = new ConversationSearch();
    const { signal } = new AbortController();
    await among.read(writing.saved, { signal, onRead: () => undefined });
    return {
      narrowed: (typed: string) =>
        among
          .find(typed)
          .map((one) => `${titles.get(one.conversationId)} ${one.turnId} ${one.expertName}`),
      expertNames: () => among.expertNames,
    };
  }

  /** A search over conversations that each begin with this question, a day apart. */
  async function searchAsked(...questions: readonly string[]) {
    const writing = new WindowConversations(
      new DiskFiles(await mkdtemp(path.join(folder, "asked-"))),
    );
    opened.push(writing);
    for (const [number, typed] of questions.entries()) {
      const conversation = new Conversation();
      writing.keep(conversation);
      const question = { typed, expertId: 1 };
      const askedAt = new Date(2026, 10, number + 1, 12).getTime();
      conversation.put({ ...turn(`q${number}`, done("Fine."), { question }), askedAt });
      conversation.put(askedOn(`then${number}`, "Two", number + 1));
    }
    await writing.settle();
    const asked = new ConversationSearch();
    const { signal } = new AbortController();
    await asked.read(writing.saved, { signal, onRead: () => undefined });
    return (text: string) => asked.find(text);
  }

  it("lists a question once, although the title repeats it", async () => {
    const find = await searchAsked("Why does it leak?\nIt should not.", "And this?");
    const found = find("leak");
    assert.deepEqual(
      found.map(({ turnId, title, excerpt }) => [turnId, title, excerpt]),
      [["q0", "Why does it leak?", "Why does it leak? It should not."]],
    );
    const [byOther] = find("leak expert:two");
    assert.deepEqual([byOther?.turnId, byOther?.title], ["then0", "Why does it leak?"]);
  });

  it("has the question that made the title before newer answers", async () => {
    const find = await searchAsked("Is it a plum?", "And this?");
    assert.deepEqual(
      find("plum").map(({ turnId }) => turnId),
      ["q0", "then1", "then0"],
    );
  });

  it("has the whole line that a long title was made from", async () => {
    const line = `${"Please explain it as well as you can. ".repeat(3)}Then add`;
    const find = await searchAsked(`${line} 1\nmore`, `${line} 2`);
    assert.deepEqual(
      find("please").map(({ title }) => title),
      [`${line} 2`, `${line} 1`],
    );
  });

  it("finds nothing where one of the words is missing", () => {
    assert.deepEqual(search.find("needle haystack"), []);
    assert.deepEqual(search.find(""), []);
  });

  /** A search over conversations that each have these answers, ten milliseconds apart. */
  async function searchIn(conversations: readonly (readonly string[])[], stopAfter = Infinity) {
    const writing = new WindowConversations(
      new DiskFiles(await mkdtemp(path.join(folder, "own-"))),
    );
    opened.push(writing);
    let number = 10;
    for (const answers of conversations) {
      const conversation = new Conversation();
      writing.keep(conversation);
      for (const answer of answers) {
        conversation.put(turn(String(number), done(answer)));
        number += 10;
      }
    }
    await writing.settle();
    const found = new ConversationSearch();
    const stop = new AbortController();
    let read = 0;
    const onRead = (): void => void (++read === stopAfter && stop.abort());
    await found.read(writing.saved, { signal: stop.signal, onRead });
    return { find: (text: string) => found.find(text).map(({ turnId }) => turnId), read };
  }

  it("perf lets other work run while a long conversation is read", async () => {
    const long = new Conversation();
    const answer = "The listener is never removed. ".repeat(100);
    for (let at = 0; at < 8_000; at++) long.put(turn(`${at}`, done(`${answer}${at}`)));
    let between = 0;
    const counting = setInterval(() => between++, 0);
    const found = await searched(long);
    clearInterval(counting);
    assert.ok(between >= 2, `${between} times`);
    assert.equal(found.find("removed 7999").length, 1);
  });

  describe("of conversations of its own", () => {
    it("gives the newest first where all match alike", async () => {
      const { find } = await searchIn([["a plum", "a plum", "a plum"]]);
      assert.deepEqual(find("plum"), ["30", "20", "10"]);
    });

    it("gives the beginning of a word before its end, whichever is newer", async () => {
      const { find } = await searchIn([["plumage", "sugarplum"]]);
      assert.deepEqual(find("plum"), ["10", "20"]);
    });

    it("gives the hundred best", async () => {
      const { find } = await searchIn([Array.from({ length: 101 }, () => "a plum"), ["plums"]]);
      const found = find("plum");
      assert.equal(found.length, 100);
      assert.ok(!found.includes("10"), "the oldest is left out");
    });

    it("reads no further once it is stopped", async () => {
      const { find, read } = await searchIn([["plum"], ["plum"], ["plum"]], 1);
      assert.equal(read, 1);
      assert.equal(find("plum").length, 1);
    });
  });
});
