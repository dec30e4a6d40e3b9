import assert from "node:assert/strict";
import fc from "fast-check";
import { storedUsage, sumOfUsage, usageIn } from "../../../src/contract/usage";

const reported = (prompt_tokens: unknown, completion_tokens: unknown, total_tokens?: unknown) =>
  usageIn({ prompt_tokens, completion_tokens, total_tokens });

describe("how many tokens a server says that an answer took", () => {
  it("is taken from its report, with or without a total", () => {
    assert.deepEqual(reported(10, 5, 15), { input: 10, output: 5, total: 15 });
    assert.deepEqual(reported(10, 0), { input: 10, output: 0, total: 10 });
  });

  it("U4 is a thousand million tokens at most", () => {
    const most = 1_000_000_000;
    assert.deepEqual(reported(most, 0, most), { input: most, output: 0, total: most });
    for (const counts of [
      [most + 1, 0, undefined],
      [1, most, undefined],
      [1, 0, most + 1],
    ])
      assert.equal(reported(counts[0], counts[1], counts[2]), undefined);
  });

  it("may be more than its parts: some count what a model thinks as neither", () => {
    assert.deepEqual(reported(10, 5, 800), { input: 10, output: 5, total: 800 });
  });

  const wrong: Record<string, unknown> = {
    nothing: undefined,
    null: null,
    text: "15",
    "a list": [{ prompt_tokens: 10, completion_tokens: 5 }],
    "no parts": { total_tokens: 15 },
    "one part": { prompt_tokens: 10, total_tokens: 15 },
    "parts of null": { prompt_tokens: 10, completion_tokens: null },
    "parts as text": { prompt_tokens: "10", completion_tokens: "5" },
    "a total as text": { prompt_tokens: 10, completion_tokens: 5, total_tokens: "15" },
    "negative parts": { prompt_tokens: -1, completion_tokens: -1, total_tokens: -1 },
    "a negative total": { prompt_tokens: 10, completion_tokens: 5, total_tokens: -15 },
    fractions: { prompt_tokens: 10.5, completion_tokens: 5 },
    "a total below its parts": { prompt_tokens: 10, completion_tokens: 5, total_tokens: 14 },
    "no input": { prompt_tokens: 0, completion_tokens: 5, total_tokens: 5 },
    zeros: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    "more than there can be": { prompt_tokens: Number.MAX_SAFE_INTEGER, completion_tokens: 1 },
  };
  for (const [name, report] of Object.entries(wrong))
    it(`U4 is not known from a report with ${name}`, () => {
      assert.equal(usageIn(report), undefined);
    });

  it("is read back as it was stored, and not otherwise", () => {
    const usage = { input: 10, output: 5, total: 800 };
    assert.deepEqual(storedUsage(JSON.parse(JSON.stringify(usage))), usage);
    for (const one of [undefined, {}, { ...usage, total: 1 }, { ...usage, input: "10" }])
      assert.equal(storedUsage(one), undefined);
  });

  it("U4 adds up part by part, whatever the order", () => {
    const count = fc.nat(1_000_000);
    const usages = fc.tuple(count, count, count).map(([input, output, more]) => ({
      input: input + 1,
      output,
      total: input + 1 + output + more,
    }));
    fc.assert(
      fc.property(fc.array(usages, { minLength: 1 }), fc.nat(), (all, cut) => {
        const sum = sumOfUsage(all)!;
        for (const part of ["input", "output", "total"] as const) {
          let expected = 0;
          for (const usage of all) expected += usage[part];
          assert.equal(sum[part], expected);
        }
        assert.deepEqual(storedUsage(sum), sum);
        const at = cut % all.length;
        const halves = [all.slice(0, at), all.slice(at)].map(sumOfUsage);
        assert.deepEqual(sumOfUsage(halves.filter((half) => half !== undefined)), sum);
        assert.deepEqual(sumOfUsage(all.toReversed()), sum);
      }),
    );
    assert.equal(sumOfUsage([]), undefined);
  });
});
