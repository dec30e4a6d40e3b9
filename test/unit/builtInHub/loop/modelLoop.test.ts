import assert from "node:assert/strict";
import { bounds, type LoopParts, runLoop } from "../../../../src/builtInHub/loop/modelLoop";
import type { HubProgress } from "../../../../src/contract/progress";
import type { WireStep } from "../../../../src/builtInHub/tools/step";
import type { Tool } from "../../../../src/builtInHub/tools/tool";
import { ModelProblem } from "../../../../src/contract/chatModel";
import { callsOf, completion, type ModelReply, piece } from "../../../support/modelServer";
import { until } from "../../../support/until";
import { scriptedModels } from "../models/modelUnderTest";

const never = new AbortController().signal;
const messages = [{ role: "user" as const, content: "How much is it?" }];

/** A tool that repeats its query in capitals. */
const shout: Tool = {
  name: "computation_engine",
  description: "Repeats the query in capitals.",
  parameters: { type: "object", properties: { query: { type: "string" } } },
  run: async (given) => {
    const { query } = given as { query?: string };
    return (query ?? JSON.stringify(given)).toUpperCase();
  },
};

const call = (id: string) => ({
  id,
  function: { name: "computation_engine", arguments: "{}" },
});

describe("the loop of a model and its tools", () => {
  const scripted = scriptedModels();

  async function run(
    script: ModelReply | ((nth: number) => ModelReply),
    more: Partial<LoopParts> = {},
    signal = never,
  ) {
    const { model, server } = await scripted((_, nth) =>
      typeof script === "function" ? script(nth) : script,
    );
    const answer = await runLoop(
      { model, purpose: { by: "chat", kind: "model" }, messages, tools: [shout], ...more },
      signal,
    );
    return { ...answer, requests: server.requests };
  }

  it("answers without tools", async () => {
    const { output, steps, requests } = await run(completion({ content: "42" }));
    assert.deepEqual([output, steps, requests.length], ["42", [], 1]);
  });

  it("runs what the model calls, round by round, and gives the results back", async () => {
    const { output, steps, requests } = await run((nth) => {
      if (nth === 1) return callsOf(["computation_engine", { query: "a" }]);
      if (nth === 2)
        return callsOf(
          ["computation_engine", { query: "b" }],
          ["computation_engine", { query: "c" }],
        );
      if (nth === 3) return callsOf(["computation_engine", { query: "d" }]);
      return completion({ content: "done" });
    });
    assert.equal(output, "done");
    assert.deepEqual(
      steps.map((group) => group.map(({ tool_input }) => tool_input)),
      [[{ query: "a" }], [{ query: "b" }, { query: "c" }], [{ query: "d" }]],
    );
    assert.match(steps[0]?.[0]?.log ?? "", /Invoking computation_engine with \{"query":"a"\}\nA\n/);
    const given = requests[2]?.body.messages?.slice(-3);
    assert.deepEqual(
      given?.map(({ role, content, tool_call_id }) => [role, content, tool_call_id]),
      [
        ["assistant", "", undefined],
        ["tool", "B", "id-0"],
        ["tool", "C", "id-1"],
      ],
    );
  });

  it("keeps what the model wrote beside its calls in the step", async () => {
    const { steps } = await run((nth) =>
      nth === 1
        ? completion({
            content: "Let me see.",
            tool_calls: [
              { id: "x", function: { name: "computation_engine", arguments: '{"query":"a"}' } },
            ],
          })
        : completion({ content: "done" }),
    );
    assert.deepEqual(steps[0]?.[0]?.message_log, [
      {
        content: "Let me see.",
        additional_kwargs: {
          tool_calls: [
            {
              index: 0,
              id: "x",
              type: "function",
              function: { name: "computation_engine", arguments: '{"query":"a"}' },
            },
          ],
        },
      },
    ]);
  });

  const wrong: readonly (readonly [string, string, string, RegExp])[] = [
    [
      "an unknown tool",
      "delete_everything",
      "{}",
      /no tool "delete_everything"[^]*computation_engine/,
    ],
    ["broken arguments", "computation_engine", '{"query":', /not JSON/],
    ["no arguments", "computation_engine", "", /^\{\}$/],
    ["arguments encoded twice", "computation_engine", '"{\\"query\\":\\"a\\"}"', /^A$/],
  ];
  for (const [name, tool, given, result] of wrong) {
    it(`goes on after a call with ${name}`, async () => {
      const { output, steps, requests } = await run((nth) =>
        nth === 1
          ? completion({ tool_calls: [{ id: "x", function: { name: tool, arguments: given } }] })
          : completion({ content: "done" }),
      );
      assert.equal(output, "done");
      assert.equal(steps.length, 1);
      assert.match(String(requests[1]?.body.messages?.at(-1)?.content), result);
      const back = requests[1]?.body.messages?.at(-2)?.tool_calls as {
        function: { arguments: string };
      }[];
      assert.doesNotThrow(() => JSON.parse(back[0]?.function.arguments ?? ""));
    });
  }

  it("G4 ends a model that never stops calling, and says which limit it met", async () => {
    const { output, steps, requests } = await run(
      callsOf(["computation_engine", { query: "again" }]),
    );
    assert.equal(steps.length, bounds.rounds);
    assert.equal(requests.length, bounds.rounds + 1);
    // A server may refuse calls and results without tools, and a user who speaks after a tool.
    const { tools, tool_choice: choice, messages: last = [] } = requests.at(-1)?.body ?? {};
    assert.deepEqual([tools?.length, choice, last.at(-1)?.role], [1, "none", "tool"]);
    assert.match(String(last.at(-1)?.content), /^AGAIN\n\nNo more tools can be called/);
    assert.match(output, /empty answer[^]*8 rounds of tool calls/);
  });

  it("G4 runs no more calls than its limit, and lets the model answer with what it has", async () => {
    const many = Array.from(
      { length: 20 },
      (_, at) => ["computation_engine", { query: `${at}` }] as const,
    );
    const { output, steps } = await run((nth) =>
      nth < 3 ? callsOf(...(many as [string, unknown][])) : completion({ content: "So much." }),
    );
    assert.equal(steps.flat().length, bounds.calls);
    assert.match(output, /^So much\.[^]*32 tool calls/);
  });

  it("G4 cuts a result that is too long for a model", async () => {
    const long = { ...shout, run: async () => "x".repeat(bounds.resultCharacters * 2) };
    const { requests } = await run(
      (nth) => (nth === 1 ? callsOf(["computation_engine", {}]) : completion({ content: "done" })),
      { tools: [long] },
    );
    const result = String(requests[1]?.body.messages?.at(-1)?.content);
    assert.ok(result.length < bounds.resultCharacters + 200);
    assert.match(result, /cut off/);
    const fitting = { ...shout, run: async () => "x".repeat(bounds.resultCharacters) };
    const { steps } = await run(
      (nth) => (nth === 1 ? callsOf(["computation_engine", {}]) : completion({ content: "done" })),
      { tools: [fitting] },
    );
    assert.doesNotMatch(steps[0]?.[0]?.log ?? "", /cut off/);
  });

  it("G4 ends at its deadline with what there is", async () => {
    const { output, steps } = await run(
      (nth) =>
        nth === 1
          ? callsOf(["computation_engine", { query: "a" }])
          : { events: [piece({ content: "It is" })], hang: true },
      { deadlineMs: 1500 },
    );
    assert.equal(steps.length, 1);
    assert.match(output, /^It is\n\n\*\*scripted did not finish in time/);
  });

  it("asks a model that cannot call tools again without them, and says so", async () => {
    const { output, requests } = await run((nth) =>
      nth === 1
        ? { status: 400, body: { error: { message: "scripted does not support tools" } } }
        : completion({ content: "42" }),
    );
    assert.equal("tools" in (requests[1]?.body ?? {}), false);
    assert.match(output, /^42\n\n\*scripted cannot call tools/);
  });

  it("says that an answer was cut off by the limit of tokens", async () => {
    assert.match(
      (await run(completion({ content: "4" }, "length"))).output,
      /^4\n\n.*limit of tokens/,
    );
  });

  for (const [name, reply, kind] of [
    ["an empty answer", completion({ content: "" }), "bad-answer"],
    ["a filtered answer", completion({ content: null }, "content_filter"), "refused"],
  ] as const) {
    it(`reports ${name}`, async () => {
      await assert.rejects(run(reply), { name: "ModelProblem", kind });
    });
  }

  it("keeps the steps and the text if the model fails in the middle", async () => {
    const { output, steps } = await run((nth) =>
      nth === 1
        ? callsOf(["computation_engine", { query: "a" }])
        : { events: [piece({ content: "It is" }), { error: { message: "Out of memory" } }] },
    );
    assert.equal(steps.length, 1);
    assert.match(output, /^It is\n\n\*\*.*Out of memory/);
  });

  it("Z1 keeps the text of earlier rounds if the model fails later", async () => {
    const { output } = await run((nth) =>
      nth === 1
        ? completion({
            content: "Let me see.",
            tool_calls: [{ id: "x", function: { name: "computation_engine", arguments: "{}" } }],
          })
        : { status: 500, body: {} },
    );
    assert.match(output, /^Let me see\.\n\n\*\*127\.0\.0\.1:\d+ failed/);
  });

  it("keeps the text of a round with the first of its calls only", async () => {
    const { steps } = await run((nth) =>
      nth === 1
        ? completion({ content: "Let me see.", tool_calls: [call("a"), call("b")] })
        : completion({ content: "done" }),
    );
    assert.deepEqual(
      steps[0]?.map(({ message_log }) => message_log?.[0]?.content),
      ["Let me see.", ""],
    );
  });

  it("stops at once", async () => {
    const stop = new AbortController();
    const heard: HubProgress<WireStep>[] = [];
    const running = run(
      { events: [piece({ content: "4" })], hang: true },
      { onProgress: (progress) => heard.push(progress) },
      stop.signal,
    );
    await until("text arrives", () => heard.some(({ kind }) => kind === "text"));
    stop.abort(new Error("stopped"));
    await assert.rejects(running, /stopped/);
  });

  it("stops at once also where it has a deadline", async () => {
    const stop = new AbortController();
    const running = run(
      { events: [piece({ content: "4" })], hang: true },
      { deadlineMs: 60_000, onProgress: ({ kind }) => kind === "text" && stop.abort() },
      stop.signal,
    );
    await assert.rejects(running, { name: "AbortError" });
  });

  it("goes no further after a tool that did not notice the stop", async () => {
    const stop = new AbortController();
    const heard: HubProgress<WireStep>["kind"][] = [];
    const slow = {
      ...shout,
      run: async () => {
        stop.abort();
        return "done all the same";
      },
    };
    const running = run(
      callsOf(["computation_engine", {}]),
      { tools: [slow], onProgress: ({ kind }) => heard.push(kind) },
      stop.signal,
    );
    await assert.rejects(running, { name: "AbortError" });
    assert.deepEqual(heard, ["text", "calls"]);
  });

  it("tells its progress in order", async () => {
    const heard: HubProgress<WireStep>[] = [];
    const { steps } = await run(
      (nth) =>
        nth === 1
          ? callsOf(["computation_engine", { query: "a" }])
          : { events: [piece({ content: "4" }), piece({ content: "2" }, "stop")] },
      { onProgress: (progress) => heard.push(progress) },
    );
    assert.deepEqual(heard, [
      { kind: "text", text: "" },
      { kind: "calls", calls: ["computation_engine"] },
      { kind: "steps", steps: steps[0] },
      { kind: "text", text: "" },
      { kind: "text", text: "4" },
      { kind: "text", text: "42" },
    ]);
  });

  it("passes on a problem of the model that did nothing yet", async () => {
    await assert.rejects(
      run({ status: 401, body: {} }),
      (error: unknown) => ModelProblem.is(error) && error.kind === "bad-key",
    );
  });
});
