import assert from "node:assert/strict";
import { estimatedTokens } from "../../../../../src/contract/contextSize";
import {
  beginningWithin,
  countWithin,
  withinTokens,
} from "../../../../../src/features/agents/core/withinTokens";

/** A model whose tokens have this many characters. */
function model(budget: number, perToken: (text: string) => number = () => 4) {
  const counted: string[] = [];
  const count = async (text: string) => {
    counted.push(text);
    return Math.ceil(text.length / perToken(text));
  };
  return { budget, count, counted };
}

describe("a text within the room that a model has", () => {
  const lines = Array.from({ length: 1_000 }, (_, at) => `Line ${at} of the answer`).join("\n");

  it("stays whole if there is room", async () => {
    const { counted, ...limit } = model(100_000);
    assert.equal(await withinTokens(lines, limit), lines);
    assert.equal(counted.length, 1);
    assert.equal(await withinTokens("four", model(1)), "four", "it just fits");
  });

  it("ends with a whole line and a note, and uses most of the room", async () => {
    const limit = model(500);
    const cut = await withinTokens(lines, limit);
    const [, kept = ""] = /^([^]*)\n\n\[Cut to fit\. .*\]$/.exec(cut) ?? [];
    assert.ok(lines.startsWith(`${kept}\n`), cut);
    assert.ok(cut.length <= 2_000 && cut.length > 1_700, String(cut.length));
  });

  it("is counted only a few times, whatever the tokens are like", async () => {
    // The end of the text takes far fewer tokens than its beginning.
    const limit = model(500, (text) => (text.length > 10_000 ? 12 : 1));
    const cut = await withinTokens("😀".repeat(20_000), limit);
    assert.ok(cut.length <= 500);
    assert.ok(limit.counted.length <= 9);
    assert.ok(cut.isWellFormed());
  });

  it("is the note alone if there is no room at all", async () => {
    assert.match(await withinTokens(lines, model(3)), /^\[Cut to fit\./);
  });
});

describe("a text within estimated tokens", () => {
  it("is as long as there is room for, and ends with a whole line", () => {
    const lines = Array.from({ length: 1_000 }, (_, at) => `Line ${at}: 数 😀`).join("\n");
    for (const tokens of [10, 100, 1_000, 5_000]) {
      const cut = beginningWithin(lines, tokens);
      assert.ok(lines.startsWith(`${cut}\n`), cut);
      const more = lines.slice(0, lines.indexOf("\n", cut.length + 1));
      assert.ok(estimatedTokens(cut) <= tokens && estimatedTokens(more) > tokens, String(tokens));
    }
    assert.equal(beginningWithin("four", 1), "four");
    assert.equal(beginningWithin("four", 0), "");
  });

  it("is one of the first of several", () => {
    assert.equal(countWithin(["four", "four", "four"], 2), 2);
    assert.equal(countWithin(["four", "four"], 2), 2);
    assert.equal(countWithin(["four"], 0), 0);
  });
});
