import assert from "node:assert/strict";
import { inspect } from "node:util";
import {
  decodeAgentAnswer,
  decodeErrorBody,
  decodeLlmAnswer,
  isErrorBody,
} from "../../../src/hub/decode";
import { refusal, step, wrong } from "./records";

describe("an answer that is decoded", () => {
  it("S20 keeps steps of every shape", () => {
    const steps = [[step, "seen"], step, "text", null, 3, [], [[1]]];
    const decoded = decodeAgentAnswer({ output: "", intermediate_steps: steps }).intermediate_steps;
    assert.deepEqual(
      decoded.map((group) => group.map(({ raw }) => raw)),
      [[step, "seen"], [step], ["text"], [null], [3], [], [[1]]],
    );
    assert.equal(decoded[1]?.[0]?.tool, "web_search");
    assert.equal(
      decoded[0]?.[0]?.message_log?.[0]?.additional_kwargs?.tool_calls?.[0]?.function?.arguments,
      "not {json",
    );
    for (const none of [null, "x", 1, {}]) {
      assert.deepEqual(
        decodeAgentAnswer({ output: "", intermediate_steps: none }).intermediate_steps,
        [],
      );
    }
  });

  it("S20 takes 10,000 steps", () => {
    const steps = Array.from({ length: 10_000 }, () => [step]);
    assert.equal(
      decodeAgentAnswer({ output: "", intermediate_steps: steps }).intermediate_steps.length,
      10_000,
    );
  });

  it("S22 tells an empty output from none", () => {
    assert.equal(decodeAgentAnswer({ output: "" }).output, "");
    for (const output of wrong.filter((one) => typeof one !== "string")) {
      assert.equal(refusal(() => decodeAgentAnswer({ output })).kind, "bad-response");
    }
  });

  it("finds the text of a language model in the usual places", () => {
    for (const json of [
      "o",
      { output: "o" },
      { content: "o" },
      { message: { role: "assistant", content: "o" } },
      { choices: [{ message: { content: "o" } }] },
      [{ output: "o" }],
      ["o"],
    ]) {
      assert.deepEqual(decodeLlmAnswer(json), { output: "o" }, inspect(json));
    }
    for (const json of [
      null,
      1,
      [],
      ["a", "b"],
      {},
      { choices: [] },
      { output: 1 },
      { message: "x" },
    ]) {
      assert.deepEqual(decodeLlmAnswer(json), {}, inspect(json));
    }
  });

  it("S5 knows an Error body from a result", () => {
    assert.ok(isErrorBody({ error: 17, message: "no" }));
    assert.ok(isErrorBody([{ error: 17, message: "no" }]));
    for (const json of [
      { error: 17 },
      { error: "a", message: "b" },
      { error: 1, message: "b", output: "o" },
      null,
    ]) {
      assert.equal(isErrorBody(json), false);
    }
    assert.deepEqual(decodeErrorBody({ error: 1.5, message: "m" }), { message: "m" });
    assert.deepEqual(decodeErrorBody("m"), { message: "m" });
    assert.deepEqual(decodeErrorBody(3), {});
  });
});
