import assert from "node:assert/strict";
import { HubError } from "../../../../../src/contract/errors";
import { builtInHub } from "../../../../../src/features/connection/core/hub";
import { assertDestination } from "../../../../../src/features/asking/core/preparedQuestion";
import type { HubRequest } from "../../../../../src/features/conversation/core/question";

type Destination = Parameters<typeof assertDestination>[1];

const sent: HubRequest = {
  endpoint: "invoke_agent",
  body: {
    input_data: "Why?",
    expert_id: 7,
    ability_id: 3,
    model_id: 5,
    tool_activation: { web_search: true },
  },
};
const destination: Destination = {
  at: { hub: builtInHub, baseUrl: "", account: 0 },
  endpoint: "invoke_agent",
  expertId: 7,
  abilityId: 3,
  modelId: 5,
  tools: { web_search: true },
};

describe("A request that is not the one that was prepared", () => {
  it("Q11 passes where all that the question names is in it", () => {
    assert.doesNotThrow(() => assertDestination(sent, destination));
  });

  const others: Readonly<Record<string, Partial<Destination>>> = {
    endpoint: { endpoint: "invoke_llm" },
    expert: { expertId: 8 },
    ability: { abilityId: 4 },
    model: { modelId: 6 },
    "model, where the question names none,": { modelId: undefined },
    tool: { tools: { web_search: false } },
    "tool, where the question names none,": { tools: {} },
    "tool of VS Code": { editorTools: ["mcp_github_list"] },
  };
  for (const [name, other] of Object.entries(others))
    it(`Q11 is refused with another ${name} as a conflict`, () => {
      assert.throws(
        () => assertDestination(sent, { ...destination, ...other }),
        (error) => error instanceof HubError && error.kind === "conflict",
      );
    });
});
