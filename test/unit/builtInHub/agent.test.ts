import assert from "node:assert/strict";
import type { Expert } from "../../../src/hub/types";
import { ask, get, hubUnderTest, invoke, post } from "./hubUnderTest";

const block = (letters: string) => ({
  role: "assistant",
  content: `Here:\n\n\`\`\`text\n${[...letters].join("\n")}\n\`\`\``,
});

describe("an agent of the built-in hub", () => {
  const running = hubUnderTest();

  it("has experts of three abilities or more, each described in words", async () => {
    for (const id of running.hub.expertIds) {
      const [expert] = (await (await get(running.hub, `/api/v1/get_expert/${id}`)).json()) as [
        Expert,
      ];
      assert.equal(expert.id, id);
      assert.ok(expert.abilities.length >= 3);
      assert.deepEqual(
        expert.expert_llm_models.map(({ identifier }) => identifier),
        ["local/tools-only", "local/tools-only-brief"],
      );
      for (const { text } of expert.abilities) assert.ok((text ?? "").length > 40);
    }
  });

  it("echoes the input and returns the history with this exchange", async () => {
    const history = [
      { role: "human", content: "before" },
      { role: "ai", content: "answered" },
    ];
    const answer = await invoke(running.hub, {
      expert_id: 2,
      input_data: "1 + 1",
      conversation_history: history,
    });
    assert.equal(answer.input, "1 + 1");
    assert.deepEqual(answer.chat_history, [
      ...history,
      { role: "user", content: "1 + 1" },
      { role: "assistant", content: answer.output },
    ]);
  });

  it("records a real step with its tool call", async () => {
    const { intermediate_steps } = await invoke(running.hub, { expert_id: 2, input_data: "6 * 7" });
    assert.equal(intermediate_steps.length, 1);
    const step = intermediate_steps[0]?.[0];
    assert.equal(step?.tool, "computation_engine");
    assert.deepEqual(step.tool_input, { query: "6 * 7" });
    assert.match(step.log, /^Invoking computation_engine with \{"query":"6 \* 7"\}\n42\n$/);
    const call = step.message_log[0]?.additional_kwargs.tool_calls[0];
    assert.deepEqual(call, {
      index: 0,
      id: step.tool_call_id,
      type: "function",
      function: { name: "computation_engine", arguments: '{"query":"6 * 7"}' },
    });
  });

  it("keeps the steps of one calculation together", async () => {
    const { intermediate_steps } = await invoke(running.hub, {
      expert_id: 2,
      input_data: "a = 3 m\nb = 4 m\nsqrt(a^2 + b^2)",
    });
    assert.deepEqual(
      intermediate_steps.map((group) => group.length),
      [3],
    );
  });

  it("gives every tool call its own id", async () => {
    const { intermediate_steps } = await invoke(running.hub, {
      expert_id: 2,
      input_data: "1 + 1\n1 + 1",
    });
    const ids = intermediate_steps.flat().map(({ tool_call_id }) => tool_call_id);
    assert.equal(new Set(ids).size, 2);
  });

  it("does not use a tool that is switched off, and says so", async () => {
    const answer = await invoke(running.hub, {
      expert_id: 2,
      input_data: "1 + 1",
      tool_activation: { computation_engine: false },
    });
    assert.deepEqual(answer.intermediate_steps, []);
    assert.match(answer.output, /computation_engine` is switched off/);
  });

  it("says which tools were not used, without a step for them", async () => {
    const answer = await invoke(running.hub, {
      expert_id: 4,
      input_data: "user id to snake_case",
      tool_activation: { web_search: true, document_retriever: true },
      tool_config: { web_search_max_results: 3 },
      document_urls: ["https://example.com/a"],
    });
    assert.match(answer.output, /`web_search` needs a language model and was not used/);
    assert.match(answer.output, /`document_retriever` needs a language model and was not used/);
    assert.match(answer.output, /1 document address was not read/);
    assert.deepEqual(answer.intermediate_steps, []);
  });

  it("says below every answer which ability gave it, and that no model did", async () => {
    for (const id of running.hub.expertIds) {
      for (const model_id of [1, 2]) {
        assert.match(
          await ask(running.hub, id, "1 + 1", { model_id }),
          /\*Answered by Calculate with units \(Engineer's Calculator\), without a language model\.\*$/,
        );
      }
    }
  });

  it("does not repeat that note while the ability stays the same", async () => {
    const history: { role: string; content: string }[] = [];
    const notes: string[] = [];
    for (const input_data of ["1 + 1", "2 + 2", "user id to snake_case", "3 + 3"]) {
      const { output } = await invoke(running.hub, {
        expert_id: 5,
        input_data,
        conversation_history: history,
      });
      history.push({ role: "user", content: input_data }, { role: "assistant", content: output });
      notes.push(/\*Answered by ([^(]+) \(/.exec(output)?.[1] ?? "");
    }
    const [first, , third] = notes;
    assert.ok(first && third && first !== third);
    assert.deepEqual(notes, [first, "", third, first]);
  });

  it("tells what it can do where nothing is asked", async () => {
    for (const input of ["", "  ", "help", "what can you do?"]) {
      assert.match(await ask(running.hub, 3, input), /\*\*Timestamps\*\*/);
    }
    assert.match((await invoke(running.hub, { expert_id: 1 })).output, /I am Code Reader/);
  });

  it("answers more briefly with the brief model", async () => {
    const long = await ask(running.hub, 2, "0xFF", { model_id: 1 });
    const brief = await ask(running.hub, 2, "0xFF", { model_id: 2 });
    assert.ok(brief.length < long.length / 2);
    assert.match(brief, /255/);
  });

  it("remembers the last result of a session, and of no other", async () => {
    await ask(running.hub, 2, "6 * 7", { session_id: "one" });
    assert.match(await ask(running.hub, 2, "ans / 2", { session_id: "one" }), /\b21\b/);
    assert.match(
      await ask(running.hub, 2, "ans / 2", { session_id: "two" }),
      /Undefined symbol ans/,
    );
    assert.match(await ask(running.hub, 2, "ans / 2"), /Undefined symbol ans/);
  });

  it("answers 404 for an unknown expert, 422 for an ability or model of another", async () => {
    const cases: readonly (readonly [object, number, RegExp])[] = [
      [{ expert_id: 99 }, 404, /no expert 99/],
      [{ expert_id: 1, ability_id: 21 }, 422, /^ability_id 21/],
      [{ expert_id: 1, model_id: 9 }, 422, /^model_id 9/],
    ];
    for (const [body, status, message] of cases) {
      const response = await post(running.hub, "/api/v1/invoke_agent", body);
      assert.equal(response.status, status);
      assert.match(((await response.json()) as { message: string }).message, message);
    }
  });

  it("answers invoke_llm from the last message of the user", async () => {
    const response = await post(running.hub, "/api/v1/invoke_llm", {
      expert_id: 2,
      model_id: 2,
      input_data: [
        { role: "system", content: "Be exact." },
        { role: "user", content: "3 mi to km" },
        { role: "assistant", content: "?" },
      ],
      temperature: 0,
      msx_tokens: 100,
    });
    const { output } = (await response.json()) as { output: string };
    assert.match(output, /4\.828032 km/);
    assert.match(output, /without a language model/);
  });

  it("takes for the history of invoke_llm what comes before that message", async () => {
    const response = await post(running.hub, "/api/v1/invoke_llm", {
      expert_id: 4,
      input_data: [
        block("acb"),
        { role: "user", content: "sort descending" },
        block("xy"),
        block("z"),
      ],
    });
    assert.match(((await response.json()) as { output: string }).output, /```text\nc\nb\na\n```/);
  });

  it("gives up on a text that takes too long, and says so", async () => {
    const response = await post(running.hub, "/api/v1/invoke_agent", {
      expert_id: 1,
      ability_id: 12,
      input_data: "function f() {\n".repeat(60_000),
    });
    assert.match(
      ((await response.json()) as { output: string }).output,
      /too long or too intricate/,
    );
  });

  it("works on the block of the answer before where nothing is attached", async () => {
    const output = await ask(running.hub, 4, "sort descending", {
      conversation_history: [
        { role: "user", content: "list them" },
        { role: "assistant", content: "Here:\n\n```text\na\nc\nb\n```" },
      ],
    });
    assert.match(output, /```text\nc\nb\na\n```/);
  });
});
