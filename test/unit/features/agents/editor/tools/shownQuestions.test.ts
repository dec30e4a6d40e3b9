import assert from "node:assert/strict";
import type { AgentQuestion } from "../../../../../../src/features/agents/editor/agentQuestions";
import { ShownQuestions } from "../../../../../../src/features/agents/editor/tools/shownQuestions";

const hub = { scope: "https://hub.example", label: "hub.example", builtIn: false };

const asked = {
  question: { caller: "tool", input: "Why?", expertId: 7 },
  expertName: "Seven",
  abilityName: undefined,
  hub: "hub.example",
  at: { hub, baseUrl: hub.scope, account: 0 },
  files: [],
} satisfies AgentQuestion;

const numbered = (at: number) => ({
  ...asked,
  question: { ...asked.question, input: String(at) },
});

describe("questions that VS Code has shown", () => {
  it("N1 count once each time that they were shown", () => {
    const shown = new ShownQuestions();
    assert.equal(shown.take(asked), false);
    shown.add(asked);
    shown.add({ ...asked });
    assert.deepEqual(
      [1, 2, 3].map(() => shown.take({ ...asked })),
      [true, true, false],
    );
  });

  it("N1 are others with any other word, expert, hub, key or file", () => {
    const shown = new ShownQuestions();
    shown.add(asked);
    const file = { toString: () => "file:///a.ts" } as AgentQuestion["files"][number];
    for (const other of [
      { question: { ...asked.question, input: "Why not?" } },
      { question: { ...asked.question, expertId: 8 } },
      { question: { ...asked.question, conversationId: "c" } },
      { expertName: "Eight" },
      { abilityName: "Three" },
      { at: { ...asked.at, hub: { ...hub, scope: "https://hub.example#2" } } },
      { at: { ...asked.at, baseUrl: "https://hub.example/prefix" } },
      { at: { ...asked.at, account: 1 } },
      { files: [file] },
    ])
      assert.equal(shown.take({ ...asked, ...other }), false, JSON.stringify(other));
    assert.equal(shown.take(asked), true);
  });

  it("are the last fifty", () => {
    const shown = new ShownQuestions();
    for (let at = 0; at < 51; at++) shown.add(numbered(at));
    assert.deepEqual(
      [0, 1, 50].map((at) => shown.take(numbered(at))),
      [false, true, true],
    );
  });
});
