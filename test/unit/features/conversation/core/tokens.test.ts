import assert from "node:assert/strict";
import fc from "fast-check";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import {
  ChangeReader,
  encodeChange,
  encodeWhole,
} from "../../../../../src/features/conversation/core/conversationRecord";
import { Texts } from "../../../../../src/features/conversation/core/texts";
import {
  sumOfTokens,
  tokenLines,
  tokensExplained,
  tokensInWords,
  tokensOf,
} from "../../../../../src/features/conversation/core/tokens";
import type { Turn } from "../../../../../src/features/conversation/core/turn";
import { fromJson, toJson } from "../../../../../src/features/history/core/conversationExport";
import { summaryOf } from "../../../../../src/features/history/core/conversationIndex";
import { withoutPrivate } from "../../../../../src/features/history/core/withoutPrivate";
import { done, turn } from "./savedTurns";

const usageOf = (input: number, output: number) => ({ input, output, total: input + output });
const exact = (id: string, input: number, output: number, more: Partial<Turn> = {}) =>
  turn(id, { ...done("x"), usage: usageOf(input, output) } as Turn["result"], more);
const about = (id: string, approximateTokens: number) => turn(id, done("x"), { approximateTokens });
const unknown = turn("9", done("x"));
const inWords = (...turns: Turn[]) => tokensInWords(tokensOf(turns));

describe("what answers took, in words", () => {
  it("U4 is a number where it is exact, and about a number where it is not", () => {
    assert.equal(inWords(exact("1", 1000, 234)), "1,234 tokens");
    assert.equal(inWords(about("1", 1234)), "about 1,234 tokens");
    assert.equal(inWords(about("1", 1)), "about 1 token");
    assert.equal(inWords(exact("1", 1, 0)), "1 token");
  });

  it("U4 keeps both apart where there are both, and says how many answers are counted", () => {
    assert.equal(inWords(exact("1", 1, 1), about("2", 500)), "2 tokens, and about 500 more");
    assert.equal(inWords(exact("1", 1, 1), unknown, unknown), "2 tokens for 1 of 3 answers");
    assert.equal(
      inWords(exact("1", 1000, 234), about("2", 500), unknown),
      "1,234 tokens, and about 500 more for 2 of 3 answers",
    );
  });

  it("is nothing where nothing is known, and leaves out what is no answer", () => {
    assert.equal(inWords(), undefined);
    assert.equal(inWords(unknown), undefined);
    assert.equal(inWords(about("1", 0)), undefined);
    const stopped = turn("2", { state: "stopped" });
    assert.equal(inWords(exact("1", 1, 1), stopped), "2 tokens");
  });

  it("counts an answer of the built-in hub without a model as one that took none", () => {
    const asked = { ...unknown.asked, builtIn: true };
    const free = { ...unknown, asked };
    assert.equal(inWords(exact("1", 1, 1), free), "2 tokens");
    assert.equal(
      inWords(exact("1", 1, 1), { ...free, asked: { ...asked, modelId: 7 } }),
      "2 tokens for 1 of 2 answers",
    );
  });

  it("U4 is listed by expert where a conversation has several", () => {
    const other = { ...unknown.asked, expertId: 2, expertName: "Two" };
    const third = { ...unknown.asked, hubScope: "https://b.example", expertName: "Three" };
    const turns = [exact("1", 10, 5), exact("2", 1, 1, { asked: other }), about("3", 500)];
    assert.deepEqual(tokenLines(turns), [
      "Conversation: 17 tokens, and about 500 more",
      "One: 15 tokens, and about 500 more",
      "Two: 2 tokens",
    ]);
    assert.deepEqual(tokenLines([exact("1", 10, 5), { ...unknown, asked: third }]), [
      "Conversation: 15 tokens for 1 of 2 answers",
      "One: 15 tokens",
    ]);
    assert.deepEqual(tokenLines([exact("1", 10, 5), about("3", 500)]), [
      "Conversation: 15 tokens, and about 500 more",
    ]);
    assert.deepEqual(tokenLines([unknown, { ...unknown, asked: other }]), []);
  });

  it("counts what was compared as well", () => {
    const conversation = new Conversation();
    conversation.put(exact("1", 10, 5));
    conversation.put(exact("2", 1, 1, { beside: "1" }));
    assert.equal(inWords(...conversation.turns), "15 tokens");
    assert.equal(inWords(...conversation.allTurns), "17 tokens");
    assert.equal(tokensInWords(summaryOf(conversation).tokens), "17 tokens");
  });

  it("U4 is exported and imported, also without what is private", () => {
    const conversation = new Conversation();
    conversation.put(exact("1", 1000, 234));
    conversation.put(about("2", 500));
    const shared = withoutPrivate(conversation, { secrets: ["a-secret-of-the-test"], folders: [] });
    for (const exported of [conversation, shared]) {
      const { changes } = fromJson(new TextEncoder().encode(toJson(exported)));
      const copy = new Conversation({ id: "copy", changes });
      assert.equal(inWords(...copy.turns), "1,234 tokens, and about 500 more");
    }
  });

  it("is explained by where it comes from", () => {
    assert.equal(tokensExplained(about("1", 5)), "tokens, from the balance before and after");
    const byEditor = { ...about("1", 5), asked: { ...unknown.asked, builtIn: true } };
    assert.equal(tokensExplained(byEditor), "tokens, as the model's provider estimates them");
    assert.equal(tokensExplained(exact("1", 1000, 234)), "tokens: 1,000 for input, 234 for output");
    const thinking = { ...done("x"), usage: { input: 10, output: 5, total: 800 } };
    assert.equal(
      tokensExplained(turn("1", thinking as Turn["result"])),
      "tokens: 10 for input, 5 for output, 785 for other purposes",
    );
  });

  it("U4 sums are right and never mix, for any answers in any order", () => {
    const count = fc.nat(100_000);
    const answers = fc.oneof(
      fc.tuple(count, count).map(([input, output]) => exact("1", input + 1, output)),
      count.map((tokens) => about("2", tokens)),
      fc
        .tuple(count, count)
        .map(([one, other]) => exact("3", one + 1, 0, { approximateTokens: other })),
      fc.constant(unknown),
      fc.constant(turn("4", { state: "stopped" })),
    );
    fc.assert(
      fc.property(fc.array(answers), fc.nat(), (turns, cut) => {
        let total = 0;
        let approximate = 0;
        for (const { result, approximateTokens } of turns) {
          if (result.state === "done") total += result.usage?.total ?? 0;
          approximate += approximateTokens ?? 0;
        }
        const sum = tokensOf(turns);
        assert.deepEqual([sum.exact, sum.about], [total, approximate]);
        assert.ok(sum.counted <= sum.answers && sum.answers <= turns.length);
        const at = cut % (turns.length + 1);
        assert.deepEqual(sumOfTokens([turns.slice(0, at), turns.slice(at)].map(tokensOf)), sum);
        const words = tokensInWords(sum) ?? "";
        assert.equal(/\btokens?\b/.test(words), total + approximate > 0);
        assert.equal(/\babout\b/.test(words), approximate > 0);
        assert.equal(/^about\b/.test(words), total === 0 && approximate > 0);
      }),
    );
  });
});

function readBack(records: object[]): Conversation {
  const reader = new ChangeReader();
  const changes = records.map((record) => reader.read(JSON.parse(JSON.stringify(record)))!);
  return new Conversation({ id: "c", changes });
}

describe("what a model took for an answer", () => {
  it("U4 is saved with the answer, settled or whole, and read back", () => {
    const asked = turn("1", { state: "waiting" });
    const answered = exact("1", 1000, 234);
    const settled = encodeChange(
      { kind: "result", turnId: "1", result: answered.result },
      { texts: new Texts(), known: () => answered },
    );
    const [first] = encodeWhole({ changes: [{ kind: "turn", turn: asked }] });
    for (const conversation of [
      readBack([first!, settled]),
      readBack(encodeWhole({ changes: [{ kind: "turn", turn: answered }] })),
    ]) {
      assert.equal(tokensInWords(tokensOf(conversation.turns)), "1,234 tokens");
      const copy = conversation.forkUntil("1", { inclusive: true });
      assert.equal(tokensInWords(tokensOf(copy.turns)), "1,234 tokens");
    }
  });

  it("U4 is not taken from a file that cannot be right, and the answer is still read", () => {
    for (const usage of [null, "5", { input: -1, output: 1, total: 0 }, { input: 1, output: 1 }]) {
      const saved = turn("1", { ...done("x"), usage } as never);
      const [one] = readBack(encodeWhole({ changes: [{ kind: "turn", turn: saved }] })).turns;
      assert.ok(one?.result.state === "done");
      assert.equal("usage" in one.result, false);
    }
  });
});
