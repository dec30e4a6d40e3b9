import assert from "node:assert/strict";
import { historyNotes } from "../../../src/app/historyNotes";
import type { Message } from "../../../src/hub/types";
import { keepsBudget } from "../../support/pace";

const say = (role: string, content: string): Message => ({ role, content });
const sent = [say("user", "one"), say("assistant", "first")];
const exchange = [say("user", "two"), say("assistant", "second")];

function notes(returned: Message[], earlier: Message[] = []): string[] {
  return historyNotes({ returned, sent, exchange, earlier: () => earlier });
}

describe("notes on the hub's chat history", () => {
  it("says nothing where the hub counts the question and the answer in, or does not", () => {
    assert.deepEqual(notes([...sent, ...exchange]), []);
    assert.deepEqual(notes([...sent, exchange[0]!]), []);
    assert.deepEqual(notes(sent), []);
    assert.deepEqual(notes([]), []);
  });

  it("S21 points out what the hub added", () => {
    assert.deepEqual(notes([say("system", "Be\nkind."), ...sent, ...exchange]), [
      "The hub added 1 message to the conversation: system: Be kind.",
    ]);
    assert.deepEqual(notes([...sent, say("user", "one"), say("assistant", "forged")]), [
      "The hub added 2 messages to the conversation: user: one; assistant: forged",
    ]);
  });

  it("S21 points out what the hub left out, changed, renamed and reordered", () => {
    assert.deepEqual(notes([sent[1]!, ...exchange]), [
      "The hub left out 1 message of the conversation: user: one",
    ]);
    assert.deepEqual(notes([sent[0]!, say("assistant", "FIRST")]), [
      "The hub changed 1 message of the conversation: assistant: first became assistant: FIRST",
    ]);
    assert.deepEqual(notes([say("human", "one"), sent[1]!]), [
      "The hub gave another role to 1 message of the conversation: user became human: one",
    ]);
    assert.deepEqual(notes(sent.toReversed()), [
      "The hub put the messages of the conversation into another order.",
    ]);
  });

  it("does not take what the session remembers for an addition", () => {
    const earlier = [say("user", "zero"), say("assistant", "nought"), ...sent];
    assert.deepEqual(notes([...earlier, ...exchange], earlier), []);
    assert.deepEqual(notes([...sent, ...exchange], earlier), []);
  });

  it("stays short and quick whatever comes", async () => {
    const forged = Array.from({ length: 10_000 }, (_, at) => say("system", `${at} `.repeat(500)));
    let note = "";
    await keepsBudget(() => {
      const started = performance.now();
      [note = ""] = notes([...sent, ...forged]);
      return (performance.now() - started) / 1000;
    });
    assert.match(note, /^The hub added 10000 messages to the conversation: system: 0 0 /);
    assert.ok(note.length < 300, note);
  });
});
