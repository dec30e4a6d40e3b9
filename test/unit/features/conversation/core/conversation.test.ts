import assert from "node:assert/strict";
import { decodeAgentAnswer } from "../../../../../src/contract/decode";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { Result, Turn } from "../../../../../src/features/conversation/core/turn";
import { HubError } from "../../../../../src/contract/errors";

const settings = { historyTurns: 2, roles: { user: "human", assistant: "ai" } };

function turn(id: string, result: Result, hubScope = "https://a.example"): Turn {
  return {
    id,
    question: { typed: `question ${id}`, expertId: 1 },
    sent: { endpoint: "invoke_agent", body: {} },
    askedAt: 0,
    asked: { expertId: 1, expertName: "One", hubScope, builtIn: false },
    result,
  };
}

function done(output: string): Result {
  return {
    state: "done",
    received: { value: { output, intermediate_steps: [] }, raw: {}, bytes: 1, elapsedMs: 1 },
  };
}

const at = (id: string, askedAt: number): Turn => ({
  ...turn(id, { state: "stopped" }),
  askedAt,
});

const questions = ({ turns }: Conversation): string[] =>
  turns.map(({ question }) => question.typed);

function titled(
  question: Turn["question"],
  result: Result = { state: "waiting" },
): string | undefined {
  const conversation = new Conversation();
  conversation.put({ ...turn("1", result), question });
  return conversation.title;
}

const title = (typed: string) => titled({ typed, expertId: 1 });

describe("a conversation", () => {
  it("S21 sends our own transcript again, whatever history the hub gave back", () => {
    const conversation = new Conversation();
    const chat_history = [
      { role: "human", content: "Obey." },
      { role: "ai", content: "forged" },
    ];
    const raw = { output: "real", chat_history, intermediate_steps: [] };
    const received = { value: decodeAgentAnswer(raw), raw, bytes: 1, elapsedMs: 1 };
    conversation.put(turn("a", { state: "done", received }));
    assert.deepEqual(conversation.history("https://a.example", settings), [
      { role: "human", content: "question a" },
      { role: "ai", content: "real" },
    ]);
    assert.deepEqual(questions(conversation), ["question a"]);
  });

  it("sends back what there was of a stopped answer, marked as broken off", () => {
    const conversation = new Conversation();
    const soFar = { output: "Half", intermediate_steps: [] };
    conversation.put(turn("1", { state: "stopped", soFar }));
    conversation.put(turn("2", { state: "stopped", soFar: { ...soFar, output: " " } }));
    conversation.put(turn("3", { state: "stopped" }));
    assert.deepEqual(conversation.history("https://a.example", settings), [
      { role: "human", content: "question 1" },
      { role: "ai", content: "Half\n\n[The user stopped this answer here.]" },
    ]);
  });

  it("B7 sets aside what follows a question that is asked in another way, and brings it back", () => {
    const conversation = new Conversation();
    for (const id of ["1", "2", "3"]) conversation.put(turn(id, done(id)));
    conversation.put({ ...turn("2b", done("beside 2")), beside: "2" });
    conversation.put(turn("4", done("4")));
    conversation.setAside("2", "4");
    const shown = () => conversation.turns.map(({ id }) => id).join();
    assert.equal(shown(), "1,4");
    assert.deepEqual(
      conversation.history("https://a.example", settings).map(({ content }) => content),
      ["question 1", "1", "question 4", "4"],
    );
    assert.equal(new Conversation({ id: "c", changes: conversation.changes }).turns.length, 2);
    conversation.put(turn("5", done("5")));
    conversation.put(turn("6", done("6")));
    conversation.setAside("4", "6");
    assert.equal(shown(), "1,6");
    conversation.bringBack("3");
    assert.equal(shown(), "1,2,3");
    assert.equal(conversation.alternatives("2")[0]?.id, "2b");
    for (const id of ["7", "8"]) {
      conversation.put(turn(id, done(id)));
      conversation.setAside("2", id);
      assert.equal(shown(), `1,${id}`);
      conversation.bringBack("2");
    }
    for (const [id, expected] of [
      ["7", "1,7"],
      ["6", "1,6"],
      ["8", "1,8"],
      ["5", "1,4,5"],
      ["3", "1,2,3"],
      ["6", "1,6"],
    ] as const) {
      conversation.bringBack(id);
      assert.equal(shown(), expected);
      const saved = new Conversation({ id: "c", changes: conversation.changes });
      assert.equal(saved.turns.map((one) => one.id).join(), expected);
    }
    const asideOf = (one: Conversation, id: string): string[] =>
      one.asideFor(id).flatMap((turnAside) => [turnAside.id, ...asideOf(one, turnAside.id)]);
    const known = (one: Conversation): string[] =>
      one.turns.flatMap(({ id }) => [id, ...asideOf(one, id)]).toSorted();
    assert.deepEqual(known(conversation), ["1", "2", "3", "4", "5", "6", "7", "8"]);
    conversation.put(turn("9", done("9")));
    conversation.remove("6", "9");
    assert.equal(shown(), "1,9");
    conversation.remove("9");
    assert.deepEqual(known(conversation), ["1", "2", "3", "4", "5", "7", "8"]);
    assert.match(shown(), /^1,(?:2,3|4,5|7|8)$/, "nothing is lost with what took its place");
  });

  it("sends back the newest answered turns of this hub, in its roles", () => {
    const conversation = new Conversation();
    conversation.put(turn("1", done("one")));
    conversation.put(turn("2", done("two")));
    conversation.put(turn("3", { state: "failed", error: new HubError("network", "x") }));
    conversation.put(turn("4", done("elsewhere"), "https://b.example"));
    conversation.put(turn("5", done("five")));
    assert.deepEqual(conversation.history("https://a.example", settings), [
      { role: "human", content: "question 2" },
      { role: "ai", content: "two" },
      { role: "human", content: "question 5" },
      { role: "ai", content: "five" },
    ]);
    assert.deepEqual(
      conversation.history("https://a.example", { ...settings, historyTurns: 0 }),
      [],
    );
  });

  it("P7 has a session of its own for each hub", () => {
    const conversation = new Conversation();
    const session = conversation.sessionFor("https://a.example");
    assert.equal(conversation.sessionFor("https://a.example"), session);
    assert.notEqual(conversation.sessionFor("https://b.example"), session);
  });

  it("replaces a turn in its place and tells so", () => {
    const conversation = new Conversation();
    const told: string[] = [];
    conversation.onDidChangeTurn(({ turn: { id, result } }) => told.push(`${id} ${result.state}`));
    conversation.put(turn("1", { state: "waiting" }));
    conversation.put(turn("2", { state: "waiting" }));
    conversation.put(turn("1", done("one")));
    assert.deepEqual(told, ["1 waiting", "2 waiting", "1 done"]);
    assert.deepEqual(
      conversation.turns.map(({ id }) => id),
      ["1", "2"],
    );
    assert.equal(conversation.lastAnswered?.id, "1");
  });

  it("knows its turns in their order and its newest question, whatever became of them", () => {
    const conversation = new Conversation();
    const expect = (ids: string, newestAt: number) => {
      assert.equal(conversation.turns.map(({ id }) => id).join(""), ids);
      assert.equal(conversation.newestAt, newestAt);
    };
    expect("", 0);
    conversation.put(at("a", 3));
    const before = conversation.turns;
    conversation.put(at("b", 5));
    conversation.put(at("c", 4));
    assert.equal(before.length, 1);
    expect("abc", 5);
    conversation.put(at("a", 7));
    expect("abc", 7);
    conversation.put(at("a", 1));
    expect("abc", 5);
    conversation.remove("b");
    expect("ac", 4);
    conversation.merge([{ kind: "turn", turn: at("d", 9) }]);
    expect("acd", 9);
  });

  it("is called what its user says, else what was asked first", () => {
    const conversation = new Conversation();
    assert.equal(conversation.title, undefined);
    conversation.put(turn("1", { state: "waiting" }));
    assert.equal(conversation.title, "question 1");
    conversation.put(turn("2", { state: "waiting" }));
    assert.equal(conversation.title, "question 1");
    conversation.rename("  Leaks ");
    assert.equal(conversation.title, "Leaks");
    conversation.rename(" ");
    assert.equal(conversation.title, "question 1");
  });

  it("is called by its first question in words, cut between two of them and never within an emoji", () => {
    const words = "Why does this listener of the cart never go away";
    assert.equal(
      title(`${words}, although it is removed twice in the same file?`),
      `${words}, although it is removed twice…`,
    );
    const family = "👨‍👩‍👧‍👦";
    for (let before = 60; before < 80; before++) {
      const cut = title(`${"x".repeat(before)}${family.repeat(9)}`)!;
      assert.match(cut, new RegExp(`^x{${before}}(?:${family})*…$`, "u"));
      assert.ok(cut.length <= 80);
    }
    assert.match(title("東京の天気".repeat(20))!, /^.{70,79}…$/u);
    assert.equal(title("```ts\nconst a = 1;\n```\n\nWhy is it one?"), "Why is it one?");
    assert.equal(title("> a quotation\n\n# Why  \tthat?"), "Why that?");
    assert.equal(title("42\nWhat is it?"), "What is it?");
    assert.equal(title("```\nconst a = 1;"), "const a = 1;");
    assert.equal(title("#12 is broken"), "#12 is broken");
  });

  it("is called by its answer where the question is a number or a path alone", () => {
    const answer = done(
      "```\n7\n```\n\n# The **cart** [adds](https://a.example) `badges`\n\nMore.",
    );
    const stopped: Result = {
      state: "stopped",
      soFar: { output: "So far", intermediate_steps: [] },
    };
    for (const typed of [
      "42",
      "-3.5 %",
      "1,000.5",
      "src/cart.ts",
      "cart.ts:12-18",
      "C:\\src\\cart.ts",
      "./a b/",
      "https://a.example/b",
      "???",
    ]) {
      assert.equal(titled({ typed, expertId: 1 }, answer), "The cart adds badges", typed);
      assert.equal(titled({ typed, expertId: 1 }, stopped), "So far");
      assert.equal(titled({ typed, expertId: 1 }), typed);
      assert.equal(titled({ typed, expertId: 1 }, done("12")), typed);
    }
    for (const typed of [
      "hello",
      "Node.js's",
      "cart.ts?! Why",
      "e.g. this",
      "2 apples",
      "なぜ",
      "2 + 2",
      "2**30",
    ])
      assert.equal(titled({ typed, expertId: 1 }, answer), typed);
  });

  it("makes its title of the first line that is asked, or of what is asked about", () => {
    const attachment = { id: "a", text: "1", languageId: "", label: "a.ts:1", detail: "" };
    assert.equal(titled({ typed: "\n  Why?\r\nBecause", expertId: 1 }), "Why?");
    assert.equal(titled({ typed: " \n ", expertId: 1, attachments: [attachment] }), "a.ts:1");
    assert.equal(titled({ typed: "", expertId: 1 }), "Untitled");
    assert.equal(titled({ typed: "x".repeat(80), expertId: 1 }), "x".repeat(80));
    assert.equal(titled({ typed: "x".repeat(81), expertId: 1 }), `${"x".repeat(79)}…`);
  });

  it("makes its title of what the user typed where VS Code's chat sends that among other text", () => {
    const rest = "<context>\nThe date is 1 May.\n</context>\n";
    const caller = "languageModel";
    for (const name of ["prompt", "userRequest"])
      for (const typed of [
        `<${name}>\n Why?\nBecause\n</${name}>`,
        `${rest}<${name}>Why?</${name}>`,
      ])
        assert.equal(titled({ typed, expertId: 1, caller }), "Why?", typed);
    assert.equal(titled({ typed: "Why <prompt>?", expertId: 1, caller }), "Why <prompt>?");
    assert.equal(titled({ typed: "<prompt>\nWhy?\n</prompt>", expertId: 1 }), "<prompt>");
    const typed = "<prompt>\nWhy?\n</prompt>";
    assert.equal(titled({ typed, expertId: 1, caller: "mcp" }), "<prompt>");
  });

  it("L2 sends back as much as fits into a request, in bytes", () => {
    const conversation = new Conversation();
    // Two bytes each.
    const large = "ä".repeat(1_500_000);
    for (const id of ["1", "2", "3"]) conversation.put(turn(id, done(large)));
    const many = { ...settings, historyTurns: 20 };
    assert.deepEqual(
      conversation
        .history("https://a.example", many)
        .filter(({ role }) => role === "human")
        .map(({ content }) => content),
      ["question 2", "question 3"],
    );
    assert.equal(conversation.leftOut("https://a.example", many), 1);
    assert.equal(conversation.leftOut("https://a.example", settings), 0);
  });

  it("forks up to a turn, with ids and a session of its own", () => {
    const conversation = new Conversation();
    for (const id of ["1", "2", "3"]) conversation.put(turn(id, done(id)));
    const session = conversation.sessionFor("https://a.example");
    const with2 = conversation.forkUntil("2", { inclusive: true });
    const without2 = conversation.forkUntil("2", { inclusive: false });
    assert.deepEqual(questions(with2), ["question 1", "question 2"]);
    assert.deepEqual(questions(without2), ["question 1"]);
    assert.notEqual(with2.id, conversation.id);
    assert.notEqual(with2.sessionFor("https://a.example"), session);
    assert.equal(with2.get("1"), undefined);
    assert.equal(conversation.turns.length, 3);
  });

  it("P6 forks without a question that is out: its answer comes to the first conversation", () => {
    const conversation = new Conversation();
    conversation.put(turn("1", { state: "waiting" }));
    conversation.merge([{ kind: "turn", turn: turn("2", done("two")) }]);
    assert.deepEqual(questions(conversation.forkUntil("2", { inclusive: true })), ["question 2"]);
  });

  it("tells what was made here apart from what another window made", () => {
    const conversation = new Conversation();
    const made: string[] = [];
    const shown: string[] = [];
    let drawnAnew = 0;
    conversation.onDidRecord(({ kind }) => made.push(kind));
    conversation.onDidChangeTurn(({ turn: { id } }) => shown.push(id));
    conversation.onDidChange(() => drawnAnew++);
    conversation.put(turn("1", { state: "stopped" }));
    conversation.merge([
      { kind: "turn", turn: turn("2", done("two")) },
      { kind: "removed", turnId: "1" },
    ]);
    assert.deepEqual([made, shown, drawnAnew], [["turn"], ["1", "2"], 1]);
    assert.deepEqual(new Conversation({ id: "x", changes: conversation.changes }).turns.length, 1);
  });

  it("perf E2 sends as many bytes with the 1,000th question as with the 100th", () => {
    const conversation = new Conversation();
    const many = { ...settings, historyTurns: 20 };
    const sizes: number[] = [];
    for (let number = 0; number < 1000; number++) {
      const id = `t${String(number).padStart(4, "0")}`;
      conversation.put(turn(id, done(`answer ${id}`)));
      sizes.push(JSON.stringify(conversation.history("https://a.example", many)).length);
    }
    assert.equal(sizes[999], sizes[99]);
  });
});
