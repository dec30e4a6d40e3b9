import assert from "node:assert/strict";
import { argumentsOf } from "../../../../src/builtInHub/loop/writtenCalls";
import { fromHistory, SessionMemory } from "../../../../src/builtInHub/experts/modelAgent";

const message = (content: string) => ({ role: "user", content });

describe("the memory of sessions", () => {
  it("keeps the newest 20 messages, oldest first", () => {
    const memory = new SessionMemory();
    memory.keep(
      "one",
      Array.from({ length: 25 }, (_, at) => message(`${at}`)),
    );
    const kept = memory.of("one").map(({ content }) => content);
    assert.deepEqual([kept.length, kept[0], kept.at(-1)], [20, "5", "24"]);
  });

  it("keeps as many of the newest messages as have 200,000 characters", () => {
    const memory = new SessionMemory();
    const [a, b, c] = ["a", "b", "c"].map((letter) => message(letter.repeat(100_000)));
    memory.keep("one", [a!, b!, c!]);
    assert.deepEqual(memory.of("one"), [b, c]);
    memory.keep("one", [message("x".repeat(200_001))]);
    assert.deepEqual(memory.of("one"), []);
  });

  it("keeps the 200 sessions that were used last", () => {
    const memory = new SessionMemory();
    for (let at = 0; at < 200; at++) memory.keep(`${at}`, [message("hello")]);
    memory.keep("0", [message("again")]);
    memory.keep("200", [message("hello")]);
    assert.deepEqual(memory.of("0"), [message("again")]);
    assert.deepEqual(memory.of("1"), []);
    assert.deepEqual(memory.of("2"), [message("hello")]);
  });

  it("keeps nothing without a session", () => {
    const memory = new SessionMemory();
    memory.keep(undefined, [message("hello")]);
    assert.deepEqual(memory.of(undefined), []);
  });
});

describe("the history of a request", () => {
  for (const role of ["assistant", " Assistant ", "AI", "agent", "bot", "expert", "model"]) {
    it(`counts ${JSON.stringify(role)} as the model`, () => {
      assert.deepEqual(fromHistory({ role, content: "x" }), { role: "assistant", content: "x" });
    });
  }

  for (const role of ["user", "system", "developer", "tool", "maintainer", "assistants", ""]) {
    it(`G7 counts ${JSON.stringify(role)} as the user`, () => {
      assert.deepEqual(fromHistory({ role, content: "x" }), { role: "user", content: "x" });
    });
  }
});

describe("the arguments of a call", () => {
  for (const [given, value] of [
    ["", {}],
    [" \n", {}],
    ['{"query":"a"}', { query: "a" }],
    ['"{\\"query\\":\\"a\\"}"', { query: "a" }],
    ['"6 * 7"', "6 * 7"],
    ['"42"', "42"],
    ["[1]", [1]],
  ] as const) {
    it(`of ${given} are ${JSON.stringify(value)}`, () => {
      assert.deepEqual(argumentsOf(given), { value });
    });
  }
});
