import assert from "node:assert/strict";
import fc from "fast-check";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { Change, Turn } from "../../../../../src/features/conversation/core/turn";
import {
  firstLine,
  recordLine,
  readHead,
  readLines,
  readWhole,
  restore,
} from "../../../../../src/features/conversation/core/conversationFile";
import { encodeChange } from "../../../../../src/features/conversation/core/conversationRecord";
import { done, turn } from "./savedTurns";

/** Line breaks of all kinds, quotes, NUL, unpaired surrogates. */
const anyString = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constantFrom("\n", "\r\n", "\u2028", "\0", '"}\n{"', "\uD800", "__proto__", "\uFEFF"),
);

const anyTurn = fc
  .record({
    id: fc.uuid(),
    typed: anyString,
    output: anyString,
    name: anyString,
    attached: anyString,
  })
  .map(({ id, typed, output, name, attached }) =>
    turn(id, done(output), {
      askedAt: 1,
      question: {
        typed,
        expertId: 1,
        attachments: [{ id: "a", text: attached, languageId: "x", label: name, detail: "" }],
      },
      sent: {
        endpoint: "invoke_agent",
        body: {
          expert_id: 1,
          // Never empty: there would be nothing to ask.
          input_data: typed || "?",
          conversation_history: [{ role: name, content: output }],
        },
      },
    }),
  );

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: anyTurn.map((made): Change => ({ kind: "turn", turn: made })) },
  anyString.map((title): Change => ({ kind: "title", title })),
  fc
    .record({ hubScope: anyString, sessionId: anyString })
    .map((made): Change => ({ kind: "session", ...made })),
);

/** The lines of a file, as they are appended in sequence. */
function written(changes: readonly Change[]) {
  const conversation = new Conversation();
  const head = firstLine({ id: conversation.id, createdAt: 1 });
  const lines = changes.map((change) => {
    conversation.merge([change]);
    return recordLine("w", encodeChange(change, conversation.turns));
  });
  return { conversation, head, lines };
}

const read = (bytes: Uint8Array) => readLines(bytes, () => undefined);
const stateOf = ({ turns, title }: Conversation): [readonly Turn[], string | undefined] => [
  turns,
  title,
];

describe("the lines of a conversation", () => {
  it("give back any strings that were appended", () => {
    fc.assert(
      fc.property(fc.array(anyChange, { minLength: 1, maxLength: 6 }), (changes) => {
        const { conversation, head, lines } = written(changes);
        const bytes = Buffer.from(head + lines.join(""));
        assert.equal(readHead(bytes).kind, "readable");
        const found = read(bytes);
        assert.equal(found.unread, 0);
        assert.deepEqual(
          found.lines.map(({ change }) => change),
          changes,
        );
        assert.deepEqual(stateOf(restore(conversation.id, found.lines)), stateOf(conversation));
        assert.equal(found.end, bytes.length);
      }),
      { numRuns: 300 },
    );
  });

  it("let other work go first while a whole file is read", async () => {
    const lines = ["One", "Two", "Three"].map((title) => recordLine("w", { title }));
    const bytes = Buffer.from(firstLine({ id: "c", createdAt: 1 }) + lines.join(""));
    let isRead = false;
    const reading = readWhole(bytes, 0).finally(() => (isRead = true));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isRead, false);
    assert.deepEqual(await reading, read(bytes));
  });

  it("D3 lose only the last one where they are cut at any byte, and go on after it", () => {
    fc.assert(
      fc.property(fc.array(anyChange, { minLength: 1, maxLength: 4 }), fc.nat(), (changes, at) => {
        const { head, lines } = written(changes);
        const whole = Buffer.from(head + lines.join(""));
        const start = Buffer.byteLength(head);
        const cut = start + (at % (whole.length - start + 1));
        const found = read(whole.subarray(0, cut));
        let end = start;
        const intact = lines.filter((line) => (end += Buffer.byteLength(line)) <= cut).length;
        assert.deepEqual(
          found.lines.map(({ change }) => change),
          changes.slice(0, intact),
        );
        const more = Buffer.from(recordLine("w", { title: "after" }));
        const after = read(Buffer.concat([whole.subarray(0, cut), more])).lines;
        assert.deepEqual(after.at(-1)?.change, { kind: "title", title: "after" });
        assert.equal(after.length, intact + 1);
      }),
      { numRuns: 300 },
    );
  });
});
