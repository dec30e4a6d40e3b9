import assert from "node:assert/strict";
import { listModels } from "../../../../src/builtInHub/models/listModels";
import { modelAddress } from "../../../../src/builtInHub/models/modelServer";
import {
  ModelProblem,
  type ModelProblemKind,
  type ModelRequest,
} from "../../../../src/contract/chatModel";
import { createSend } from "../../../../src/client/undiciSend";
import { completion, piece, type ModelReply } from "../../../support/modelServer";
import { until } from "../../../support/until";
import { scriptedModels } from "./modelUnderTest";

const question: ModelRequest = {
  purpose: { by: "chat", kind: "model" },
  messages: [{ role: "user", content: "six times seven" }],
  tools: [],
};
const never = new AbortController().signal;
const call = (given: object) => ({ function: { name: "computation_engine", ...given } });

describe("a model at an OpenAI-compatible address", () => {
  const scripted = scriptedModels();

  const complete = async (reply: ModelReply) =>
    (await scripted(reply)).model.complete(question, never);

  it("gets the question, the tools and the key of its origin", async () => {
    const { model, server } = await scripted(completion({ content: "42" }), "model-key");
    const tools = [{ name: "computation_engine", description: "Computes.", parameters: {} }];
    const answer = await model.complete(
      { ...question, tools, temperature: 0.2, maxTokens: 99 },
      never,
    );
    assert.deepEqual(answer, { text: "42", calls: [], ending: "complete" });
    const [{ path, headers, body } = assert.fail()] = server.requests;
    assert.equal(path, "/v1/chat/completions");
    assert.equal(headers.authorization, "Bearer model-key");
    assert.equal(headers["svc-api-key"], undefined);
    assert.deepEqual(body, {
      model: "scripted",
      messages: question.messages,
      tools: [{ type: "function", function: tools[0] }],
      temperature: 0.2,
      max_tokens: 99,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it("sends no authorization without a key, and no tools where there are none", async () => {
    const { model, server } = await scripted(completion({ content: "42" }));
    await model.complete(question, never);
    assert.equal(server.requests[0]?.headers.authorization, undefined);
    assert.equal("tools" in (server.requests[0]?.body ?? {}), false);
  });

  it("gives text out as it arrives", async () => {
    const { model } = await scripted({
      events: [
        piece({ content: "4" }),
        ": a comment\n\n",
        piece({ content: "2" }),
        piece({}, "stop"),
      ],
    });
    const heard: string[] = [];
    const answer = await model.complete({ ...question, onText: (text) => heard.push(text) }, never);
    assert.equal(answer.text, "42");
    assert.deepEqual(heard, ["4", "2"]);
  });

  const texts: readonly (readonly [string, object, string])[] = [
    ["null", { content: null }, ""],
    [
      "a list of parts",
      {
        content: [
          { type: "text", text: "4" },
          { type: "text", text: "2" },
        ],
      },
      "42",
    ],
    ["missing", {}, ""],
    ["beside reasoning in a field", { content: "42", reasoning_content: "hm" }, "42"],
    ["a refusal", { content: null, refusal: "I will not." }, "I will not."],
  ];
  for (const [name, message, text] of texts) {
    it(`G5 reads content that is ${name}`, async () => {
      assert.equal((await complete(completion(message))).text, text);
    });
  }

  const given: readonly (readonly [string, object, string])[] = [
    ["text", { arguments: '{"query":"6*7"}' }, '{"query":"6*7"}'],
    ["an object", { arguments: { query: "6*7" } }, '{"query":"6*7"}'],
    ["broken JSON", { arguments: '{"query":' }, '{"query":'],
    ["null", { arguments: null }, ""],
    ["missing", {}, ""],
  ];
  for (const [name, called, text] of given) {
    it(`G5 reads arguments that are ${name}`, async () => {
      for (const reply of [
        completion({ tool_calls: [{ id: "a", ...call(called) }] }, "tool_calls"),
        { events: [piece({ tool_calls: [{ index: 0, id: "a", ...call(called) }] }, "tool_calls")] },
      ]) {
        const { calls } = await complete(reply);
        assert.deepEqual(calls, [{ id: "a", name: "computation_engine", arguments: text }]);
      }
    });
  }

  const several: readonly (readonly [string, object[]])[] = [
    [
      "ids and indexes",
      [
        { index: 0, id: "a" },
        { index: 1, id: "b" },
      ],
    ],
    ["no ids", [{ index: 0 }, { index: 1 }]],
    [
      "the same id twice",
      [
        { index: 0, id: "a" },
        { index: 1, id: "a" },
      ],
    ],
    ["the same id twice and no index", [{ id: "a" }, { id: "a" }]],
    ["no index", [{ id: "a" }, { id: "b" }]],
    [
      "the same index twice",
      [
        { index: 0, id: "a" },
        { index: 0, id: "b" },
      ],
    ],
    ["neither id nor index", [{}, {}]],
  ];
  for (const [name, marks] of several) {
    it(`G5 tells parallel calls apart that have ${name}`, async () => {
      const calls = marks.map((mark, at) => ({
        ...mark,
        ...call({ arguments: `{"query":"${at}"}` }),
      }));
      for (const reply of [
        completion({ tool_calls: calls }, "tool_calls"),
        { events: [piece({ tool_calls: calls }), piece({}, "tool_calls")] },
        {
          events: [...calls.map((each) => piece({ tool_calls: [each] })), piece({}, "tool_calls")],
        },
      ]) {
        // A stream whose pieces have the same id, and no index, is one call.
        const isOne = name === "the same id twice and no index" && (reply.events?.length ?? 0) > 2;
        if (isOne) continue;
        const answer = await complete(reply);
        assert.deepEqual(
          answer.calls.map((each) => each.arguments),
          ['{"query":"0"}', '{"query":"1"}'],
        );
        assert.equal(new Set(answer.calls.map(({ id }) => id)).size, 2);
      }
    });
  }

  it("puts arguments together that arrive in pieces", async () => {
    const { calls } = await complete({
      events: [
        piece({ tool_calls: [{ index: 0, id: "a", ...call({ arguments: "" }) }] }),
        piece({ tool_calls: [{ index: 0, function: { arguments: '{"que' } }] }),
        piece({ tool_calls: [{ index: 1, id: "b", ...call({ arguments: "{}" }) }] }),
        piece({ tool_calls: [{ index: 0, function: { arguments: 'ry":1}' } }] }),
        piece({}, "tool_calls"),
      ],
    });
    assert.deepEqual(
      calls.map((each) => each.arguments),
      ['{"query":1}', "{}"],
    );
  });

  it("reads the older form of a call", async () => {
    const { calls } = await complete(
      completion(
        { function_call: { name: "computation_engine", arguments: "{}" } },
        "function_call",
      ),
    );
    assert.equal(calls[0]?.name, "computation_engine");
  });

  for (const [finish, ending] of [
    ["stop", "complete"],
    ["tool_calls", "complete"],
    ["eos", "complete"],
    ["length", "length"],
    ["max_tokens", "length"],
    ["content_filter", "refused"],
    ["SAFETY", "refused"],
  ] as const) {
    it(`takes finish_reason ${finish} for ${ending}`, async () => {
      assert.equal((await complete(completion({ content: "4" }, finish))).ending, ending);
    });
  }

  const problems: readonly (readonly [string, ModelReply, ModelProblemKind, RegExp])[] = [
    [
      "an error body under 200",
      { body: { error: { message: "Overloaded" } } },
      "failed",
      /Overloaded/,
    ],
    [
      "an error in a stream",
      { events: [{ error: { message: "Overloaded" } }] },
      "failed",
      /Overloaded/,
    ],
    [
      "a wrong key",
      { status: 401, body: { error: { message: "No" } } },
      "bad-key",
      /accept the key/,
    ],
    [
      "a model that is not pulled",
      { status: 404, body: { error: "model 'scripted' not found" } },
      "not-found",
      /ollama pull scripted/,
    ],
    [
      "too many requests",
      { status: 429, headers: { "retry-after": "7" }, body: {} },
      "rate-limited",
      /too many/,
    ],
    [
      "a context that is too long",
      { status: 400, body: { error: { code: "context_length_exceeded", message: "Too long" } } },
      "too-long",
      /too long for scripted/,
    ],
    [
      "a model without tools",
      { status: 400, body: { error: { message: "scripted does not support tools" } } },
      "failed",
      /It says: scripted does not support tools/,
    ],
    ["a page instead of JSON", { body: "<html>" }, "bad-answer", /no completion/],
    ["400 without a reason", { status: 400, body: {} }, "failed", /failed to run/],
    ["a page under 502", { status: 502, body: "<html>" }, "failed", /failed to run/],
    ["a body without a choice", { body: { choices: [] } }, "bad-answer", /no completion/],
    ["a stream without a choice", { events: [{}] }, "bad-answer", /no completion/],
    ["a stream with broken JSON", { events: ["data: {\n\n"] }, "bad-answer", /no completion/],
    [
      "a stream that breaks off",
      { events: [piece({ content: "4" })], cut: true },
      "unreachable",
      /lost/,
    ],
    [
      "a redirect",
      { status: 307, headers: { location: "http://127.0.0.1:1/" } },
      "bad-answer",
      /not followed/,
    ],
  ];
  for (const [name, reply, kind, words] of problems) {
    it(`G5 reports ${name}`, async () => {
      await assert.rejects(complete(reply), (error: unknown) => {
        assert.ok(error instanceof ModelProblem);
        assert.equal(error.kind, kind);
        assert.match(error.message, words);
        return true;
      });
    });
  }

  it("knows how long to wait after too many requests", async () => {
    const reply = { status: 429, headers: { "retry-after": "7" }, body: {} };
    await assert.rejects(complete(reply), { retryAfterSeconds: 7 });
  });

  it("reports a stream that ends early as broken off", async () => {
    const { model } = await scripted({
      headers: { "content-type": "text/event-stream" },
      body: `data: ${JSON.stringify(piece({ content: "4" }))}\n\n`,
    });
    await assert.rejects(model.complete(question, never), /broke off/);
  });

  it("reports a server that is not there", async () => {
    const { model, server } = await scripted({});
    await server.close();
    await assert.rejects(model.complete(question, never), { kind: "unreachable" });
  });

  it("closes the connection as soon as it is stopped", async () => {
    const { model, server } = await scripted({ events: [piece({ content: "4" })], hang: true });
    const stop = new AbortController();
    const heard: string[] = [];
    const asked = model.complete({ ...question, onText: (text) => heard.push(text) }, stop.signal);
    await until("the first text arrives", () => heard.length > 0);
    stop.abort(new Error("stopped"));
    await assert.rejects(asked, /stopped/);
    await until("the server notices", () => server.abandoned === 1);
  });
});

describe("the address of a model server", () => {
  for (const [typed, base] of [
    ["localhost:11434", "http://localhost:11434/v1"],
    ["http://127.0.0.1:1234/", "http://127.0.0.1:1234/v1"],
    ["http://[::1]:8080/v1/", "http://[::1]:8080/v1"],
    ["https://models.example/openai/v1/chat/completions", "https://models.example/openai/v1"],
    ["https://models.example/v1/models", "https://models.example/v1"],
    ["http://127.8.9.10", "http://127.8.9.10/v1"],
    ["models.example/openai", "https://models.example/openai"],
    ["127.0.0.1:3000/", "http://127.0.0.1:3000/v1"],
  ] as const) {
    it(`reads ${typed}`, () => {
      assert.equal(modelAddress(typed).base, base);
    });
  }

  for (const [typed, words] of [
    ["http://models.example/v1", /https/],
    ["http://127.0.0.1.example/", /https/],
    ["http://localhost.example/", /https/],
    ["http://mylocalhost/", /https/],
    ["http://192.168.1.2:11434", /https/],
    ["https://user:secret@models.example", /user name or password/],
    ["https://:secret@models.example", /user name or password/],
    ["https://models.example/?key=1", /query/],
    ["https://models.example/?", /query/],
    ["https://models.example/#", /fragment/],
    ["ftp://models.example", /https/],
    ["", /web address/],
  ] as const) {
    it(`G3 refuses ${typed || "nothing"}`, () => {
      assert.throws(() => modelAddress(typed), words);
    });
  }

  it("G2 opens no connection where the key cannot be read", async () => {
    const send = createSend({}, () => undefined);
    const list = {
      address: modelAddress("http://127.0.0.1:9"),
      send,
      key: () => Promise.reject(new Error("The keychain is locked.")),
    };
    await assert.rejects(listModels(list, never), /locked/);
    await send.close();
  });
});
