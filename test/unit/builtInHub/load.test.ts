import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { from } from "../../../scripts/root.js";
import { extent } from "../../support/extent";
import type { RunningHub } from "../../../src/builtInHub/index";
import { hubUnderTest, invoke, type Answer } from "./hubUnderTest";

const run = promisify(execFile);

describe("the built-in hub under load", () => {
  const running = hubUnderTest();

  it("G12 gives each of 100 simultaneous questions its own answer, steps and session", async () => {
    const numbers = Array.from({ length: 100 }, (_, at) => at);
    const answers = await Promise.all(
      numbers.map((number) => ask(running.hub, number, `${number} * 1000 + 7`)),
    );
    for (const [number, answer] of answers.entries()) {
      const result = String(number * 1000 + 7);
      assert.equal(answer.input, `${number} * 1000 + 7`);
      assert.ok(answer.output.includes(result), answer.output);
      assert.deepEqual(
        answer.chat_history.map(({ content }) => content),
        [`Before ${number}`, answer.input, answer.output],
      );
      const [[step] = []] = answer.intermediate_steps;
      assert.equal(step?.tool_input.query, answer.input);
      assert.ok(step.log.includes(result), step.log);
    }
    const ids = answers.flatMap(({ intermediate_steps }) =>
      intermediate_steps.flat().map(({ tool_call_id }) => tool_call_id),
    );
    assert.ok(ids.length >= 100 && new Set(ids).size === ids.length);

    const next = await Promise.all(numbers.map((number) => ask(running.hub, number, "ans * 2")));
    for (const [number, answer] of next.entries()) {
      assert.ok(answer.output.includes(String((number * 1000 + 7) * 2)), answer.output);
    }
  });

  it("keeps nothing of the questions it has answered", async function () {
    this.timeout(300_000);
    const [warmUp, measured] = [extent(1200, 2000), extent(1000, 10_000)];
    const child = from("out/test/unit/builtInHub/memoryChild.js");
    const { stdout } = await run(process.execPath, [
      "--expose-gc",
      child,
      String(warmUp),
      String(measured),
    ]);
    const { grown, records } = JSON.parse(stdout) as { grown: number; records: number };
    assert.equal(records, warmUp + measured);
    const allowed = 512 * 1024 + 32 * measured;
    assert.ok(grown < allowed, `${grown} bytes more after ${measured} questions`);
  });
});

/** A question in a session and with a history of its own. */
function ask(hub: RunningHub, number: number, input_data: string): Promise<Answer> {
  return invoke(hub, {
    expert_id: 2,
    session_id: `session-${number}`,
    input_data,
    conversation_history: [{ role: "user", content: `Before ${number}` }],
  });
}
