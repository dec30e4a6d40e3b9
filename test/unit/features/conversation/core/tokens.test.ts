import assert from "node:assert/strict";
import fc from "fast-check";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import {
  ChangeReader,
  encodeChange,
  encodeWhole,
} from "../../../../../src/features/conversation/core/conversationRecord";
import {
  tokensExplained,
  tokensInWords,
} from "../../../../../src/features/conversation/core/tokens";
import type { Turn } from "../../../../../src/features/conversation/core/turn";
import { fromJson, toJson } from "../../../../../src/features/history/core/conversationExport";
import { withoutPrivate } from "../../../../../src/features/history/core/withoutPrivate";
import { done, turn } from "./savedTurns";

const usageOf = (input: number, output: number) => ({ input, output, total: input + output });
const exact = (id: string, input: number, output: number, more: Partial<Turn> = {}) =>
  turn(id, { ...done("x"), usage: usageOf(input, output) } as Turn["result"], more);
const about = (id: string, approximateTokens: number) => turn(id, done("x"), { approximateTokens });
const unknown = turn("9", done("x"));

describe("what answers took, in words", () => {
  it("U4 is a number where it is exact, and about a number where it is not", () => {
    assert.equal(tokensInWords(exact("1", 1000, 234)), "1,234 tokens");
    assert.equal(tokensInWords(about("1", 1234)), "about 1,234 tokens");
    assert.equal(tokensInWords(about("1", 1)), "about 1 token");
    assert.equal(tokensInWords(exact("1", 1, 0)), "1 token");
  });

  it("U4 keeps both apart where there are both", () => {
    const both = exact("1", 1000, 234, { approximateTokens: 500 });
    assert.equal(tokensInWords(both), "1,234 tokens, and about 500 more");
  });

  it("is nothing where nothing is known, or where there is no answer", () => {
    assert.equal(tokensInWords(unknown), undefined);
    assert.equal(tokensInWords(about("1", 0)), undefined);
    const stopped = turn("2", { state: "stopped" }, { approximateTokens: 5 });
    assert.equal(tokensInWords(stopped), undefined);
  });

  it("U4 is exported and imported, also without what is private", () => {
    const conversation = new Conversation();
    conversation.put(exact("1", 1000, 234));
    conversation.put(about("2", 500));
    const shared = withoutPrivate(conversation, {
      keys: ["a-secret-of-the-test"],
      ids: [],
      folders: [],
    });
    for (const exported of [conversation, shared]) {
      const { changes } = fromJson(new TextEncoder().encode(toJson(exported)));
      const copy = new Conversation({ id: "copy", changes });
      assert.deepEqual(copy.turns.map(tokensInWords), ["1,234 tokens", "about 500 tokens"]);
    }
  });

  it("is explained by where it comes from", () => {
    assert.equal(
      tokensExplained(about("1", 5)),
      "tokens, estimated by the hub or from the balance before and after",
    );
    assert.equal(tokensExplained(exact("1", 1000, 234)), "tokens: 1,000 for input, 234 for output");
    const thinking = { ...done("x"), usage: { input: 10, output: 5, total: 800 } };
    assert.equal(
      tokensExplained(turn("1", thinking as Turn["result"])),
      "tokens: 10 for input, 5 for output, 785 for other purposes",
    );
  });

  it("U4 numbers are right and never mix, for any answer", () => {
    const count = fc.nat(100_000);
    fc.assert(
      fc.property(count, count, count, (input, output, approximateTokens) => {
        const words = tokensInWords(exact("1", input, output, { approximateTokens })) ?? "";
        const numbers = (words.match(/[\d,]*\d/g) ?? []).map((each) => each.replaceAll(",", ""));
        const known = [input + output, approximateTokens].filter((each) => each > 0);
        assert.deepEqual(numbers.map(Number), known);
        assert.equal(/\btokens?\b/.test(words), known.length > 0);
        assert.equal(/\babout\b/.test(words), approximateTokens > 0);
        assert.equal(/^about\b/.test(words), input + output === 0 && approximateTokens > 0);
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
    const settled = encodeChange({ kind: "result", turnId: "1", result: answered.result }, []);
    const [first] = encodeWhole({ changes: [{ kind: "turn", turn: asked }] });
    for (const conversation of [
      readBack([first!, settled]),
      readBack(encodeWhole({ changes: [{ kind: "turn", turn: answered }] })),
    ]) {
      assert.equal(tokensInWords(conversation.turns[0]!), "1,234 tokens");
      const copy = conversation.forkUntil("1", { inclusive: true });
      assert.equal(tokensInWords(copy.turns[0]!), "1,234 tokens");
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
