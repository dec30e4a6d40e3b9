import assert from "node:assert/strict";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { runLoop } from "../../../../src/builtInHub/loop/modelLoop";
import { callsOf, completion, piece, type ModelReply } from "../../../support/modelServer";
import { until } from "../../../support/until";
import { scriptedModels } from "./modelUnderTest";

const never = new AbortController().signal;
const line = (event: unknown) => `data: ${JSON.stringify(event)}\n\n`;
const four = piece({ content: "4" });
const two = piece({ content: "2" });
const stop = piece({}, "stop");

describe("the end of a model's answer", () => {
  const scripted = scriptedModels();

  async function asked(reply: ModelReply) {
    const { model, server } = await scripted(reply);
    const began = performance.now();
    const question = runLoop(
      {
        model,
        purpose: { by: "chat", kind: "model" },
        messages: [{ role: "user", content: "6*7" }],
        tools: [],
      },
      never,
    );
    const output = await question.then(
      (answer) => answer.output,
      (error: Error) => `Error: ${error.message}`,
    );
    return { output, ms: performance.now() - began, server };
  }

  const whole: Record<string, ModelReply> = {
    "a reason and an open connection": { events: [four, two, stop], hang: true },
    "a reason with the last piece and an open connection": {
      events: [four, piece({ content: "2" }, "stop")],
      hang: true,
    },
    "a reason, and then the connection is cut": { events: [four, two, stop], cut: true },
    "a reason in the form of another API": { events: [four, two, piece({}, "end_turn")] },
    "a reason, and an error after it": {
      events: [four, two, stop, { error: { message: "No usage." } }],
    },
    "nothing for a reason until the last piece": {
      events: [
        piece({ content: "4" }, ""),
        piece({ content: "2" }, "null"),
        piece({ content: "" }, "stop"),
      ],
    },
    "a reason in each piece": {
      events: [piece({ content: "4" }, "stop"), piece({ content: "2" }, "stop")],
    },
    "JSON and an open connection": { body: completion({ content: "42" }).body, hang: true },
    "events under text/plain": {
      headers: { "content-type": "text/plain" },
      body: line(four) + line(two) + line(stop),
    },
    "events under application/json": { body: line(four) + line(two) + line(stop) },
    "events of which no blank line separates two": {
      body: [four, two, stop].map((each) => `data: ${JSON.stringify(each)}\n`).join(""),
    },
    "JSON under text/event-stream": {
      headers: { "content-type": "text/event-stream" },
      body: completion({ content: "42" }).body,
    },
    "events under 201": { status: 201, events: [four, two, stop] },
    "JSON under 202": { status: 202, body: completion({ content: "42" }).body },
    "JSON in lines": {
      headers: { "content-type": "application/x-ndjson" },
      body: [four, two, stop].map((each) => JSON.stringify(each)).join("\n"),
    },
    "JSON in lines and an open connection": {
      body: [four, two, stop].map((each) => `${JSON.stringify(each)}\n`).join(""),
      hang: true,
    },
    "JSON on several lines": { body: JSON.stringify(completion({ content: "42" }).body, null, 2) },
  };
  for (const [name, reply] of Object.entries(whole))
    it(`Z10 is at once that of a whole answer with ${name}`, async () => {
      const { output, ms, server } = await asked(reply);
      assert.equal(output, "42");
      assert.ok(ms < 3000, `${ms} ms`);
      if (reply.hang) await until("the connection is closed", () => server.abandoned === 1);
    });

  for (const [encoding, compress] of [
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)
    for (const [form, text] of [
      ["JSON", JSON.stringify(completion({ content: "42" }).body)],
      ["events", line(four) + line(two) + line(stop)],
    ] as const)
      it(`Z10 is read where ${form} is compressed with ${encoding} although it was not to be`, async () => {
        const headers = { "content-encoding": encoding };
        const { output } = await asked({ headers, bytes: compress(text) });
        assert.equal(output, "42");
      });

  const broken: Record<string, readonly [reply: ModelReply, words: RegExp]> = {
    "an empty reason in each piece, and then nothing": [
      {
        headers: { "content-type": "text/event-stream" },
        body: line(piece({ content: "4" }, "")) + line(piece({ content: "2" }, "")),
      },
      /^42\n\n\*\*.* broke off its answer\.\*\*$/,
    ],
    "[DONE] without a reason": [
      { events: [four, two], unfinished: true },
      /^42\n\n\*.* did not say that the answer is complete; it may be cut off\.\*$/,
    ],
    "[DONE] after empty reasons": [
      { events: [piece({ content: "42" }, "")], unfinished: true },
      /did not say that the answer is complete/,
    ],
    "an error object": [
      { events: [four, two, { error: { message: "Overloaded" } }] },
      /^42\n\n\*\*.*It says: Overloaded\*\*$/,
    ],
    "an error in text": [{ events: [four, two, { error: "Overloaded" }] }, /It says: Overloaded/],
    "a list of errors": [
      { events: [four, two, { errors: [{ message: "Overloaded" }] }] },
      /It says: Overloaded/,
    ],
    "an error as Anthropic sends it": [
      {
        events: [
          four,
          two,
          { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
        ],
      },
      /It says: Overloaded/,
    ],
    "an error as vLLM sends it": [
      { events: [four, two, { object: "error", message: "Overloaded", code: 500 }] },
      /It says: Overloaded/,
    ],
    "an event named error": [
      { events: [four, two, 'event: error\ndata: {"reason":"x","info":"y"}\n\n'] },
      /^42\n\n\*\*.* failed to run scripted/,
    ],
    "an event named error that is no JSON": [
      { events: [four, two, "event: error\ndata: Overloaded\n\n"] },
      /It says: Overloaded/,
    ],
    "an error in a choice": [
      {
        events: [
          four,
          two,
          {
            choices: [
              { delta: {}, finish_reason: "error", error: { code: 502, message: "Overloaded" } },
            ],
          },
        ],
      },
      /It says: Overloaded/,
    ],
    "an error in lines of JSON": [
      { body: [four, two, { error: "Overloaded" }].map((each) => JSON.stringify(each)).join("\n") },
      /It says: Overloaded/,
    ],
    "lines of JSON that just end": [
      { body: [four, two].map((each) => JSON.stringify(each)).join("\n") },
      /^42\n\n\*\*.* broke off its answer/,
    ],
    "a connection that is cut": [
      { events: [four, two], cut: true },
      /^42\n\n\*\*The connection to/,
    ],
    "a filter": [
      { events: [four, two, piece({}, "content_filter")] },
      /^42\n\n\*scripted declined to go on; the answer is cut off\.\*$/,
    ],
    "a filter by another name": [
      { events: [four, two, piece({}, "sensitive")] },
      /declined to go on/,
    ],
    "a reason that nobody knows": [
      { events: [four, two, piece({}, "something_else")] },
      /did not say that the answer is complete/,
    ],
  };
  for (const reason of [
    "error",
    "network_error",
    "insufficient_system_resource",
    "abort",
    "timeout",
    "MALFORMED_FUNCTION_CALL",
  ])
    broken[`the reason ${reason}`] = [
      { events: [four, two, piece({}, reason)] },
      /^42\n\n\*\*.* broke off its answer\.\*\*$/,
    ];
  for (const [name, [reply, words]] of Object.entries(broken))
    it(`Z10 is never that of a whole answer with ${name}`, async () => {
      assert.match((await asked(reply)).output, words);
    });

  const reasons: Record<string, ModelReply> = {
    detail: { status: 400, body: { detail: "Out of memory" } },
    "a list of details": { status: 422, body: { detail: [{ msg: "Out of memory" }] } },
    "a list of errors": { status: 500, body: { errors: [{ message: "Out of memory" }] } },
    "a list of texts": { status: 500, body: { errors: ["Out of memory"] } },
    message: { status: 500, body: { message: "Out of memory" } },
    "an event": { status: 400, events: [{ error: { message: "Out of memory" } }] },
    "an event with its name": { status: 500, events: ["event: error\ndata: Out of memory\n\n"] },
    "plain text": { status: 500, body: "Out of memory" },
    "JSON in text": {
      status: 500,
      body: { error: { message: '{"error":{"message":"Out of memory"}}' } },
    },
    "an error inside": { status: 500, body: { error: { metadata: { raw: "Out of memory" } } } },
    "a success by its status alone": {
      body: { base_resp: { status_code: 1013, status_msg: "Out of memory" } },
    },
    "a code and words under 200": { body: { code: 500, msg: "Out of memory" } },
    "a body that is compressed": {
      status: 500,
      headers: { "content-encoding": "gzip" },
      bytes: gzipSync('{"error":"Out of memory"}'),
    },
  };
  for (const [name, reply] of Object.entries(reasons))
    it(`Z10 quotes why there is no answer from ${name}`, async () => {
      assert.match((await asked(reply)).output, /It says: Out of memory$/);
    });

  for (const [name, busy] of [
    ["by its status", { status: 429, headers: { "retry-after": "1" }, body: {} }],
    ["in words", { status: 429, body: { error: { message: "Please try again in 800ms." } } }],
    [
      "in an event under 200",
      { events: [{ error: { code: 429, message: "Rate limit reached. Try again in 0.9s." } }] },
    ],
  ] as const)
    it(`M10 is waited for where a server is busy in the middle and says so ${name}`, async () => {
      const { model, server } = await scripted((_, nth) => {
        if (nth === 1) return callsOf(["computation_engine", {}]);
        return nth === 2 ? busy : completion({ content: "42" });
      });
      const waits: number[] = [];
      const began = performance.now();
      const { output } = await runLoop(
        {
          model,
          purpose: { by: "chat", kind: "model" },
          messages: [{ role: "user", content: "6*7" }],
          tools: [
            { name: "computation_engine", description: "", parameters: {}, run: async () => "42" },
          ],
          onProgress: (news) => news.kind === "wait" && waits.push(news.seconds),
        },
        never,
      );
      assert.deepEqual([output, waits.length, server.requests.length], ["42", 1, 3]);
      assert.ok(performance.now() - began >= 750);
    });

  it("Z10 is no wrong key where a moderation forbids the question", async () => {
    const message = "The model requires moderation and your input was flagged";
    const body = { error: { code: 403, message, metadata: { reasons: ["violence"] } } };
    const { model } = await scripted({ status: 403, body });
    const question = { purpose: { by: "chat", kind: "model" }, tools: [] } as const;
    const asking = model.complete(
      { ...question, messages: [{ role: "user", content: "x" }] },
      never,
    );
    await assert.rejects(asking, {
      kind: "refused",
      message: /declined to answer\. It says: The model/,
    });
  });

  it("Z10 suggests Ollama only where a server may be Ollama", async () => {
    const message = "No endpoints found matching your data policy";
    const { output } = await asked({ status: 404, body: { error: { message, code: 404 } } });
    assert.match(output, /It says: No endpoints found/);
    assert.doesNotMatch(output, /ollama pull/);
  });
});
