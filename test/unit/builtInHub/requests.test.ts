import assert from "node:assert/strict";
import { schema } from "../../../src/contract/conformity";
import { hubUnderTest, post } from "./hubUnderTest";

const samples: Readonly<Record<string, unknown>> = {
  string: "text",
  integer: 1,
  number: 0.5,
  boolean: true,
  array: [],
  object: {},
};

describe("a request to the built-in hub", () => {
  const running = hubUnderTest();

  for (const [endpoint, name] of [
    ["invoke_agent", "AgentRequest"],
    ["invoke_llm", "LlmRequest"],
  ] as const) {
    const refusedFor = async (body: object) => {
      const response = await post(running.hub, `/api/v1/${endpoint}`, body);
      assert.equal(response.status, 400, JSON.stringify(body));
      return ((await response.json()) as { message: string }).message;
    };

    for (const [field, { type = "object" }] of Object.entries(schema(name).properties ?? {})) {
      it(`${endpoint} refuses ${field} where it is not ${type}, and names it`, async () => {
        const wrong = Object.entries(samples).filter(
          ([other]) => other !== type && !(type === "number" && other === "integer"),
        );
        for (const [, value] of [...wrong, ["null", null]]) {
          const message = await refusedFor({ expert_id: 1, [field]: value });
          assert.ok(message.startsWith(`${field} must be `), message);
        }
      });
    }

    it(`${endpoint} refuses an unknown field and a missing expert_id, and names them`, async () => {
      assert.match(await refusedFor({ expert_id: 1, max_tokens: 1 }), /^max_tokens is not a field/);
      assert.match(await refusedFor({}), /^expert_id is required/);
    });
  }

  it("invoke_agent refuses what is mistyped or unknown further in, and names the place", async () => {
    const cases: readonly (readonly [object, string])[] = [
      [{ tool_activation: { web_search: "yes" } }, "tool_activation.web_search must"],
      [{ tool_activation: { computation_engine: 1 } }, "tool_activation.computation_engine must"],
      [
        { tool_activation: { document_retriever: null } },
        "tool_activation.document_retriever must",
      ],
      [
        { tool_activation: { workspace_connector: [] } },
        "tool_activation.workspace_connector must",
      ],
      [{ tool_activation: { shell: true } }, "tool_activation.shell is not a field"],
      [{ tool_config: { web_search_max_results: 1.5 } }, "tool_config.web_search_max_results must"],
      [{ tool_config: { more: 1 } }, "tool_config.more is not a field"],
      [{ document_urls: [1] }, "document_urls[0] must"],
      [{ conversation_history: [{ role: 1, content: "" }] }, "conversation_history[0].role must"],
      [
        { conversation_history: [{ role: "user", content: "", name: "" }] },
        "conversation_history[0].name is not",
      ],
    ];
    for (const [body, problem] of cases) {
      const response = await post(running.hub, "/api/v1/invoke_agent", { expert_id: 1, ...body });
      assert.equal(response.status, 400);
      const { message } = (await response.json()) as { message: string };
      assert.ok(message.startsWith(problem), message);
    }
  });
});
