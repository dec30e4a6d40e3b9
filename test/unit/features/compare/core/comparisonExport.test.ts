import assert from "node:assert/strict";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import {
  comparisonLines,
  comparisonMarkdown,
} from "../../../../../src/features/compare/core/comparisonExport";
import { comparisonOf } from "../../../../../src/features/compare/core/comparison";
import { toMarkdown } from "../../../../../src/features/history/core/conversationExport";
import { HubError } from "../../../../../src/contract/errors";
import { done, scope, turn } from "../../conversation/core/savedTurns";

const question = { typed: "Why?", expertId: 1 };
const first = "# Not a heading of ours\r\n\n```js\n1\n```  \n";
const second = " \u2028naïve 😀\u0000 ";

function compared() {
  const conversation = new Conversation();
  conversation.put(turn("1", done(first), { question }));
  const sent = {
    endpoint: "invoke_agent" as const,
    body: { expert_id: 2, input_data: "Why?", temperature: 0.5 },
  };
  const asked = { expertId: 2, expertName: "Two", hubScope: scope, builtIn: false };
  conversation.put(turn("2", done(second), { question, sent, asked, beside: "1" }));
  const error = new HubError("server", "Broken.");
  const failed = { state: "failed" as const, error };
  conversation.put(turn("3", failed, { question: { ...question, typed: "How?" }, beside: "1" }));
  return { conversation, comparison: comparisonOf(conversation, "2")! };
}

describe("the export of a comparison", () => {
  it("has the stored answers byte for byte, as JSON Lines and as Markdown", () => {
    const { comparison } = compared();
    const lines = comparisonLines(comparison, () => "hub.example")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(
      lines.map(({ question: typed, expert, temperature, output, error }) => [
        typed,
        expert,
        temperature,
        output ?? error,
      ]),
      [
        ["Why?", "One", undefined, first],
        ["Why?", "Two", 0.5, second],
        ["How?", "One", undefined, "Broken."],
      ],
    );
    assert.ok(lines.every(({ hub }) => hub === "hub.example"));
    const markdown = comparisonMarkdown(comparison, () => "hub.example");
    for (const output of [first, second]) assert.ok(markdown.includes(output));
    assert.ok(markdown.includes("## Two · temperature 0.5 · hub.example"));
  });

  it("says in words why a question has no answer, and lists what was attached", () => {
    const conversation = new Conversation();
    const attachments = ["a.ts", "b.ts"].map((label) => ({
      id: label,
      label,
      detail: "",
      text: "1",
      languageId: "typescript",
    }));
    const asked = { question: { ...question, attachments } };
    conversation.put(turn("1", done(first), asked));
    conversation.put(turn("2", { state: "interrupted" }, { ...asked, beside: "1" }));
    const markdown = comparisonMarkdown(comparisonOf(conversation, "1")!, () => "hub.example");
    assert.match(markdown, /^# Why\?\n\n- a\.ts\n- b\.ts\n\n## One/);
    assert.match(markdown, /\*No answer so far; the hub may have processed the question\.\*/);
  });

  it("has what arrived before a stop, and why there is no answer in the words that the tab shows", () => {
    const conversation = new Conversation();
    const details = { status: 502, hubMessage: "a.example failed to run small." };
    const result = { state: "failed" as const, error: new HubError("server", "502.", details) };
    const { asked } = turn("1", result);
    conversation.put(turn("1", result, { question, asked: { ...asked, builtIn: true } }));
    const soFar = { output: "Half of it", intermediate_steps: [] };
    const body = { expert_id: 1, input_data: "Why?", temperature: 1 };
    const sent = { endpoint: "invoke_agent" as const, body };
    conversation.put(turn("2", { state: "stopped", soFar }, { question, sent, beside: "1" }));
    const comparison = comparisonOf(conversation, "1")!;
    const markdown = comparisonMarkdown(comparison, () => "hub.example");
    assert.match(markdown, /\n\n\*a\.example failed to run small\.\*\n/);
    assert.match(markdown, /\n\n\*Stopped before the answer was complete\.\*\n\nHalf of it\n/);
    const lines = comparisonLines(comparison, () => "hub.example")
      .split("\n")
      .slice(0, 2);
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as Record<string, unknown>).map((one) => one["error"]),
      ["a.example failed to run small.", undefined],
    );
    assert.match(lines[1] ?? "", /"state":"stopped","output":"Half of it"/);
    assert.match(toMarkdown(conversation), /\n\n\*a\.example failed to run small\.\*\n/);
  });

  it("stands in that of the conversation, beside its turn", () => {
    const { conversation } = compared();
    const headings = toMarkdown(conversation)
      .split("\n")
      .filter((line) => line.startsWith("## "));
    assert.deepEqual(
      headings.map((line) => line.replace(/^## You, .*/, "## You")),
      ["## You", "## One", "## Two (beside it)", "## You", "## One (beside it)"],
    );
  });
});

describe("a comparison", () => {
  it("has a row for each question and a column for each way to ask, that of the chat first", () => {
    const { comparison } = compared();
    assert.deepEqual(
      comparison.rows.map(({ typed }) => typed),
      ["Why?", "How?"],
    );
    assert.deepEqual(
      comparison.columns.map(({ way }) => way.expertId),
      [1, 2],
    );
    assert.deepEqual(
      comparison.cells.map(({ row, turns }) => [row, turns.map(({ id }) => id)]),
      [
        [0, ["1"]],
        [0, ["2"]],
        [1, ["3"]],
      ],
    );
  });
});
