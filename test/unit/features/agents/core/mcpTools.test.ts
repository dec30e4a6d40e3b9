import assert from "node:assert/strict";
import { McpTools } from "../../../../../src/features/agents/core/mcpTools";

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
});
