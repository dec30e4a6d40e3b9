import assert from "node:assert/strict";
import { once } from "node:events";
import { type RunningHub, startBuiltInHub } from "../../../src/builtInHub";
import {
  type ChatModel,
  type ModelAnswer,
  ModelProblem,
  type ModelRequest,
} from "../../../src/contract/chatModel";
import { progressType } from "../../../src/contract/progress";
import type { RequestRecord } from "../../../src/builtInHub/index";
import { until } from "../../support/until";
import { key } from "./hubUnderTest";

const called: ModelAnswer = {
  text: "",
  calls: [{ id: "call_1", name: "unknown_tool", arguments: "{}" }],
  ending: "complete",
};
const done = (text: string): ModelAnswer => ({ text, calls: [], ending: "complete" });

const linesOf = async (response: Response) => {
  assert.deepEqual([response.status, response.headers.get("content-type")], [200, progressType]);
  return (await response.text())
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};

describe("the progress of an answer, by the built-in hub", () => {
  let hub: RunningHub;
  let model: Script;
  const records: RequestRecord[] = [];

  before(async () => {
    hub = await startBuiltInHub({
      key,
      modelByDefault: true,
      models: () => [
        {
          key: "test scripted",
          name: "Scripted",
          identifier: "scripted",
          provider: "test",
          complete: (request: ModelRequest, signal: AbortSignal) => model(request, signal),
        } satisfies ChatModel,
      ],
      onRequest: (record) => records.push(record),
    });
  });
  after(() => hub.close());

  const ask = (accept: string, body: object = {}, path = "invoke_agent", signal?: AbortSignal) =>
    fetch(`${hub.baseUrl}/api/v1/${path}`, {
      method: "POST",
      headers: { "svc-api-key": key, "content-type": "application/json", accept },
      body: JSON.stringify({ expert_id: 5, ...body }),
      ...(signal && { signal }),
    });

  it("goes to a client that takes its type, and plain JSON to every other", async () => {
    model = async () => ({ ...done("42"), approximateTokens: 1 });
    for (const accept of [
      progressType,
      `application/json, ${progressType}`,
      `Application/JSON;q=0.9 , ${progressType.toUpperCase()} ; q=0.1`,
    ])
      assert.equal((await linesOf(await ask(accept))).length, 1, accept);
    for (const accept of [
      "application/json",
      "*/*",
      "application/*",
      `${progressType};q=0`,
      `${progressType}; q=0.000`,
      `${progressType}2`,
      "",
    ]) {
      const response = await ask(accept);
      assert.match(response.headers.get("content-type") ?? "", /^application\/json/, accept);
      assert.equal(((await response.json()) as { output: string }).output, "42");
    }
  });

  it("has the text in pieces, what runs, the steps, and in the end the answer with its tokens", async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    model = async ({ messages, onText, onReasoning }) => {
      if (messages.at(-1)?.role !== "tool") {
        onReasoning?.("Let me see.");
        return { ...called, reasoning: "Let me see.", usage: { input: 10, output: 2, total: 12 } };
      }
      for (const word of ["It ", "is ", "42."]) onText?.(word);
      await mayEnd;
      return { ...done("It is 42."), usage: { input: 20, output: 5, total: 25 } };
    };
    const response = await ask(progressType);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    await (async () => {
      while (!text.includes("42.")) text += (await reader.read()).value ?? "";
    })();
    end();
    for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value;
    const lines = text.trimEnd().split("\n");
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const last = parsed.pop() as { answer: { output: string; intermediate_steps: unknown[] } };
    assert.deepEqual(parsed.slice(0, 4), [
      { reasoning: "Let me see." },
      { steps: last.answer.intermediate_steps[0] },
      { calls: ["unknown_tool"] },
      { steps: last.answer.intermediate_steps[1] },
    ]);
    const pieces = parsed.slice(4);
    assert.equal(pieces.map((line) => line["text"]).join(""), "It is 42.");
    assert.equal(last.answer.output, "It is 42.");
    assert.deepEqual(
      { ...last, answer: undefined },
      {
        answer: undefined,
        usage: { prompt_tokens: 30, completion_tokens: 7, total_tokens: 37 },
      },
    );
  });

  it("says where what was told is no longer so, and tells a long text in few lines", async () => {
    model = async ({ onText }) => {
      for (let word = 0; word < 2000; word++) onText?.("thought ");
      await new Promise((resolve) => setTimeout(resolve, 150));
      onText?.("</think>42");
      await new Promise((resolve) => setTimeout(resolve, 150));
      return done(`${"thought ".repeat(2000)}</think>42`);
    };
    const lines = await linesOf(await ask(progressType, { input_data: [] }, "invoke_llm"));
    assert.deepEqual(lines.pop(), { answer: { output: "42" } });
    assert.ok(lines.length < 10, `${lines.length} lines`);
    let [text, reasoning] = ["", ""];
    for (const { text: more, reasoning: thought, replace } of lines) {
      if (typeof more === "string") text = (replace ? "" : text) + more;
      if (typeof thought === "string") reasoning = (replace ? "" : reasoning) + thought;
    }
    assert.deepEqual([text, reasoning.length], ["42", "thought ".length * 2000]);
  });

  it("leaves an error its status as long as nothing was shown, and is its last line after that", async () => {
    let thinks = false;
    model = async ({ onReasoning }) => {
      if (thinks) onReasoning?.("Hm.");
      throw new ModelProblem("bad-key", "No such key.");
    };
    const early = await ask(progressType);
    assert.equal(early.status, 502);
    const error = { error: 401, message: "No such key.", about: "model" };
    assert.deepEqual(await early.json(), error);
    assert.equal((await ask(progressType, { expert_id: 77 })).status, 404);
    thinks = true;
    assert.deepEqual(await linesOf(await ask(progressType)), [
      { reasoning: "Hm." },
      { error, status: 502 },
    ]);
  });

  it("ends with the connection", async () => {
    const { promise: isStopped, resolve: stopped } = Promise.withResolvers<void>();
    model = async ({ onText }, signal) => {
      onText?.("Half");
      await once(signal, "abort");
      stopped();
      onText?.(" and more");
      throw signal.reason;
    };
    const stop = new AbortController();
    const response = await ask(progressType, {}, "invoke_agent", stop.signal);
    await response.body!.getReader().read();
    const told = records.length;
    stop.abort();
    await isStopped;
    await until("the request is in the log", () => records.length > told);
    assert.equal(records.at(-1)?.outcome, "left");
  });
});

type Script = (request: ModelRequest, signal: AbortSignal) => Promise<ModelAnswer>;
