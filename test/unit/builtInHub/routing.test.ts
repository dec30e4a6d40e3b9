import assert from "node:assert/strict";
import { experts } from "../../../src/builtInHub/experts/catalog";
import { abilityFor } from "../../../src/builtInHub/experts/routing";
import { readQuestion } from "../../../src/builtInHub/reading/question";
import { ask, attach, hubUnderTest, post } from "./hubUnderTest";

const workbench = experts[0]!;
const routed = (input: string, expert = workbench) => abilityFor(readQuestion(input), expert)?.name;

describe("the routing of questions", () => {
  const running = hubUnderTest();

  it("has the Workbench as the default, with the abilities of all experts", () => {
    assert.equal(workbench.record.name, "Workbench");
    assert.deepEqual(
      new Set(workbench.abilities),
      new Set(experts.slice(1).flatMap(({ abilities }) => abilities)),
    );
  });

  it("passes the example of every ability to that ability", () => {
    for (const { name, example } of workbench.abilities)
      assert.equal(routed(example), name, example);
  });

  it("takes JSON by itself for what it is, also with a space before its first name", async () => {
    assert.match(await ask(running.hub, 5, '{ "a": [1] }'), /^Valid JSON/);
  });

  it("lists abilities in the same order, whichever is preferred", () => {
    for (const { record } of experts) {
      const ids = record.abilities.map(({ id }) => id);
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => a - b),
        record.name,
      );
    }
  });

  it("passes on what the picked expert's abilities do not suit, and says to whom", async () => {
    assert.match(
      await ask(running.hub, 1, "base64 encode hi"),
      /aGk=[^]*\*Answered by Encode and decode \(Data Desk\), without a language model\.\*$/,
    );
    assert.match(
      await ask(running.hub, 4, "3 mi to km"),
      /4\.828032 km[^]*\(Engineer's Calculator\)/,
    );
  });

  it("prefers the picked expert where two suit equally", () => {
    assert.equal(routed("totalOfCart", experts[1]), "Find in this workspace");
    assert.equal(routed("totalOfCart", experts[4]), "Names and case");
  });

  it("keeps to the ability that was chosen", async () => {
    const answer = await ask(running.hub, 5, "2026-01-01", { ability_id: 33 });
    assert.match(answer, /^Name the encoding[^]*\*Answered by Encode and decode/);
    assert.match(
      await ask(running.hub, 5, "write a poem", { ability_id: 21 }),
      /no calculation in this question/,
    );
  });

  const code =
    "function total(items) {\n  let sum = 0;\n  for (let i = 0; i <= items.length; i++) sum += items[i];\n  return sum;\n}";
  for (const question of [
    code,
    attach("Explain what this function does", code, "javascript"),
    attach("Why does this return NaN?", code, "javascript"),
    attach("find the bug", code, "javascript"),
    attach("what's wrong with this?", code, "javascript"),
    attach("review this", code, "javascript"),
    attach("refactor this to use reduce", code, "javascript"),
    attach("convert this to Python", code, "javascript"),
    attach("split this function into two", code, "javascript"),
    attach("add comments", code, "javascript"),
    attach("extract this as a constant", "const a = 60 * 60 * 24;", "javascript"),
    attach("explain this JSON", '{"a":1}', "json"),
    attach("is this thread-safe?", code, "java"),
    "write a function that sorts an array by length",
    "write a regex that matches an e-mail address",
    "write a unit test for totalOfCart",
    "generate a function to parse CSV",
    "how do I decode base64 in Python?",
    "how to sort a map by value in Java",
    "explain 2 + 2",
    "translate to German: good morning",
    "why is the sky blue",
    "what is the difference between let and var?",
    "what is the capital of France",
    "suggest a better name for tmp",
    "how are you",
    "hello",
    "implement quicksort in Rust",
    "fix the failing test",
    "what should I use, REST or GraphQL?",
    "summarize the README",
    "should I use tabs or spaces",
    "write a poem",
    attach("convert to a TypeScript interface", '{"a":1}', "json"),
    attach("add a column to this table", "a,b\n1,2"),
    attach("create an SQL table from this", "a,b\n1,2"),
    attach("check my spelling", "teh cat"),
    attach("reverse engineer this", "const a = b(c);", "javascript"),
    attach("convert this to async/await", "foo().then(bar);", "javascript"),
    "where should I put this function?",
    "find me a good restaurant",
    "max verstappen wins 2023 and 2024",
    "TypeError: Cannot read properties of undefined (reading 'map')",
    "time complexity of quicksort",
    "hash map vs tree map",
    "what is a hash?",
    "decode the meaning of life",
    "sort out this mess",
    "count to 10",
    "error 404 in nginx",
    "upgrade from 1.2.3 to 2.0.0",
    "SELECT * FROM users WHERE id = 1",
    "Dear team,\nplease find the report attached.\nBest, Bob",
  ]) {
    it(`leaves ${JSON.stringify(question.slice(0, 60))} to a language model`, async () => {
      const response = await post(running.hub, "/api/v1/invoke_agent", {
        expert_id: 5,
        input_data: question,
      });
      assert.deepEqual(
        [response.status, await response.json()],
        [501, { error: 501, message: "This question needs a language model, and none is chosen." }],
      );
    });
  }
});
