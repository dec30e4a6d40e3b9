import assert from "node:assert/strict";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import {
  fromJson,
  toJson,
  toMarkdown,
} from "../../../../../src/features/history/core/conversationExport";
import {
  firstLine,
  recordLine,
  readLines,
  restore,
} from "../../../../../src/features/conversation/core/conversationLines";
import { encodeWhole } from "../../../../../src/features/conversation/core/conversationRecord";
import { workedMs } from "../../../../support/machineSpeed";
import { done, turn } from "./savedTurns";

const id = "0b6f3c1e-1111-4222-8333-444455556666";

/** A stored turn whose answer repeats texts by these names. */
function naming(turnId: string, of: string[], same: string[], count = same.length): object {
  const [record] = encodeWhole({
    changes: [{ kind: "turn", turn: turn(turnId, done("Fine.")) }],
  }) as { turn: { result: object } }[];
  const chat_history = Array.from({ length: count }, () => ({ role: "user", content: "" }));
  return {
    turn: {
      ...record!.turn,
      result: {
        state: "done",
        bytes: 1,
        elapsedMs: 1,
        raw: { output: "Fine.", chat_history },
      },
    },
    leftOut: { of, same },
  };
}

const many = (count: number): string[] => Array.from({ length: count }, () => "0.3");

function opened(records: readonly object[]): { conversation: Conversation; unread: number } {
  const text = [firstLine({ id, createdAt: 1 }), ...records.map((one) => recordLine("w", one))];
  const { lines, unread } = readLines(Buffer.from(text.join("")), () => undefined);
  return { conversation: restore(id, lines), unread };
}

function contents({ turns }: Conversation): string[][] {
  return turns.map(({ result }) =>
    result.state === "done"
      ? (result.received.value.chat_history ?? []).map(({ content }) => content)
      : [],
  );
}

describe("a file from elsewhere whose names of texts make no sense", () => {
  const names: [string, string[], string[]][] = [
    ["turns that are not there", ["gone", "__proto__"], ["0.0", "1.3"]],
    ["places that are not there", ["t1"], ["0.99", "0.-1", "0.1e9", ".9", ".__proto__", ".length"]],
    ["no places at all", ["t1"], ["0", ".", "x.y", "0.0.0", "constructor.constructor"]],
    ["itself", ["t2"], ["0.0", "0.3", "0.4"]],
    ["a turn that comes later", ["t3"], ["0.0", "0.3"]],
  ];
  for (const [name, of, same] of names)
    it(`is read with empty texts where they name ${name}`, () => {
      const { conversation, unread } = opened([
        naming("t1", [], []),
        naming("t2", of, same),
        naming("t3", [], []),
      ]);
      assert.equal(unread, 0);
      assert.deepEqual(
        contents(conversation)[1],
        same.map(() => ""),
      );
    });

  it("is read where there are fewer or more names than empty texts", () => {
    const own = ".0";
    const { conversation } = opened([
      naming("t1", [], [own], 3),
      naming("t2", [], [own, own, own], 1),
    ]);
    assert.deepEqual(contents(conversation), [["question t1", "", ""], ["question t2"]]);
  });

  it("loses a line alone whose names are no list of names", () => {
    const broken = [7, [], { of: 1, same: [] }, { of: [], same: [7] }, { same: [] }, null].map(
      (leftOut, at) => ({ ...naming(`b${at}`, [], []), leftOut }),
    );
    const { conversation, unread } = opened([
      naming("t1", [], []),
      ...broken,
      naming("t2", [], []),
    ]);
    assert.deepEqual([conversation.turns.length, unread], [2, broken.length]);
  });

  it("neither takes memory nor time where a small one names a large text again and again", () => {
    const large = "x".repeat(1_000_000);
    const [first] = encodeWhole({ changes: [{ kind: "turn", turn: turn("t1", done(large)) }] });
    const records = [
      first!,
      naming("bomb", ["t1"], many(100_000)),
      ...Array.from({ length: 2000 }, (_, at) => naming(`m${at}`, ["t1"], many(20))),
    ];
    const before = process.memoryUsage();
    let read: ReturnType<typeof opened>;
    const worked = workedMs(() => (read = opened(records)));
    assert.ok(worked < 5000, `${worked} ms`);
    const { conversation, unread } = read!;
    // What no hub could have sent is not accepted as an answer.
    assert.deepEqual([conversation.turns.length, unread], [2001, 1]);
    assert.equal(contents(conversation)[2000]?.[19], large);
    const json = toJson(conversation);
    assert.ok(json.length < 10_000_000, `${json.length} characters`);
    assert.equal(new Conversation(fromJson(Buffer.from(json))).turns.length, 2001);
    assert.ok(toMarkdown(conversation).length < 10_000_000);
    const grown = process.memoryUsage().rss - before.rss;
    assert.ok(grown < 500_000_000, `${grown} bytes more`);
  }).timeout(30_000);

  it("takes no answer, question or step from another turn", () => {
    const record = naming("t2", ["t1"], ["0.0", "0.3", "0.0"]) as {
      turn: { question: object; result: { raw: object } };
    };
    record.turn.question = { typed: "", expertId: 1 };
    record.turn.result.raw = {
      output: "",
      intermediate_steps: [[{ tool: "", log: "" }]],
      chat_history: [{ role: "user", content: "" }],
    };
    const { conversation } = opened([naming("t1", [], []), record]);
    const [, made] = conversation.turns;
    assert.ok(made?.result.state === "done");
    const { output, intermediate_steps } = made.result.received.value;
    assert.deepEqual([made.question.typed, output, intermediate_steps[0]?.[0]?.log], ["", "", ""]);
  });
});
