import assert from "node:assert/strict";
import { type LoopParts, runLoop } from "../../../../src/builtInHub/loop/modelLoop";
import type { Tool } from "../../../../src/builtInHub/tools/tool";
import type { HubProgress } from "../../../../src/contract/progress";
import type { WireStep } from "../../../../src/builtInHub/tools/step";
import { callsOf, completion, type ModelReply, piece } from "../../../support/modelServer";
import { scriptedModels } from "../models/modelUnderTest";

const never = new AbortController().signal;
const messages = [{ role: "user" as const, content: "What is six times seven?" }];

const search: Tool = {
  name: "web_search",
  description: "Searches.",
  parameters: { type: "object", properties: { query: { type: "string" } } },
  run: async (given) => `found ${(given as { query: string }).query}`,
};

const call = (id: string, given: object = { query: "q" }) => ({
  id,
  type: "function",
  function: { name: "web_search", arguments: JSON.stringify(given) },
});

/** The text in pieces of one character. */
const streamed = (text: string, field = "content"): unknown[] =>
  [...text].map((character) => piece({ [field]: character }));

describe("the loop with servers as they are", () => {
  const scripted = scriptedModels();

  async function run(
    script: ModelReply | ((nth: number) => ModelReply),
    more: Partial<LoopParts> = {},
    key?: string,
  ) {
    const { model, server } = await scripted(
      (_, nth) => (typeof script === "function" ? script(nth) : script),
      key,
    );
    const heard: HubProgress<WireStep>[] = [];
    const answer = await runLoop(
      {
        model,
        purpose: { by: "chat", kind: "model" },
        messages,
        tools: [search],
        onProgress: (progress) => heard.push(progress),
        ...more,
      },
      never,
    );
    const thoughts = answer.steps
      .flat()
      .filter(({ tool }) => tool === "reasoning")
      .map(({ log }) => log);
    return { ...answer, thoughts, heard, requests: server.requests };
  }

  describe("sets reasoning apart", () => {
    const forms: readonly (readonly [string, object, string, string[]])[] = [
      [
        "in reasoning_content",
        { content: "42", reasoning_content: "six sevens" },
        "42",
        ["six sevens"],
      ],
      ["in reasoning", { content: "42", reasoning: "six sevens" }, "42", ["six sevens"]],
      ["in thinking", { content: "42", thinking: "six sevens" }, "42", ["six sevens"]],
      [
        "in two fields that say the same",
        { content: "42", reasoning: "six sevens", reasoning_content: "six sevens" },
        "42",
        ["six sevens"],
      ],
      [
        "in parts of the content",
        {
          content: [
            { type: "thinking", thinking: [{ type: "text", text: "six sevens" }] },
            { type: "text", text: "42" },
          ],
        },
        "42",
        ["six sevens"],
      ],
      [
        "in tags before the answer",
        { content: "<think>\nsix sevens\n</think>\n\n42" },
        "42",
        ["six sevens"],
      ],
      ["in other tags", { content: "<Thinking>six sevens</Thinking>42" }, "42", ["six sevens"]],
      ["in square brackets", { content: "[THINK]six sevens[/THINK]42" }, "42", ["six sevens"]],
      [
        "in tags behind the answer",
        { content: "42<think>six sevens</think>" },
        "42",
        ["six sevens"],
      ],
      [
        "in tags amid the answer, twice",
        { content: "It <think>a</think>is <think>b</think>42" },
        "It is 42",
        ["a\n\nb"],
      ],
      [
        "in tags with a prefix",
        { content: "<seed:think>six sevens</seed:think>42" },
        "42",
        ["six sevens"],
      ],
      ["in other brackets", { content: "◁think▷six sevens◁/think▷42" }, "42", ["six sevens"]],
      [
        "in special tokens",
        { content: "<|begin_of_thought|>six sevens<|end_of_thought|>42" },
        "42",
        ["six sevens"],
      ],
      [
        "in other special tokens",
        { content: "<|START_THINKING|>six sevens<|END_THINKING|>42" },
        "42",
        ["six sevens"],
      ],
      [
        "in channels",
        {
          content:
            "<|channel|>analysis<|message|>six sevens<|end|><|start|>assistant<|channel|>final<|message|>42<|return|>",
        },
        "42",
        ["six sevens"],
      ],
      [
        "in channels after an opening that the server took away",
        { content: "analysissix sevensassistantfinal42" },
        "42",
        ["six sevens"],
      ],
      [
        "beside a comment in a channel",
        {
          content:
            "<|channel|>analysis<|message|>six sevens<|end|><|start|>assistant<|channel|>commentary<|message|>Wait. <|end|><|start|>assistant<|channel|>final<|message|>42",
        },
        "Wait. 42",
        ["six sevens"],
      ],
      ["without the opening tag", { content: "six sevens\n</think>\n42" }, "42", ["six sevens"]],
      [
        "that mentions other tags",
        { content: "<think>a <b> `<think>` [x] < y</think>42" },
        "42",
        ["a <b> `<think>` [x] < y"],
      ],
    ];
    for (const [name, message, text, thoughts] of forms) {
      it(`Z1 ${name}`, async () => {
        const { content } = message as { content: unknown };
        const isText = Object.keys(message).length === 1 && typeof content === "string";
        for (const reply of [completion(message), isText && { events: streamed(content) }]) {
          if (!reply) continue;
          const answer = await run(reply);
          assert.deepEqual([answer.output, answer.thoughts], [text, thoughts]);
        }
      });
    }

    it("Z1 in a stream whose pieces tear the tags", async () => {
      const events = streamed("<think>six sevens</think>\n4 < 42");
      const { output, thoughts, heard } = await run({ events });
      assert.deepEqual([output, thoughts], ["4 < 42", ["six sevens"]]);
      const texts = heard.filter((progress) => progress.kind === "text");
      assert.ok(texts.some(({ reasoning }) => reasoning === "six s"));
      assert.ok(texts.every(({ text }) => "4 < 42".startsWith(text)));
    });

    it("Z1 in a stream with a field for it", async () => {
      const events = [...streamed("six sevens", "reasoning_content"), ...streamed("42")];
      const { output, thoughts, heard } = await run({ events });
      assert.deepEqual([output, thoughts], ["42", ["six sevens"]]);
      assert.ok(heard.some((each) => each.kind === "text" && each.reasoning === "six"));
    });

    it("Z1 takes back what looked like the answer where the opening tag is missing", async () => {
      const { output, heard } = await run({ events: streamed("six sevens</think>42") });
      assert.equal(output, "42");
      const texts = heard.flatMap((each) => (each.kind === "text" ? [each.text] : []));
      assert.ok(texts.includes("six sevens"));
      assert.equal(texts.at(-1), "42");
    });

    for (const quoted of [
      "Models write `<think>` before they answer, and `</think>` after it.",
      "Use this:\n\n```xml\n<think>\nhm\n</think>\n```\n\nThat is all.",
      "A `</think>` ends it.",
      "<thinks>it</thinks> and [thinking] 1 < 2",
      "A model ends its thoughts with </think> and answers then.",
      "The tag is </think>.",
      "It closes with </think>",
      "Put it between <think> and </think>, and nothing else.",
      'Write "</think>" at the end.',
      "gpt-oss ends with <|end|> or <|return|>; its assistantfinal is a word.",
      "```\n<|channel|>final<|message|>\n```",
    ])
      it(`Z1 but not what an answer quotes: ${quoted.slice(0, 24)}`, async () => {
        for (const reply of [completion({ content: quoted }), { events: streamed(quoted) }]) {
          const { output, steps } = await run(reply);
          assert.deepEqual([output, steps], [quoted, []]);
        }
      });

    for (const [name, reply] of [
      ["in a field", completion({ content: null, reasoning_content: "six sevens" })],
      ["in tags", completion({ content: "<think>six sevens</think>" })],
      ["cut off", completion({ content: "<think>six sevens" }, "length")],
      [
        "in a stream that is cut off",
        { events: [...streamed("<think>six sevens"), piece({}, "length")] },
      ],
    ] as const)
      it(`Z1 and says so where there is nothing else: ${name}`, async () => {
        const { output, thoughts } = await run(reply);
        assert.match(output, /^\*\*scripted wrote only its reasoning and no answer\.\*\*/);
        assert.equal(output.includes("limit of tokens"), name.includes("cut off"));
        assert.deepEqual(thoughts, ["six sevens"]);
      });

    it("Z1 round by round, and sends none of it back", async () => {
      const { steps, thoughts, requests } = await run((nth) =>
        nth === 1
          ? completion({ content: "<think>a</think>", reasoning: "b", tool_calls: [call("x")] })
          : completion({ content: "42", reasoning: "c" }),
      );
      assert.deepEqual(
        steps.map((group) => group.map(({ tool }) => tool)),
        [["reasoning"], ["web_search"], ["reasoning"]],
      );
      assert.deepEqual(thoughts, ["b\n\na", "c"]);
      const [, back] = requests[1]?.body.messages ?? [];
      assert.equal(back?.content, "");
      assert.doesNotMatch(JSON.stringify(requests[1]?.body), /reasoning|think/);
    });

    it("Z1 once, also where the time is up while a tool runs", async () => {
      const hanging: Tool = {
        ...search,
        run: (_, signal) =>
          new Promise<string>((resolve) => {
            signal.addEventListener("abort", () => resolve("too late"), { once: true });
          }),
      };
      const { output, thoughts } = await run(
        completion({ content: "Wait.", reasoning: "hm", tool_calls: [call("x")] }),
        { tools: [hanging], deadlineMs: 300 },
      );
      assert.equal(output, "Wait.\n\n**scripted did not finish in time.**");
      assert.deepEqual(thoughts, ["hm"]);
    });

    it("Z1 of a round that was not finished, beside the text of those before", async () => {
      const { output, thoughts } = await run((nth) =>
        nth === 1
          ? completion({ content: "Part 1.", tool_calls: [call("x")] })
          : { events: streamed("<think>six sev"), cut: true },
      );
      assert.match(output, /^Part 1\.\n\n\*\*The connection/);
      assert.deepEqual(thoughts, ["six sev"]);
    });

    it("Z1 and sends it back to a server that insists on it", async () => {
      const { output, requests } = await run((nth) => {
        if (nth === 1)
          return completion({ content: "", reasoning_content: "hm", tool_calls: [call("x")] });
        if (nth === 2) {
          const message = "Missing `reasoning_content` field in the assistant message at index 1";
          return { status: 400, body: { error: { message } } };
        }
        return completion({ content: "42" });
      });
      assert.equal(output, "42");
      assert.doesNotMatch(JSON.stringify(requests[1]?.body), /reasoning_content/);
      assert.match(JSON.stringify(requests[2]?.body), /"reasoning_content":"hm"/);
    });
  });

  describe("keeps text beside calls", () => {
    it("Z1 of all rounds, in order", async () => {
      const { output, heard } = await run((nth) =>
        nth < 3
          ? completion({ content: `Part ${nth}.`, tool_calls: [call(`${nth}`)] })
          : completion({ content: "The end." }),
      );
      assert.equal(output, "Part 1.\n\nPart 2.\n\nThe end.");
      const texts = heard.flatMap((each) => (each.kind === "text" ? [each.text] : []));
      assert.equal(texts.at(-1), output);
    });

    it("Z1 where nothing follows the last call", async () => {
      const { output } = await run((nth) =>
        nth === 1
          ? completion({ content: "It is 42.", tool_calls: [call("x")] })
          : completion({ content: "" }),
      );
      assert.equal(output, "It is 42.\n\n**scripted gave an empty answer.**");
    });

    it("Z1 where the server fails later", async () => {
      const { output } = await run((nth) =>
        nth === 1
          ? completion({ content: "Part 1.", tool_calls: [call("x")] })
          : { events: [piece({ content: "Part 2" })], cut: true },
      );
      assert.match(output, /^Part 1\.\n\nPart 2\n\n\*\*The connection to .* was lost\.\*\*$/);
    });

    it("Z1 where a bound is met", async () => {
      const { output } = await run((nth) =>
        completion({ content: `Part ${nth}.`, tool_calls: [call("x")] }),
      );
      assert.match(output, /^Part 1\.\n\nPart 2\.[^]*Part 9\.\n\n\*The answer ends here/);
    });
  });

  describe("runs calls that are written as text", () => {
    const json = '{"name": "web_search", "arguments": {"query": "six"}}';
    for (const [name, text] of [
      ["in tags", `<tool_call>\n${json}\n</tool_call>`],
      ["in a tag that is left open", `<tool_call>${json}`],
      ["after reasoning", `<think>hm</think>\n<tool_call>${json}</tool_call>`],
      ["as a lone object", json],
      ["as a lone object in a code block", `\`\`\`json\n${json}\n\`\`\``],
      ["with parameters", '{"name": "web_search", "parameters": {"query": "six"}}'],
      ["as a function", `{"type": "function", "function": ${json}}`],
      ["in a list with a mark", `[TOOL_CALLS][${json}]`],
      [
        "in a channel",
        '<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>commentary to=functions.web_search <|constrain|>json<|message|>{"query":"six"}<|call|>',
      ],
    ] as const)
      it(`Z1 ${name}`, async () => {
        for (const first of [completion({ content: text }), { events: streamed(text) }]) {
          const { output, steps, requests, heard } = await run((nth) =>
            nth === 1 ? first : completion({ content: "42" }),
          );
          assert.equal(output, "42");
          assert.deepEqual(
            steps
              .flat()
              .filter(({ tool }) => tool === "web_search")
              .map(({ tool_input: given }) => given),
            [{ query: "six" }],
          );
          assert.equal(requests[1]?.body.messages?.at(-1)?.content, "found six");
          const texts = heard.flatMap((each) => (each.kind === "text" ? [each.text] : []));
          assert.equal(texts.at(-1), "42");
        }
      });

    it("Z1 also several of them", async () => {
      const two = ["one", "two"].map((query) =>
        JSON.stringify({ name: "web_search", arguments: { query } }),
      );
      const text = two.map((each) => `<tool_call>${each}</tool_call>`).join("\n");
      const { steps } = await run((nth) => completion({ content: nth === 1 ? text : "42" }));
      assert.deepEqual(
        steps.map((group) => group.map(({ tool_input: given }) => given)),
        [[{ query: "one" }, { query: "two" }]],
      );
    });

    for (const [name, text] of [
      ["with words beside it", `I would call this:\n${json}`],
      ["with words in front of the tag", `I call <tool_call>${json}</tool_call>`],
      ["of a tool that is not offered", '{"name": "delete_files", "arguments": {}}'],
      ["without arguments", '{"name": "web_search"}'],
      ["that is no JSON", "<tool_call>{</tool_call>"],
      ["that is data", '{"answer": 42}'],
      ["that is a list of nothing", "[]"],
      ["that is a number", "42"],
      ["that is a call among data", `[${json}, {"total": 3}]`],
    ] as const)
      it(`Z1 but leaves text ${name} as it is`, async () => {
        const { output, steps } = await run(completion({ content: text }));
        assert.deepEqual([output, steps], [text, []]);
      });
  });

  it("Z1 gives a call back with the signature that came with it", async () => {
    const extra_content = { google: { thought_signature: "c2lnbmF0dXJl" } };
    for (const first of [
      completion({ tool_calls: [{ ...call("x"), extra_content }, call("y")] }, "tool_calls"),
      {
        events: [
          piece({ tool_calls: [{ index: 0, ...call("x"), extra_content }] }),
          piece({ tool_calls: [{ index: 1, ...call("y") }] }, "tool_calls"),
        ],
      },
    ]) {
      const { requests } = await run((nth) => (nth === 1 ? first : completion({ content: "42" })));
      const calls = requests[1]?.body.messages?.at(1)?.tool_calls as { extra_content?: unknown }[];
      assert.deepEqual(
        calls.map((each) => each.extra_content),
        [extra_content, undefined],
      );
    }
  });

  for (const key of [
    "EMPTY",
    "ollama",
    "sk-1234",
    "lm-studio",
    "not-needed-by-this-server",
    "no-key-required",
  ])
    it(`Z1 masks no word of an answer or a call for the placeholder ${key}`, async () => {
      const text = `Set the key to ${key} and run ${key} serve.`;
      const { output, steps } = await run(
        (nth) => (nth === 1 ? callsOf(["web_search", { query: key }]) : { events: streamed(text) }),
        {},
        key,
      );
      assert.equal(output, text);
      assert.deepEqual(steps[0]?.[0]?.tool_input, { query: key });
    });
});
