import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { from } from "../../../scripts/root";
import { sized } from "../../support/testSize";
import { type RunningHub, startBuiltInHub } from "../../../src/builtInHub";
import type { ChatModel, ModelAnswer, ModelRequest } from "../../../src/contract/chatModel";
import { progressType } from "../../../src/contract/progress";
import { type Answer, key } from "./hubUnderTest";
import { temporaryFolder } from "./tools/temporaryFolder";

const run = promisify(execFile);

const numbers = Array.from({ length: 100 }, (_, at) => at);

describe("the built-in hub under load", () => {
  it("G11 gives each of 100 simultaneous searches its own answer, steps and history", async () => {
    const things = numbers.map((number) => `thing${number}();\n`).join("");
    await using folder = await temporaryFolder({ "things.ts": things });
    const hub = await startBuiltInHub({ key, folders: [{ name: "here", path: folder.path }] });
    const answers = await Promise.all(
      numbers.map((number) => ask(hub, number, `Where is thing${number}?`)),
    );
    await hub.close();
    for (const [number, answer] of answers.entries()) {
      const result = `thing${number}();`;
      assert.ok(answer.output.includes(result), answer.output);
      assert.deepEqual(
        answer.chat_history.map(({ content }) => content),
        [`Before ${number}`, `Where is thing${number}?`, answer.output],
      );
      const [[step] = []] = answer.intermediate_steps;
      assert.equal(step?.tool_input.query, answer.input);
      assert.ok(step.log.includes(result), step.log);
    }
    const ids = answers.flatMap(({ intermediate_steps }) =>
      intermediate_steps.flat().map(({ tool_call_id }) => tool_call_id),
    );
    assert.ok(ids.length >= 100 && new Set(ids).size === ids.length);
  });

  it("G11 gives each of 100 simultaneous questions to a model its own answer, steps and progress", async () => {
    const model = new CrowdedModel(numbers.length);
    const hub = await startBuiltInHub({ key, models: () => [model], modelByDefault: true });
    const shown = await Promise.all(
      numbers.map((number) => progressOf(hub, number, `Question ${number}.`)),
    );
    await hub.close();
    for (const [number, { answer, lines }] of shown.entries()) {
      const output = `Answer to: Question ${number}.`;
      assert.equal(answer.output, output);
      assert.deepEqual(
        answer.chat_history.map(({ content }) => content),
        [`Before ${number}`, `Question ${number}.`, output],
      );
      const own = `"query":"Question ${number}."`;
      assert.ok(JSON.stringify(answer.intermediate_steps).includes(own));
      const [calls, steps] = lines;
      assert.deepEqual(calls, { calls: ["computation_engine"] });
      assert.deepEqual(steps, { steps: answer.intermediate_steps[0] });
    }
  });

  it("keeps nothing of the questions it has answered", async function () {
    this.timeout(300_000);
    const [warmUp, measured] = [sized(1200, 2000), sized(1000, 10_000)];
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

/** The answer, and what the lines before it show of its progress. */
async function progressOf(hub: RunningHub, number: number, input_data: string) {
  const response = await send(hub, number, input_data, { accept: progressType });
  assert.equal(response.headers.get("content-type"), progressType);
  const lines = (await response.text()).trimEnd().split("\n");
  const parsed = lines.map((line) => JSON.parse(line) as object);
  const { answer } = parsed.pop() as { answer: Answer };
  return { answer, lines: parsed };
}

async function ask(hub: RunningHub, number: number, input_data: string): Promise<Answer> {
  return (await (await send(hub, number, input_data)).json()) as Answer;
}

/** A question in a session and with a history of its own. */
async function send(
  hub: RunningHub,
  number: number,
  input_data: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await fetch(`${hub.baseUrl}/api/v1/invoke_agent`, {
    method: "POST",
    headers: { "svc-api-key": key, "content-type": "application/json", ...headers },
    body: JSON.stringify({
      expert_id: 5,
      session_id: `session-${number}`,
      input_data,
      conversation_history: [{ role: "user", content: `Before ${number}` }],
    }),
  });
  assert.equal(response.status, 200);
  return response;
}

/** Calls a tool, then answers; each time it waits for the whole crowd and serves the last one first. */
class CrowdedModel implements ChatModel {
  readonly key = "test crowded";
  readonly name = "Crowded";
  readonly identifier = "crowded";
  readonly provider = "test";
  readonly #crowd: number;
  readonly #waiting: (() => void)[] = [];

  constructor(crowd: number) {
    this.#crowd = crowd;
  }

  async complete({ messages, onText }: ModelRequest): Promise<ModelAnswer> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length < this.#crowd) return;
      for (const serve of this.#waiting.splice(0).toReversed()) serve();
    });
    const asked = messages.findLast(({ role }) => role === "user")?.content ?? "";
    if (messages.at(-1)?.role !== "tool") {
      const given = JSON.stringify({ query: asked });
      const call = { id: "call_1", name: "computation_engine", arguments: given };
      return { text: "", calls: [call], ending: "complete" };
    }
    const text = `Answer to: ${asked}`;
    onText?.(text);
    return { text, calls: [], ending: "complete" };
  }
}
