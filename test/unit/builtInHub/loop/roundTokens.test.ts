import assert from "node:assert/strict";
import fc from "fast-check";
import { runLoop, RoundTokens } from "../../../../src/builtInHub/loop/modelLoop";
import type { HubProgress } from "../../../../src/contract/progress";
import type { WireStep } from "../../../../src/builtInHub/tools/step";
import { callsOf, completion, type ModelReply } from "../../../support/modelServer";
import { scriptedModels } from "../models/modelUnderTest";

const messages = [{ role: "user" as const, content: "How much is it?" }];
const never = new AbortController().signal;

function counted(reply: ModelReply, input: number, output: number): ModelReply {
  const usage = { prompt_tokens: input, completion_tokens: output };
  return { ...reply, body: { ...(reply.body as object), usage } };
}

const calls = callsOf(["web_search", { query: "a" }]);
const answer = completion({ content: "42" });

describe("what all rounds of an answer took", () => {
  const scripted = scriptedModels();

  async function told(script: (nth: number) => ModelReply): Promise<HubProgress<WireStep>[]> {
    const { model } = await scripted((_, nth) => script(nth));
    const all: HubProgress<WireStep>[] = [];
    await runLoop(
      {
        purpose: { by: "chat", kind: "model" },
        model,
        messages,
        tools: [],
        onProgress: (news) => all.push(news),
      },
      never,
    );
    return all.filter(({ kind }) => kind === "tokens");
  }

  it("U4 is the sum of its rounds, told once", async () => {
    const tokens = await told((nth) =>
      nth < 3 ? counted(calls, 100 * nth, nth) : counted(answer, 300, 30),
    );
    const usage = { input: 600, output: 33, total: 633 };
    assert.deepEqual(tokens, [{ kind: "tokens", usage }]);
  });

  it("U4 is not known if one of its rounds was not counted", async () => {
    assert.deepEqual(await told((nth) => (nth === 1 ? counted(calls, 9, 1) : answer)), []);
    assert.deepEqual(await told((nth) => (nth === 1 ? calls : counted(answer, 9, 1))), []);
  });

  it("U4 is not known if it ended in a failure", async () => {
    const tokens = await told((nth) =>
      nth === 1 ? counted(calls, 9, 1) : { status: 500, body: {} },
    );
    assert.deepEqual(tokens, []);
  });

  it("U4 keeps apart what is exact and what is not, in any order of the rounds", () => {
    const exact = fc
      .record({ input: fc.integer({ min: 1, max: 9999 }), output: fc.nat(9999) })
      .map(({ input, output }) => ({ usage: { input, output, total: input + output } }));
    const about = fc.record({ approximateTokens: fc.nat(9999) });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(exact, about), { minLength: 1 }),
        fc.boolean(),
        (rounds, gap) => {
          const sum = new RoundTokens();
          let total = 0;
          let approximate = 0;
          for (const round of rounds) {
            sum.add(round);
            if ("usage" in round) total += round.usage.total;
            else approximate += round.approximateTokens;
          }
          if (gap) sum.add({});
          assert.equal(sum.sum === undefined, gap);
          if (gap) return;
          assert.equal(sum.sum?.usage?.total ?? 0, total);
          assert.equal(sum.sum?.approximateTokens ?? 0, approximate);
          assert.equal(
            "usage" in sum.sum!,
            rounds.some((round) => "usage" in round),
          );
        },
      ),
    );
  });
});
