import assert from "node:assert/strict";
import { estimatedTokens } from "../../../../../src/contract/contextSize";
import type { CallerAnswer } from "../../../../../src/features/agents/core/callerQuestions";
import { maxResultTokens, McpTools } from "../../../../../src/features/agents/core/mcpTools";
import type { SavedExpert } from "../../../../../src/features/experts/core/roster";

describe("the tools for other programs", () => {
  const asked: unknown[] = [];
  const seven = { id: 7, expert: { id: 7, name: "Seven", abilities: [], expert_llm_models: [] } };
  const tools = new McpTools<string>({
    roster: { list: [seven], current: seven, get: (id) => (id === 7 ? seven : undefined) },
    ask: async (input, call) => {
      asked.push([input, call]);
      const answer = { output: "Fine.", intermediate_steps: [] };
      return { conversationId: "c", turn: { asked: { expertName: "Seven" } }, answer } as never;
    },
    explain: String,
  });

  it("say of none that asks an expert that it only reads", () => {
    assert.deepEqual(
      tools.list().map(({ name, title, annotations }) => ({ name, title, ...annotations })),
      [
        { name: "expertHub_askExpert", title: "Ask Expert", openWorldHint: true },
        { name: "expertHub_listExperts", title: "List Experts", readOnlyHint: true },
        { name: "expert_7_seven", title: "Seven", openWorldHint: true },
      ],
    );
  });

  it("need a question, and take an ability only where the expert has some", () => {
    const { properties, required } = tools.list()[2]!.inputSchema as Record<string, object>;
    assert.deepEqual(
      [Object.keys(properties!), required],
      [["question", "conversationId"], ["question"]],
    );
  });

  it("answer, ask for the expert that they name, and are none of any other name", async () => {
    const text = "Answer of Seven (conversationId: c):\n\nFine.";
    assert.deepEqual(await tools.call("expertHub_askExpert", { question: "Why?" }, "a"), { text });
    assert.deepEqual(await tools.call("expert_7", { question: "How?" }, "b"), { text });
    assert.deepEqual(await tools.call("expert_7_seven", "Where?", "c"), { text });
    assert.deepEqual(asked, [
      [{ question: "Why?" }, "a"],
      [{ question: "How?", expert: 7 }, "b"],
      ["Where?", "c"],
    ]);
    for (const name of ["expert_8_eight", "expert_77", "another", ""])
      assert.equal(await tools.call(name, { question: "Why?" }, "d"), undefined, name);
    assert.equal(asked.length, 3);
    const listed = { text: "- Seven (expert 7, current)" };
    assert.deepEqual(await tools.call("expertHub_listExperts", {}, "e"), listed);
  });
});

describe("the tool of one expert", () => {
  it("asks that expert, whatever the input names", async () => {
    const asked: unknown[] = [];
    const tools = new McpTools<undefined>({
      roster: { list: [], current: undefined, get: (id) => ({ id }) },
      ask: async (input) => {
        asked.push(input);
        throw new Error("declined");
      },
      explain: (error) => String(error),
    });
    const result = await tools.call("expert_7_x", { question: "Why?", expert: 8 }, undefined);
    assert.deepEqual(asked, [{ question: "Why?", expert: 7 }]);
    assert.deepEqual(result, { text: "Error: declined", isError: true });
  });

  it("fits what clients take: answers and the list of experts", async () => {
    const expert = { name: "Seven", description: "y".repeat(300), abilities: [] };
    const list = Array.from(
      { length: 2_000 },
      (_, id) => ({ id, expert }) as unknown as SavedExpert,
    );
    const tools = new McpTools<undefined>({
      roster: { list, current: list[1], get: (id) => list[id] },
      ask: async () =>
        ({
          conversationId: "c",
          turn: { asked: { expertName: "Seven" } },
          answer: { output: "数".repeat(100_000), intermediate_steps: [] },
        }) as unknown as CallerAnswer,
      explain: String,
    });
    for (const [name, note] of [
      ["expertHub_askExpert", /\n\n\[Cut to fit\. Missing here: the last \d+ of 100000 characters/],
      [
        "expertHub_listExperts",
        /^- Seven \(expert 1, current\).*\n[^]*\n\[Cut to fit\. Missing here: 1[78]\d\d of 2000 experts\.\]$/m,
      ],
    ] as const) {
      const { text = "" } = (await tools.call(name, { question: "Why?" }, undefined)) ?? {};
      assert.match(text, note);
      const tokens = estimatedTokens(text);
      assert.ok(tokens <= maxResultTokens && tokens > maxResultTokens - 300, `${name}: ${tokens}`);
    }
  });
});
