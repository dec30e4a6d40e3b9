import assert from "node:assert/strict";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import { HubError } from "../../../../../src/contract/errors";
import type { LiveProgress } from "../../../../../src/contract/progress";
import { done, turn } from "./savedTurns";

const step = (query: string) => ({ tool: "web_search", tool_input: { query }, raw: {} });

/** A conversation with a question that waits for its answer. */
function pending() {
  const conversation = new Conversation();
  conversation.put(turn("1", { state: "waiting" }));
  const told: string[] = [];
  conversation.onDidProgress((turnId) => told.push(turnId));
  const after = (progress: LiveProgress) => {
    conversation.progress("1", progress);
    const { text, running, steps } = conversation.live("1") ?? assert.fail("nothing is known");
    return [text, running, steps.map((round) => round.map(({ tool_input: input }) => input))];
  };
  return { conversation, told, after };
}

describe("an answer that a model is working on", () => {
  it("has the text of all rounds, the tools that run, and the steps of all rounds", () => {
    const { told, after } = pending();
    const one = [{ query: "one" }];
    assert.deepEqual(after({ kind: "text", text: "" }), ["", [], []]);
    assert.deepEqual(after({ kind: "text", text: "Let me look." }), ["Let me look.", [], []]);
    const running = { kind: "calls", calls: ["web_search"] } as const;
    assert.deepEqual(after(running), ["Let me look.", ["web_search"], []]);
    assert.deepEqual(after({ kind: "steps", steps: [step("one")] }), ["Let me look.", [], [one]]);
    assert.deepEqual(after(running), ["Let me look.", ["web_search"], [one]]);
    const text = "Let me look.\n\nIt is 42.";
    assert.deepEqual(after({ kind: "text", text }), [text, [], [one]], "nothing runs any longer");
    const more = after({ kind: "steps", steps: [step("two"), step("three")] });
    assert.deepEqual(more, [text, [], [one, [{ query: "two" }, { query: "three" }]]]);
    assert.deepEqual(new Set(told), new Set(["1"]));
    assert.equal(told.length, 7);
  });

  it("has what the model thinks until that is a step", () => {
    const { conversation, after } = pending();
    after({ kind: "text", text: "", reasoning: "Hm" });
    assert.equal(conversation.live("1")?.reasoning, "Hm");
    after({ kind: "steps", steps: [{ tool: "reasoning", log: "Hm", raw: {} }] });
    assert.equal(conversation.live("1")?.reasoning, undefined);
  });

  it("keeps what the model thought with a question that is stopped", () => {
    const { conversation, after } = pending();
    after({ kind: "text", text: "", reasoning: " Hm\n" });
    conversation.settle("1", { state: "stopped" });
    const raw = { tool: "reasoning", log: "Hm" };
    const soFar = { output: "", intermediate_steps: [[{ ...raw, raw }]] };
    assert.deepEqual(conversation.get("1")?.result, { state: "stopped", soFar });
  });

  it("is kept with a question that is stopped, and is nothing where nothing came", () => {
    const { conversation, after } = pending();
    after({ kind: "steps", steps: [step("one")] });
    after({ kind: "text", text: "half" });
    conversation.settle("1", { state: "stopped" });
    const soFar = { output: "half", intermediate_steps: [[step("one")]] };
    assert.deepEqual(conversation.get("1")?.result, { state: "stopped", soFar });
    for (const progress of [[], [{ kind: "text", text: " \n" }]] as const) {
      const { conversation: other } = pending();
      for (const one of progress) other.progress("1", one);
      other.settle("1", { state: "stopped" });
      assert.deepEqual(other.get("1")?.result, { state: "stopped" });
    }
  });

  it("is not kept with a question that failed", () => {
    const { conversation, after } = pending();
    after({ kind: "text", text: "half" });
    const failed = { state: "failed", error: new HubError("server", "No.") } as const;
    conversation.settle("1", failed);
    assert.deepEqual(conversation.get("1")?.result, failed);
  });

  it("is replaced by the answer, and nothing is added to that", () => {
    const { conversation, told, after } = pending();
    after({ kind: "text", text: "half" });
    conversation.settle("1", done("whole"));
    assert.equal(conversation.live("1"), undefined);
    conversation.progress("1", { kind: "text", text: "late" });
    conversation.progress("2", { kind: "text", text: "of nothing" });
    assert.deepEqual([conversation.live("1"), conversation.live("2")], [undefined, undefined]);
    assert.equal(told.length, 1);
  });
});
