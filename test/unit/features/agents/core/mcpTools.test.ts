import assert from "node:assert/strict";
import { estimatedTokens } from "../../../../../src/contract/contextSize";
import type { CallerAnswer } from "../../../../../src/features/agents/core/callerQuestions";
import { maxResultTokens, McpTools } from "../../../../../src/features/agents/core/mcpTools";
import type { SavedExpert } from "../../../../../src/features/experts/core/roster";

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
