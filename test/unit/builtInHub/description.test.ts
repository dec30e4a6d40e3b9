import assert from "node:assert/strict";
import { description, schema, type Schema } from "../../../src/contract/conformity";

const { paths, security, components, info, openapi } = description as {
  openapi: string;
  info: { version: string };
  paths: Record<string, object>;
  security: unknown;
  components: { securitySchemes: unknown };
};

/** Sections 2 and 4 of the service, field by field. */
const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  User: {
    string:
      "user_id email given_name family_name name nickname picture created_at updated_at last_login last_ip",
    boolean: "email_verified",
    integer: "logins_count",
    array: "identities",
    object: "user_metadata app_metadata",
  },
  Identity: {
    string: "access_token connection user_id provider",
    integer: "expires_in",
    boolean: "isSocial",
  },
  UserMetadata: {
    boolean: "message_me newsletter updates features follows_me mentions_me",
    array: "api_keys",
    object: "apps",
    integer: "tokens",
  },
  Expert: {
    integer: "id",
    string:
      "name description function_name function_description system_message profession locale createdAt updatedAt publishedAt",
    object: "apps",
    array: "expert_llm_models abilities",
  },
  Model: { integer: "id", string: "name identifier createdAt updatedAt publishedAt locale" },
  Ability: { integer: "id", string: "name text createdAt updatedAt publishedAt locale" },
  Message: { string: "role content" },
  Error: { integer: "error", string: "message about" },
  AgentRequest: {
    integer: "expert_id ability_id model_id",
    string: "session_id input_data user_id reasoning_effort",
    number: "temperature",
    array: "document_urls conversation_history pictures",
    object: "tool_config tool_activation",
  },
  Picture: { string: "type data" },
  ToolConfig: { integer: "web_search_max_results", array: "editor_tools" },
  ToolActivation: {
    boolean: "web_search computation_engine document_retriever workspace_connector",
  },
  AgentAnswer: { string: "input output", array: "chat_history intermediate_steps" },
  Step: { string: "tool log tool_call_id", object: "tool_input", array: "message_log" },
  MessageLogEntry: { string: "content", object: "additional_kwargs" },
  ToolCall: { integer: "index", string: "id type", object: "function" },
  LlmRequest: {
    integer: "expert_id model_id msx_tokens",
    string: "reasoning_effort",
    array: "input_data pictures",
    number: "temperature",
  },
};

describe("the description of the service", () => {
  it("is OpenAPI 3.1 of interface version 1.0.0 with the key in a header", () => {
    assert.equal(openapi, "3.1.0");
    assert.equal(info.version, "1.0.0");
    assert.deepEqual(security, [{ apiKey: [] }]);
    const { apiKey } = components.securitySchemes as { apiKey: Record<string, string> };
    assert.deepEqual(
      [apiKey["type"], apiKey["in"], apiKey["name"]],
      ["apiKey", "header", "svc-api-key"],
    );
  });

  it("has the four endpoints and no more", () => {
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    assert.deepEqual(operations, [
      "get /api/v1/get_user",
      "get /api/v1/get_expert/{id}",
      "get /api/v1/get_expert",
      "post /api/v1/invoke_agent",
      "post /api/v1/invoke_llm",
    ]);
  });

  for (const [name, byType] of Object.entries(fields)) {
    it(`has every field of ${name} with its type, and no other`, () => {
      const expected = Object.entries(byType).flatMap(([type, names]) =>
        names.split(" ").map((field) => [field, type]),
      );
      const described = Object.entries(schema(name).properties ?? {}).map(
        ([field, { $ref, type }]) => [field, $ref === undefined ? type : schema($ref).type],
      );
      assert.deepEqual(Object.fromEntries(described), Object.fromEntries(expected));
    });
  }

  it("explains every field in words", () => {
    const walk = (at: Schema & { description?: string }, path: string): void => {
      for (const [name, field] of Object.entries(at.properties ?? {})) {
        const { description: words } = (field.$ref === undefined ? field : schema(field.$ref)) as {
          description?: string;
        };
        assert.ok((words ?? "").length > 5, `${path}.${name}`);
        walk(field, `${path}.${name}`);
      }
    };
    for (const name of Object.keys(fields)) walk(schema(name), name);
  });
});
