import assert from "node:assert/strict";
import { Chat } from "../../../../../src/features/asking/core/chat";
import { LiveAnswers } from "../../../../../src/features/chat/editor/chatPage";
import { liveView, turnView } from "../../../../../src/features/chat/editor/turnView";
import type { LiveView } from "../../../../../src/page/protocol/views";
import { until } from "../../../../support/until";
import { turn } from "../../conversation/core/savedTurns";

function watched() {
  const chat = new Chat();
  const sent: [string, LiveView][] = [];
  const answers = new LiveAnswers(
    chat.conversation,
    ({ beside }) => beside === undefined,
    (turnId, live) => sent.push([turnId, live]),
  );
  const { conversation } = chat;
  for (const id of ["1", "2"]) conversation.put(turn(id, { state: "waiting" }));
  conversation.put(turn("3", { state: "waiting" }, { beside: "2" }));
  return { conversation, sent, answers };
}

describe("answers in the making", () => {
  it("are sent at once, and then together, each as it is by then", async () => {
    const { conversation, sent, answers } = watched();
    conversation.progress("1", { kind: "text", text: "a" });
    assert.deepEqual(sent, [["1", { steps: [], text: "a", running: [] }]]);
    for (const text of ["ab", "abc"]) conversation.progress("1", { kind: "text", text });
    conversation.progress("2", { kind: "calls", calls: ["web_search"] });
    conversation.progress("3", { kind: "text", text: "beside" });
    assert.equal(sent.length, 1);
    await until("the rest is sent", () => sent.length > 1);
    assert.deepEqual(sent.slice(1), [
      ["1", { steps: [], text: "abc", running: [] }],
      ["2", { steps: [], text: "", running: ["web_search"] }],
    ]);
    answers.dispose();
    conversation.progress("2", { kind: "text", text: "d" });
    assert.equal(sent.length, 3);
  });

  it("are not sent once they are complete", async () => {
    const { conversation, sent, answers } = watched();
    conversation.progress("1", { kind: "text", text: "a" });
    conversation.progress("1", { kind: "text", text: "b" });
    conversation.progress("2", { kind: "text", text: "c" });
    conversation.settle("1", { state: "stopped" });
    await until("the other is sent", () => sent.length > 1);
    assert.deepEqual(
      sent.map(([id]) => id),
      ["1", "2"],
    );
    answers.dispose();
  });

  it("are whole, however long, and then less often", async () => {
    const { conversation, sent, answers } = watched();
    const text = "x".repeat(250_000);
    conversation.progress("1", { kind: "text", text });
    conversation.progress("1", { kind: "text", text: `${text}end` });
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(sent.length, 1);
    await until("the end is sent", () => sent.length === 2);
    assert.equal(sent.at(-1)?.[1].text, `${text}end`);
    answers.dispose();
  });

  it("have the steps so far, as the answer will have them", () => {
    const step = { tool: "web_search", tool_input: { query: "why" }, raw: {} };
    const { steps } = liveView({ steps: [[step]], text: "", running: [] });
    assert.deepEqual(steps, [{ sentence: "Searched the web for why" }]);
  });

  it("stay as they were where the question is stopped", () => {
    const { conversation } = watched();
    conversation.progress("1", { kind: "steps", steps: [{ tool: "web_search", raw: {} }] });
    conversation.progress("1", { kind: "text", text: "Half of it" });
    conversation.settle("1", { state: "stopped" });
    conversation.settle("2", { state: "stopped" });
    const [one, two] = conversation.turns.map(
      (stopped) =>
        turnView(stopped, {
          target: undefined,
          hubScope: undefined,
          isListed: true,
        }).result,
    );
    assert.ok(one?.state === "stopped" && one.answer);
    assert.equal(one.answer.output, "Half of it");
    assert.deepEqual(one.answer.steps, [{ sentence: "Called web_search" }]);
    assert.deepEqual(two, { state: "stopped" });
  });
});
