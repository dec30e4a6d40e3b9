import assert from "node:assert/strict";
import type { Expert } from "../../../../src/contract/types";
import { startBuiltInHub } from "../../../../src/builtInHub/index";
import { useMessages } from "../../../../src/kit/l10n";
import { ask, get, hubUnderTest, invoke, key, post } from "../hubUnderTest";

describe("an agent of the built-in hub", () => {
  const running = hubUnderTest();

  it("has experts whose abilities are each described in words", async () => {
    for (const id of running.hub.expertIds) {
      const [expert] = (await (await get(running.hub, `/api/v1/get_expert/${id}`)).json()) as [
        Expert,
      ];
      assert.equal(expert.id, id);
      assert.ok(expert.abilities.length >= 1);
      assert.deepEqual(
        expert.expert_llm_models.map(({ identifier }) => identifier),
        ["local/tools-only"],
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
      expert_id: 5,
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
    const { intermediate_steps } = await invoke(running.hub, { expert_id: 5, input_data: "6 * 7" });
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

  it("does not use a tool that is switched off, and says so", async () => {
    const answer = await invoke(running.hub, {
      expert_id: 5,
      input_data: "1 + 1",
      tool_activation: { computation_engine: false },
    });
    assert.deepEqual(answer.intermediate_steps, []);
    assert.match(answer.output, /computation_engine` is switched off/);
  });

  it("says which tools were not used, without a step for them", async () => {
    const answer = await invoke(running.hub, {
      expert_id: 5,
      input_data: "to snake_case: user id",
      tool_activation: { web_search: true, document_retriever: true },
      tool_config: { web_search_max_results: 3 },
      document_urls: ["https://example.com/a"],
    });
    assert.match(answer.output, /`web_search` needs a language model and was not used/);
    assert.match(answer.output, /`document_retriever` needs a language model and was not used/);
    assert.match(
      answer.output,
      /Reading document addresses needs a language model; none of 1 was read\./,
    );
    assert.deepEqual(answer.intermediate_steps, []);
  });

  it("says below every answer which ability gave it, and that no model did", async () => {
    for (const id of running.hub.expertIds) {
      assert.match(
        await ask(running.hub, id, "1 + 1", { model_id: 1 }),
        /\*Answered by Calculate, without a language model\.\*$/,
      );
    }
  });

  it("does not repeat that note while the ability stays the same", async () => {
    const history: { role: string; content: string }[] = [];
    const notes: string[] = [];
    for (const input_data of ["1 + 1", "2 + 2", "to snake_case: user id", "3 + 3"]) {
      const { output } = await invoke(running.hub, {
        expert_id: 5,
        input_data,
        conversation_history: history,
      });
      history.push({ role: "user", content: input_data }, { role: "assistant", content: output });
      notes.push(/\*Answered by ([^,]+),/.exec(output)?.[1] ?? "");
    }
    const [first, , third] = notes;
    assert.ok(first && third && first !== third);
    assert.deepEqual(notes, [first, "", third, first]);
  });

  it("tells what it can do where nothing is asked", async () => {
    for (const input of ["", "  ", "help", "what can you do?"]) {
      assert.match(await ask(running.hub, 5, input), /\*\*Time\*\*/);
    }
    assert.match((await invoke(running.hub, { expert_id: 1 })).output, /This is Code Reader/);
  });

  it("answers without a model, also where the tools are named as one", async () => {
    for (const more of [{}, { model_id: 1 }])
      assert.match(await ask(running.hub, 5, "1 GB in MiB", more), /953\.67431640625 MiB/);
  });

  it("remembers the last result of a session, and of no other", async () => {
    await ask(running.hub, 5, "6 * 7", { session_id: "one" });
    assert.match(await ask(running.hub, 5, "ans / 2", { session_id: "one" }), /\b21\b/);
    for (const more of [{ session_id: "two" }, {}])
      await assert.rejects(ask(running.hub, 5, "ans / 2", more), /501: .*no earlier result/);
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
      expert_id: 5,
      model_id: 1,
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

  it("refuses in words what needs a language model, and names the nearest form", async () => {
    for (const [input_data, message] of [
      ["Why is the sky blue?", /^This question needs a language model, and none is chosen\.$/],
      [
        "15% of 80, roughly",
        /none is chosen\. Without one, this form is answered: 15% of 249\.99$/,
      ],
      ["1/0", /^Division by zero has no result\.$/],
    ] as const) {
      const response = await post(running.hub, "/api/v1/invoke_agent", {
        expert_id: 5,
        input_data,
      });
      assert.equal(response.status, 501);
      assert.match(((await response.json()) as { message: string }).message, message);
    }
  });

  it("answers an ability that is named with its own forms only", async () => {
    const more = { ability_id: 21 };
    assert.match(await ask(running.hub, 5, "1 + 1", more), /\b2\b/);
    await assert.rejects(ask(running.hub, 5, "1767225600 in UTC", more), /501: /);
  });

  it("answers in the language that it is given, in English forms", async () => {
    const german = await startBuiltInHub({
      key,
      messages: {
        Calculate: "Rechnen",
        "Takes any question": "Nimmt jede Frage an",
        "Answered by {0}, without a language model.": "Beantwortet von {0}, ohne Sprachmodell.",
      },
    });
    try {
      assert.match(
        await ask(german, 5, "1 + 1"),
        /\*Beantwortet von Rechnen, ohne Sprachmodell\.\*$/,
      );
      const [expert] = (await (await get(german, "/api/v1/get_expert/5")).json()) as [Expert];
      assert.equal(expert.abilities[0]?.name, "Rechnen");
      assert.equal(expert.function_name, "Nimmt jede Frage an");
    } finally {
      useMessages({});
      await german.close();
    }
  });
});
