import assert from "node:assert/strict";
import { decodeAgentAnswer } from "../../../../../src/contract/decode";
import { earlierLength } from "../../../../../src/features/conversation/core/reasoning";
import { runLoop } from "../../../../../src/builtInHub/loop/modelLoop";
import { callsOf, completion, type ModelReply } from "../../../../support/modelServer";
import { scriptedModels } from "../../../builtInHub/models/modelUnderTest";

const said = (content: string) => ({ tool: "web_search", log: "x", message_log: [{ content }] });
const thought = { tool: "reasoning", log: "Hm." };
const lengthOf = (output: string, ...groups: object[][]) =>
  earlierLength(decodeAgentAnswer({ output, intermediate_steps: groups }));

/** A call of a tool with these words beside it. */
function calling(content: string): ModelReply {
  const [choice] = (callsOf(["web_search", {}]).body as { choices: { message: object }[] }).choices;
  return { body: { choices: [{ ...choice, message: { ...choice?.message, content } }] } };
}

describe("what a model wrote before it last called a tool", () => {
  const scripted = scriptedModels();

  it("is known from its steps where the answer begins with it", () => {
    const output = "One.\n\nTwo.\n\nIt is 42.";
    const earlier = "One.\n\nTwo.\n\n".length;
    assert.equal(lengthOf(output, [said("One.")], [said("Two.")]), earlier);
    assert.equal(lengthOf(output, [thought], [said("One."), said("")], [said("Two.")]), earlier);
    assert.equal(lengthOf(output, [said("One.\n\nTwo.")], [said(" ")]), earlier);
  });

  it("is nothing where the answer begins in another way, has no rest, or has no such steps", () => {
    assert.equal(lengthOf("It is 42.", [said("One.")]), 0);
    assert.equal(lengthOf("One. It is 42.", [said("One.")]), 0);
    assert.equal(lengthOf("One.\n\nIt is 42.", [said("One.")], [said("Two.")]), 0);
    assert.equal(lengthOf("One.\n\n ", [said("One.")]), 0);
    assert.equal(lengthOf("One.\n\nIt is 42."), 0);
    assert.equal(lengthOf("One.\n\nIt is 42.", [said("")], [thought]), 0);
  });

  it("is what the loop of a model has put before the text of its last round", async () => {
    const replies = [calling("Let me look."), calling(""), calling("Again.\n")];
    const { model } = await scripted((_, nth) => replies[nth - 1] ?? completion({ content: "42" }));
    const messages = [{ role: "user" as const, content: "How much?" }];
    const { output, steps } = await runLoop(
      { purpose: { by: "chat", kind: "model" }, model, messages, tools: [] },
      new AbortController().signal,
    );
    const length = lengthOf(output, ...steps);
    assert.equal(output.slice(0, length), "Let me look.\n\nAgain.\n\n\n");
    assert.equal(output.slice(length), "42");
  });
});
