import assert from "node:assert/strict";
import { type LoopParts, runLoop } from "../../../../src/builtInHub/loop/modelLoop";
import { OfferedModels } from "../../../../src/builtInHub/models/offeredModels";
import type { Tool } from "../../../../src/builtInHub/tools/tool";
import {
  type ChatModel,
  type ModelMessage,
  ModelProblem,
  type ModelRequest,
} from "../../../../src/contract/chatModel";
import { refusedParts } from "../../../../src/contract/refusedParts";
import {
  callsOf,
  completion,
  type ModelReply,
  type ModelRequestSeen,
} from "../../../support/modelServer";
import { scriptedModels } from "./modelUnderTest";

const never = new AbortController().signal;
const messages: readonly ModelMessage[] = [
  { role: "system", content: "You are Ada." },
  { role: "user", content: "6*7" },
];
type Body = ModelRequestSeen["body"];

const computes: Tool = {
  name: "computation_engine",
  description: "Calculates.",
  parameters: { type: "object" },
  run: async () => "42",
};

const error = (message: string, more: object = {}, status = 400): ModelReply => ({
  status,
  body: { error: { message, ...more } },
});
const fine = completion({ content: "42" });

/** A refusal as a server words it. */
type Wording = readonly [server: string, reply: ModelReply];

const noTools: readonly Wording[] = [
  ["Ollama", error("registry.ollama.ai/library/gemma:2b does not support tools")],
  [
    "vLLM",
    {
      status: 400,
      body: {
        object: "error",
        message:
          '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        type: "BadRequestError",
        param: null,
        code: 400,
      },
    },
  ],
  ["llama.cpp", error("tools param requires --jinja flag", { type: "server_error" }, 500)],
  [
    "OpenRouter",
    error(
      "No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing",
      { code: 404 },
      404,
    ),
  ],
  [
    "Gemini",
    {
      status: 400,
      body: [
        {
          error: {
            code: 400,
            message: "Function calling is not enabled for models/gemma-3-27b-it",
            status: "INVALID_ARGUMENT",
          },
        },
      ],
    },
  ],
  [
    "Groq",
    error("`tool calling` is not supported with this model", { type: "invalid_request_error" }),
  ],
  [
    "xAI",
    {
      status: 400,
      body: {
        code: "Client specified an invalid argument",
        error: "This model does not support function calling.",
      },
    },
  ],
  [
    "OpenAI",
    error("Unsupported parameter: 'tools' is not supported with this model.", {
      param: "tools",
      code: "unsupported_parameter",
    }),
  ],
  ["Bedrock", { status: 400, body: { message: "This model doesn't support tool use." } }],
  ["DeepSeek", error("deepseek-reasoner does not support Function Calling")],
  [
    "Mistral",
    { status: 400, body: { object: "error", message: "Function calling is not enabled here" } },
  ],
  [
    "FastAPI",
    {
      status: 422,
      body: {
        detail: [
          {
            type: "extra_forbidden",
            loc: ["body", "tools"],
            msg: "Extra inputs are not permitted",
          },
        ],
      },
    },
  ],
  ["a server that says nothing", { status: 400, body: {} }],
  ["a server with plain text", { status: 501, body: "tools are unsupported" }],
  [
    "a gateway that streams its errors",
    {
      status: 400,
      events: [{ error: { message: "This model does not support tools." } }],
    },
  ],
  [
    "a gateway that reports them under 200",
    { body: { error: { message: "tool use is not available for this model", code: 400 } } },
  ],
];

const others: Record<
  string,
  {
    isSent: (body: Body) => boolean;
    wordings: readonly Wording[];
    note?: RegExp;
    /** In the first answer, not in later ones. */
    saysOnce?: boolean;
    more?: Partial<LoopParts>;
  }
> = {
  "a stream": {
    isSent: (body) => body.stream === true,
    wordings: [
      [
        "OpenAI",
        error("Your organization must be verified to stream this model.", {
          param: "stream",
          code: "unsupported_value",
        }),
      ],
      ["a proxy", error("Streaming is not supported")],
      [
        "Bedrock",
        {
          status: 400,
          body: { message: "This model doesn't support tool use in streaming mode." },
        },
      ],
      ["another", error("stream=true cannot be used together with tools", {}, 501)],
    ],
  },
  "the count of tokens": {
    isSent: (body) => body.stream_options !== undefined,
    wordings: [
      [
        "Mistral",
        {
          status: 422,
          body: {
            detail: [{ loc: ["body", "stream_options"], msg: "Extra inputs are not permitted" }],
          },
        },
      ],
      [
        "Azure",
        error("Unknown parameter: 'stream_options.include_usage'.", {
          param: "stream_options.include_usage",
        }),
      ],
      ["a strict one", error("Unrecognized request argument supplied: stream_options")],
    ],
  },
  "a temperature": {
    isSent: (body) => body.temperature !== undefined,
    note: /takes no temperature/,
    more: { temperature: 0.2 },
    wordings: [
      [
        "OpenAI",
        error(
          "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
          { param: "temperature", code: "unsupported_value" },
        ),
      ],
      ["Anthropic", error("`temperature` may only be set to 1 when thinking is enabled.")],
      [
        "a list of errors",
        { status: 400, body: { errors: [{ message: "unsupported", field: "temperature" }] } },
      ],
      ["Moonshot", error("invalid temperature: only 1 is allowed for this model")],
    ],
  },
  "how long to think": {
    isSent: (body) => body.reasoning_effort !== undefined,
    note: /cannot be told how long to think/,
    saysOnce: true,
    more: { reasoningEffort: "high" },
    wordings: [
      [
        "OpenAI",
        error("Unrecognized request argument supplied: reasoning_effort", {
          param: "reasoning_effort",
        }),
      ],
      ["Groq", error("`reasoning_effort` is not supported with this model")],
      ["xAI", error("Model does not support parameter reasoningEffort.")],
      ["Ollama", error('"gemma" does not support thinking')],
    ],
  },
  "the older name of the limit": {
    isSent: (body) => body.max_tokens !== undefined,
    more: { maxTokens: 99 },
    wordings: [
      [
        "OpenAI",
        error(
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          { param: "max_tokens", code: "unsupported_parameter" },
        ),
      ],
      [
        "Azure",
        error("this model is not supported MaxTokens or max_tokens, use max_completion_tokens"),
      ],
    ],
  },
  "a limit at all": {
    isSent: (body) => (body.max_tokens ?? body.max_completion_tokens) !== undefined,
    note: /takes no such limit/,
    more: { maxTokens: 99_999 },
    wordings: [
      [
        "OpenAI",
        error(
          "max_tokens is too large: 99999. This model supports at most 4096 completion tokens.",
          { param: "max_tokens" },
        ),
      ],
      [
        "Groq",
        error(
          "`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model",
          { param: "max_tokens" },
        ),
      ],
      [
        "vLLM",
        error(
          "'max_tokens' or 'max_completion_tokens' is too large: 99999. This model's maximum context length is 4096 tokens and your request has 12 input tokens.",
        ),
      ],
      ["a strict one", error("Unknown parameter: max_tokens, max_completion_tokens")],
    ],
  },
  "a role for the system": {
    isSent: (body) => body.messages?.some(({ role }) => role === "system") === true,
    wordings: [
      [
        "OpenAI",
        error("Unsupported value: 'messages[0].role' does not support 'system' with this model.", {
          param: "messages[0].role",
        }),
      ],
      [
        "Gemini",
        {
          status: 400,
          body: [
            { error: { message: "Developer instruction is not enabled for models/gemma-3-4b-it" } },
          ],
        },
      ],
      ["llama.cpp", error("System role not supported", {}, 500)],
      [
        "LM Studio",
        {
          status: 400,
          body: {
            error:
              'Error rendering prompt with jinja template: "Only user and assistant roles are supported!"',
          },
        },
      ],
      [
        "Bedrock",
        {
          status: 400,
          body: {
            message:
              "This model doesn't support system messages. Try again without system messages or use a model that supports system messages.",
          },
        },
      ],
      [
        "vLLM",
        {
          status: 400,
          body: {
            object: "error",
            message: "Conversation roles must alternate user/assistant/user/assistant/...",
          },
        },
      ],
      ["Pydantic", error("Input should be 'user' or 'assistant'")],
      [
        "Rust",
        {
          status: 422,
          body: "messages[0].role: unknown variant `system`, expected `user` or `assistant`",
        },
      ],
    ],
  },
};

describe("a refusal of a part of a request", () => {
  const scripted = scriptedModels();

  /** Asks a model that refuses what it is sent as long as the script says so. */
  async function asked(
    refusal: (body: Body, nth: number) => ModelReply | undefined,
    more: Partial<LoopParts> = {},
    times = 1,
  ) {
    const { server, send } = await scripted(({ body }, nth) => refusal(body, nth) ?? fine);
    const way = { address: server.base, send, key: async () => undefined };
    const models = new OfferedModels(() => [{ ...way, identifier: "scripted" }], true);
    const outputs: string[] = [];
    for (let time = 0; time < times; time++) {
      const parts: LoopParts = {
        model: models.find(undefined)!,
        purpose: { by: "chat", kind: "model" },
        messages,
        tools: [computes],
        ...more,
      };
      outputs.push((await runLoop(parts, never)).output);
    }
    return { outputs, bodies: server.requests.map(({ body }) => body) };
  }

  for (const [server, reply] of noTools)
    it(`Z9 leaves out the tools that ${server} refuses, says so, and remembers it`, async () => {
      const { outputs, bodies } = await asked(({ tools }) => (tools ? reply : undefined), {}, 2);
      const note = "42\n\n*scripted cannot call tools, so none was used.*";
      assert.deepEqual(outputs, [note, note]);
      assert.ok(bodies.length <= 4, `${bodies.length} requests`);
      assert.equal(bodies.at(-1)?.tools, undefined);
      // Nothing else is given up with them.
      assert.equal(bodies.at(-1)?.stream, true);
      assert.deepEqual(bodies.at(-1)?.messages, messages);
    });

  for (const [part, { isSent, wordings, note, more, saysOnce }] of Object.entries(others))
    for (const [server, reply] of wordings)
      it(`Z9 leaves out ${part} as ${server} refuses it, and remembers it`, async () => {
        const { outputs, bodies } = await asked(
          (body) => (isSent(body) ? reply : undefined),
          more,
          2,
        );
        for (const output of saysOnce ? outputs.slice(0, 1) : outputs)
          if (note) assert.match(output, note);
          else assert.equal(output, "42");
        if (saysOnce) assert.equal(outputs[1], "42");
        assert.ok(bodies.length <= 4, `${bodies.length} requests`);
        assert.ok(!isSent(bodies.at(-1)!));
        assert.equal(bodies.at(-1)?.tools?.length, 1);
      });

  it("Z9 sends the limit under its newer name", async () => {
    const refused = error("Use 'max_completion_tokens' instead.", { param: "max_tokens" });
    const { bodies } = await asked((body) => (body.max_tokens ? refused : undefined), {
      maxTokens: 99,
    });
    assert.equal(bodies.at(-1)?.max_completion_tokens, 99);
  });

  it("Z9 folds what the system says into the first question", async () => {
    const refused = error("System role not supported");
    const { bodies } = await asked((body) =>
      body.messages?.[0]?.role === "system" ? refused : undefined,
    );
    assert.deepEqual(bodies.at(-1)?.messages, [{ role: "user", content: "You are Ada.\n\n6*7" }]);
  });

  const twice: readonly ModelMessage[] = [
    { role: "system", content: "You are Ada." },
    { role: "assistant", content: "Hello." },
    { role: "user", content: "One." },
    { role: "user", content: "Two." },
    { role: "assistant", content: "Yes." },
    { role: "assistant", content: "Yes?" },
    { role: "user", content: "Three." },
  ];
  for (const message of [
    "Conversation roles must alternate user/assistant/user/assistant/...",
    "After the optional system message, conversation roles must alternate user/assistant/user/assistant/...",
    'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
    "Unexpected role 'user' after role 'user'",
    "A conversation must start with a user message. Try again with a conversation that starts with a user message.",
    "Please ensure that multiturn requests alternate between user and model.",
  ])
    it(`Z9 puts the messages in turns: ${message.slice(0, 40)}`, async () => {
      const { outputs, bodies } = await asked(
        ({ messages: sent = [] }) => {
          const roles = sent.map(({ role }) => role).join(" ");
          return /^(?:system )?assistant|user user/.test(roles) ? error(message) : undefined;
        },
        { messages: twice },
        2,
      );
      assert.deepEqual(outputs, ["42", "42"]);
      assert.equal(bodies.length, 3);
      assert.deepEqual(
        bodies.at(-1)?.messages?.map(({ role, content }) => [role, content]),
        [
          ["system", "You are Ada."],
          ["user", "Begin."],
          ["assistant", "Hello."],
          ["user", "One.\n\nTwo."],
          ["assistant", "Yes.\n\nYes?"],
          ["user", "Three."],
        ],
      );
    });

  for (const message of [
    "messages.2: all messages must have non-empty content except for the optional final assistant message",
    "The text field in the ContentBlock object at messages.2.content.0 is blank. Add text to the text field, and try again.",
    "messages: text content blocks must be non-empty",
    "messages: text content blocks must contain non-whitespace text",
    "GenerateContentRequest.contents[2].parts: contents.parts must not be empty.",
    "Message content is required",
  ])
    it(`Z9 sends no empty content: ${message.slice(0, 40)}`, async () => {
      const { outputs, bodies } = await asked((body, nth) => {
        if (nth === 1) return callsOf(["computation_engine", {}]);
        return body.messages?.some(({ content }) => content === "") ? error(message) : undefined;
      });
      assert.deepEqual(outputs, ["42"]);
      assert.equal(bodies.length, 3);
      assert.equal(bodies.at(-1)?.messages?.[2]?.content, null);
    });

  it("Z9 names the tool beside its result, unless that is refused", async () => {
    const refused = error(
      "'messages.3' : for 'role:tool' the following must be satisfied[('messages.3' : property 'name' is unsupported)]",
    );
    const { bodies } = await asked((body, nth) => {
      if (nth === 1) return callsOf(["computation_engine", {}]);
      return body.messages?.some(({ name }) => name !== undefined) ? refused : undefined;
    });
    assert.deepEqual(
      bodies.map((body) => body.messages?.at(-1)?.name),
      [undefined, "computation_engine", undefined],
    );
  });

  it("Z9 tells the results as text to a model that refuses tools in the middle", async () => {
    const { outputs, bodies } = await asked((body, nth) => {
      if (nth === 1) return callsOf(["computation_engine", {}]);
      return body.tools ? error("This model does not support tools.") : undefined;
    });
    assert.deepEqual(outputs, ["42"]);
    assert.deepEqual(
      bodies.at(-1)?.messages?.map(({ role, content }) => [role, content]),
      [
        ["system", "You are Ada."],
        ["user", "6*7\n\nResult of computation_engine:\n42"],
      ],
    );
  });

  it("Z9 leaves out no more than two things in a round, and the rest in the next", async () => {
    const parts = ["temperature", "stream_options", "max_tokens"] as const;
    const refusal = (body: Body) => {
      const part = parts.find((name) => body[name] !== undefined);
      return part && error(`Unsupported parameter: '${part}'`, { param: part });
    };
    const more = { temperature: 1, maxTokens: 9 };
    await assert.rejects(asked(refusal, more), /Unsupported parameter: 'max_tokens'/);
    const { server, send } = await scripted(({ body }) => refusal(body) ?? fine);
    const way = { address: server.base, send, key: async () => undefined };
    const models = new OfferedModels(() => [{ ...way, identifier: "scripted" }], true);
    const ask = () =>
      runLoop(
        {
          model: models.find(undefined)!,
          purpose: { by: "chat", kind: "model" },
          messages,
          tools: [],
          ...more,
        },
        never,
      );
    await assert.rejects(ask());
    assert.equal(server.requests.length, 3);
    assert.match((await ask()).output, /^42\n\n/);
    assert.equal(server.requests.length, 5);
  });

  it("Z9 leaves out all that a refusal names at once", async () => {
    const detail = ["stream_options", "temperature", "tools"].map((name) => ({
      loc: ["body", name],
      msg: "Extra inputs are not permitted",
    }));
    const { bodies } = await asked(
      (body) => (body.tools ? { status: 422, body: { detail } } : undefined),
      { temperature: 1 },
    );
    assert.equal(bodies.length, 2);
    assert.deepEqual(Object.keys(bodies[1]!).toSorted(), ["messages", "model", "stream"]);
  });

  it("Z9 remembers nothing that was of no use", async () => {
    const { server, send } = await scripted(({ body }, nth) =>
      nth <= 3 ? error("tools: unsupported") : body.tools ? fine : error("?"),
    );
    const way = { address: server.base, send, key: async () => undefined };
    const models = new OfferedModels(() => [{ ...way, identifier: "scripted" }], true);
    const ask = () =>
      runLoop(
        {
          model: models.find(undefined)!,
          purpose: { by: "chat", kind: "model" },
          messages,
          tools: [computes],
        },
        never,
      );
    await assert.rejects(ask());
    assert.equal(server.requests.length, 2);
    await assert.rejects(ask());
    assert.ok((await ask()).output.startsWith("42"));
  });

  for (const [name, reply, kind] of [
    ["a key", error("Incorrect API key provided; tools need one", {}, 401), "bad-key"],
    ["the load", error("Rate limit reached for tools", {}, 429), "rate-limited"],
    ["the model", error("The model `tools` does not exist", {}, 404), "not-found"],
    ["a page", { status: 502, body: "<html>tools are not here</html>" }, "failed"],
    ["the server itself", error("The tool parser has a bug", {}, 500), "failed"],
  ] as const)
    it(`Z9 asks no second time where it is about ${name}`, async () => {
      const { server, send } = await scripted(reply);
      const way = { address: server.base, send, key: async () => undefined };
      const models = new OfferedModels(() => [{ ...way, identifier: "scripted" }], true);
      const parts: LoopParts = {
        model: models.find(undefined)!,
        purpose: { by: "chat", kind: "model" },
        messages,
        tools: [computes],
      };
      await assert.rejects(runLoop(parts, never), { kind });
      assert.equal(server.requests.length, 1);
    });

  it("Z9 asks a model of VS Code once more without what its provider refuses", async () => {
    const requests: ModelRequest[] = [];
    const offered: ChatModel = {
      key: "vscode-lm vendor/model",
      name: "Model",
      identifier: "model",
      provider: "Vendor",
      complete: async (request) => {
        requests.push(request);
        const refused = refusedParts({
          status: 400,
          words: "The model does not support tools.",
          code: "",
          places: [],
        });
        if (request.tools.length > 0) throw new ModelProblem("failed", "No.", { refused });
        return { text: "42", calls: [], ending: "complete" };
      },
    };
    const models = new OfferedModels(() => [offered], true);
    const note = "42\n\n*Model cannot call tools, so none was used.*";
    for (const count of [2, 3]) {
      const parts: LoopParts = {
        model: models.find(undefined)!,
        purpose: { by: "chat", kind: "model" },
        messages,
        tools: [computes],
      };
      assert.equal((await runLoop(parts, never)).output, note);
      assert.equal(requests.length, count);
    }
  });
});
