import assert from "node:assert/strict";
import { Socket } from "node:net";
import timers from "undici/lib/util/timers.js";
import { listModels } from "../../../../src/builtInHub/models/listModels";
import { modelAddress } from "../../../../src/builtInHub/models/modelServer";
import { OpenAiModel } from "../../../../src/builtInHub/models/openAiModel";
import { createHubClient } from "../../../../src/client/client";
import { ModelProblem, type ModelRequest } from "../../../../src/contract/chatModel";
import { createSend } from "../../../../src/client/undiciSend";
import { completion, piece, type ModelReply } from "../../../support/modelServer";
import { startRawServer, type RawExchange } from "../../../support/rawServer";
import { until } from "../../../support/until";
import { scriptedModels } from "./modelUnderTest";

const question: ModelRequest = {
  purpose: { by: "chat", kind: "model" },
  messages: [{ role: "user", content: "6*7" }],
  tools: [],
};
const never = new AbortController().signal;
const streamed = { "content-type": "text/event-stream" };

const part = (mark: object, given: string) => ({
  ...mark,
  function: { name: "web_search", arguments: given },
});

const line = (event: unknown) => `data: ${JSON.stringify(event)}\n\n`;

/** Sends the head and the beginning at once, and the rest after three minutes of undici's time. */
async function silent(beginning: string, rest: string, type: string) {
  let exchange: RawExchange | undefined;
  const server = await startRawServer({
    answer: (asked) => {
      exchange = asked;
      const length = Buffer.byteLength(beginning + rest);
      asked.socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n${beginning}`,
      );
    },
  });
  const send = createSend({}, () => undefined);
  return {
    server,
    send,
    goOn: async () => {
      await until("the question arrives", () => exchange !== undefined);
      // The head arrives and is read.
      await new Promise((resolve) => setTimeout(resolve, 50));
      for (let second = 0; second < 180; second++) timers.tick(1000);
      exchange?.socket.write(rest);
    },
    close: async () => {
      await send.close();
      await server.close();
    },
  };
}

const error = (details: object) => [
  { error: { code: 400, status: "INVALID_ARGUMENT", ...details } },
];

describe("a server of models as it is", () => {
  const scripted = scriptedModels();

  const complete = async (reply: ModelReply) =>
    (await scripted(reply)).model.complete(question, never);

  for (const [name, body] of [
    [
      "wrong",
      error({
        message: "API key not valid. Please pass a valid API key.",
        details: [
          { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" },
        ],
      }),
    ],
    ["missing", error({ message: "Missing or invalid Authorization header." })],
    [
      "refused for a reason alone",
      error({ message: "No.", details: [{ reason: "API_KEY_INVALID" }] }),
    ],
    ["refused outside of an array", { error: { message: "Invalid API key provided" } }],
  ] as const)
    it(`Z1 says 400 where the key is ${name}`, async () => {
      await assert.rejects(complete({ status: 400, body }), (problem: unknown) => {
        assert.ok(problem instanceof ModelProblem);
        assert.equal(problem.kind, "bad-key");
        return /does not accept the key/.test(problem.message);
      });
    });

  it("Z1 says 400 with an array for other reasons as well", async () => {
    const body = error({ message: "Invalid JSON payload received." });
    await assert.rejects(complete({ status: 400, body }), {
      kind: "failed",
      message: /It says: Invalid JSON payload received\.$/,
    });
  });

  it("Z1 lists its models for everybody, and wants a key only for a question", async () => {
    const { model, server, send } = await scripted({
      status: 401,
      body: { error: { message: "No auth credentials found", code: 401 } },
    });
    const way = { address: modelAddress(server.origin), send, key: async () => undefined };
    assert.deepEqual(await listModels(way, never), [{ name: "scripted" }]);
    await assert.rejects(model.complete(question, never), { kind: "bad-key" });
  });

  it("Z1 streams pieces with a message of null beside the delta", async () => {
    const events = [
      piece({
        tool_calls: [{ index: 0, id: "a", function: { name: "web_search", arguments: '{"que' } }],
      }),
      piece({ tool_calls: [{ index: 0, function: { arguments: 'ry":"x"}' } }] }),
      piece({ content: null }, "tool_calls"),
    ].map((each) => ({ choices: [{ ...each.choices[0], message: null }] }));
    const { calls } = await complete({ events });
    assert.deepEqual(calls, [{ id: "a", name: "web_search", arguments: '{"query":"x"}' }]);
  });

  const pieces = ["", '{"qu', 'ery":', '"x"}', ""];
  for (const [name, mark] of [
    ["with an index", { index: 0 }],
    ["with neither id nor index", {}],
    ["with an empty id", { index: 0, id: "" }],
  ] as const)
    it(`Z1 streams a call that repeats its name in every piece, ${name}`, async () => {
      const events = pieces.map((given) => piece({ tool_calls: [part(mark, given)] }));
      const { calls } = await complete({ events });
      assert.deepEqual(
        calls.map((call) => [call.name, call.arguments]),
        [["web_search", '{"query":"x"}']],
      );
      assert.ok(calls[0]?.id);
    });

  it("Z1 streams a call with another id in every piece", async () => {
    const events = pieces.map((given, at) =>
      piece({
        tool_calls: [
          {
            index: 0,
            id: `id-${at}`,
            function: { ...(at === 0 && { name: "web_search" }), arguments: given },
          },
        ],
      }),
    );
    const { calls } = await complete({ events });
    assert.deepEqual(calls, [{ id: "id-0", name: "web_search", arguments: '{"query":"x"}' }]);
  });

  it("Z1 streams one call after the other under the same name and index", async () => {
    const given = ['{"query":"one"}', '{"query":"two"}'];
    const events = given.flatMap((whole) =>
      [whole.slice(0, 5), whole.slice(5)].map((half) =>
        piece({ tool_calls: [part({ index: 0 }, half)] }),
      ),
    );
    const { calls } = await complete({ events });
    assert.deepEqual(
      calls.map((call) => call.arguments),
      given,
    );
    assert.equal(new Set(calls.map(({ id }) => id)).size, 2);
  });

  for (const [name, marks, function_] of [
    ["neither id, index nor arguments", [{}, {}], { name: "list" }],
    [
      "the same index and empty arguments",
      [{ index: 0 }, { index: 0 }],
      { name: "list", arguments: "" },
    ],
    ["ids and no index", [{ id: "a" }, { id: "b" }], { name: "list", arguments: "" }],
    [
      "ids and the same index",
      [
        { index: 0, id: "a" },
        { index: 0, id: "b" },
      ],
      { name: "list" },
    ],
    ["empty objects", [{ index: 0 }, { index: 0 }], { name: "list", arguments: "{}" }],
  ] as const)
    it(`Z1 streams two calls of one tool with ${name}`, async () => {
      const events = marks.map((mark) => piece({ tool_calls: [{ ...mark, function: function_ }] }));
      const { calls } = await complete({ events });
      assert.deepEqual(
        calls.map((call) => call.name),
        ["list", "list"],
      );
      assert.equal(new Set(calls.map(({ id }) => id)).size, 2);
    });

  it("Z1 streams a call of another tool while the arguments of one are open, under the same mark", async () => {
    for (const mark of [{}, { index: 0 }]) {
      const events = ["list", "other"].map((name) =>
        piece({ tool_calls: [{ ...mark, function: { name, arguments: '{"a":' } }] }),
      );
      const { calls } = await complete({ events });
      assert.deepEqual(
        calls.map((call) => call.name),
        ["list", "other"],
      );
    }
  });

  it("Z1 streams characters that its chunks tear", async () => {
    const text = "Größe: 42 € 😀";
    const bytes = Buffer.from(`data: ${JSON.stringify(piece({ content: text }, "stop"))}\n\n`);
    const server = await startRawServer({
      answer: ({ socket }) => {
        socket.setNoDelay(true);
        socket.write(
          "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n",
        );
        let at = 0;
        const next = () => {
          if (at < bytes.length) socket.write(bytes.subarray(at, ++at), () => setTimeout(next, 1));
          else socket.end();
        };
        next();
      },
    });
    const send = createSend({}, () => undefined);
    try {
      const way = { address: modelAddress(server.origin), send, key: async () => undefined };
      const heard: string[] = [];
      const answer = await new OpenAiModel(way, "m").complete(
        { ...question, onText: (each) => heard.push(each) },
        never,
      );
      assert.deepEqual([answer.text, heard.join("")], [text, text]);
    } finally {
      await send.close();
      await server.close();
    }
  });

  for (const [name, body] of [
    [
      "with other line ends",
      `${line(piece({ content: "42" }, "stop")).replaceAll("\n", "\r\n")}data: [DONE]\r\n\r\n`,
    ],
    ["with a mark at its beginning", `\ufeff${line(piece({ content: "42" }, "stop"))}`],
    [
      "with pieces of nothing",
      `${line({ choices: [] })}${line({})}${line(null)}${line(7)}${line(piece({ content: "42" }, "stop"))}`,
    ],
    [
      "with the use of tokens at its end",
      `${line(piece({ content: "42" }, "stop"))}${line({ choices: [], usage: {} })}`,
    ],
    ["with empty events", `data:\n\n${line(piece({ content: "42" }, "stop"))}data: \n\n`],
    [
      "of odd types",
      `${line(piece({ content: 7, tool_calls: "no", function_call: [] }))}${line(piece({ content: "42", tool_calls: [null, 7, {}] }, "stop"))}`,
    ],
  ] as const)
    it(`Z1 sends a stream ${name}`, async () => {
      assert.equal((await complete({ headers: streamed, body })).text, "42");
    });

  for (const [name, body] of [
    ["of broken JSON", 'data: {"choices": [\n\n'],
    ["of a page", "<html><body>Bad gateway</body></html>"],
    ["of nothing", ""],
    ["of the end alone", "data: [DONE]\n\n"],
    ["with an error in an array", line([{ error: { message: "Overloaded" } }])],
  ] as const)
    it(`Z1 reports a stream ${name}`, async () => {
      await assert.rejects(complete({ headers: streamed, body }), { name: "ModelProblem" });
    });

  describe("that is silent for three minutes", () => {
    it("Z1 waits for a model that is silent for long", async () => {
      const [first, last] = [piece({ reasoning: "hm" }), piece({ content: "42" }, "stop")];
      const { server, send, goOn, close } = await silent(
        line(first),
        line(last),
        "text/event-stream",
      );
      try {
        const way = { address: modelAddress(server.origin), send, key: async () => undefined };
        const asked = new OpenAiModel(way, "m").complete(question, never);
        await Promise.all([goOn(), asked]);
        assert.equal((await asked).text, "42");
      } finally {
        await close();
      }
    });

    it("Z1 keeps the question to the built-in hub waiting as well", async () => {
      const whole = JSON.stringify({ output: "42", intermediate_steps: [] });
      const { server, send, goOn, close } = await silent(
        whole.slice(0, 5),
        whole.slice(5),
        "application/json",
      );
      try {
        const client = createHubClient({
          baseUrl: server.origin,
          key: () => "key",
          timeoutSeconds: () => 300,
          send,
        });
        const asked = client.invokeAgent({ expert_id: 1, input_data: "6*7" });
        await Promise.all([goOn(), asked]);
        assert.equal((await asked).value.output, "42");
      } finally {
        await close();
      }
    });

    it("Z1 keeps the connection to a server of models alive", async () => {
      const delays: unknown[] = [];
      const { setKeepAlive } = Socket.prototype;
      Socket.prototype.setKeepAlive = function keep(this: Socket, ...given: unknown[]) {
        delays.push(given);
        return setKeepAlive.apply(this, given as Parameters<typeof setKeepAlive>);
      };
      try {
        await complete(completion({ content: "42" }));
      } finally {
        Socket.prototype.setKeepAlive = setKeepAlive;
      }
      assert.deepEqual(delays, [[true, 30_000]]);
    });
  });
});
