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
} from "../../../../../src/features/conversation/core/conversationFile";
import { encodeWhole } from "../../../../../src/features/conversation/core/conversationRecord";
import { workedMs } from "../../../../support/machineSpeed";
import { done, turn } from "./savedTurns";

const id = "0b6f3c1e-1111-4222-8333-444455556666";

/** A stored turn whose history is from these turns. */
function referring(turnId: string, ...messages: unknown[]): object {
  const [record] = encodeWhole({
    changes: [{ kind: "turn", turn: turn(turnId, done("Fine.")) }],
  }) as { turn: { sent: object } }[];
  return { turn: { ...record!.turn, sent: { ...record!.turn.sent, messages } } };
}

const answerOf = (turnId: string) => ({ role: "assistant", of: "answer", turnId });
const answersOf = (turnId: string, count: number) =>
  Array.from({ length: count }, () => answerOf(turnId));
const questionOf = (turnId: string) => ({ role: "user", of: "question", turnId });

function opened(records: readonly object[]): { conversation: Conversation; unread: number } {
  const text = [firstLine({ id, createdAt: 1 }), ...records.map((one) => recordLine("w", one))];
  const { lines, unread } = readLines(Buffer.from(text.join("")), () => undefined);
  return { conversation: restore(id, lines), unread };
}

function contents({ turns }: Conversation): string[][] {
  return turns.map(({ sent }) =>
    sent.endpoint === "invoke_agent"
      ? (sent.body.conversation_history ?? []).map(({ content }) => content)
      : [],
  );
}

describe("a file from elsewhere whose histories make no sense", () => {
  it("is read with empty texts where they name turns that are not there, or come later", () => {
    const { conversation, unread } = opened([
      referring("t1"),
      referring("t2", ...["gone", "__proto__", "t2", "t3"].map(answerOf), questionOf("t1")),
      referring("t3"),
    ]);
    assert.equal(unread, 0);
    assert.deepEqual(contents(conversation)[1], ["", "", "", "", "question t1"]);
  });

  it("loses a line alone whose history is no list of messages", () => {
    const broken = [
      7,
      null,
      {},
      { role: "user" },
      { role: 7, content: "x" },
      { ...answerOf("t1"), of: "log" },
    ];
    const { conversation, unread } = opened([
      referring("t1"),
      ...broken.map((one, at) => referring(`b${at}`, one)),
      referring("t2"),
    ]);
    assert.deepEqual([conversation.turns.length, unread], [2, broken.length]);
  });

  it("neither takes memory nor time where a small one names a large text again and again", () => {
    const large = "x".repeat(1_000_000);
    const [first] = encodeWhole({ changes: [{ kind: "turn", turn: turn("t1", done(large)) }] });
    const records = [
      first!,
      referring("bomb", ...answersOf("t1", 100_000)),
      ...Array.from({ length: 2000 }, (_, at) => referring(`m${at}`, ...answersOf("t1", 10))),
    ];
    const before = process.memoryUsage();
    let read: ReturnType<typeof opened>;
    const worked = workedMs(() => (read = opened(records)));
    assert.ok(worked < 5000, `${worked} ms`);
    const { conversation, unread } = read!;
    // What could not have been sent is no question.
    assert.deepEqual([conversation.turns.length, unread], [2001, 1]);
    assert.equal(contents(conversation)[2000]?.[9], large);
    const json = toJson(conversation);
    assert.ok(json.length < 10_000_000, `${json.length} characters`);
    assert.equal(new Conversation(fromJson(Buffer.from(json))).turns.length, 2001);
    assert.ok(toMarkdown(conversation).length < 10_000_000);
    const grown = process.memoryUsage().rss - before.rss;
    assert.ok(grown < 500_000_000, `${grown} bytes more`);
  }).timeout(30_000);

  it("takes no answer or step from another turn", () => {
    const record = referring("t2", answerOf("t1")) as {
      turn: { question: object; result: { raw: object } };
    };
    record.turn.question = { typed: "", expertId: 1 };
    record.turn.result.raw = { output: "", intermediate_steps: [[{ tool: "", log: "" }]] };
    const { conversation } = opened([referring("t1"), record]);
    const [, made] = conversation.turns;
    assert.ok(made?.result.state === "done");
    const { output, intermediate_steps } = made.result.received.value;
    assert.deepEqual([made.question.typed, output, intermediate_steps[0]?.[0]?.log], ["", "", ""]);
  });
});
