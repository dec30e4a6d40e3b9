import assert from "node:assert/strict";
import { createHubClient, type HubClient } from "../../src/hub/client";
import type { AgentRequest, LlmRequest } from "../../src/hub/types";
import { createSend } from "../../src/hub/undiciSend";
import { description } from "../../src/localHub/description";
import { startLocalHub, type RunningHub } from "../../src/localHub/index";
import type { Send } from "../../src/hub/send";

const key = "KEY-of-the-contract";
const { schemas } = (
  description as { components: { schemas: Record<string, { properties: object }> } }
).components;
const fieldsOf = (name: string): string[] =>
  Object.keys(schemas[name]?.properties ?? {}).toSorted();

describe("the client and the hub's description", () => {
  let hub: RunningHub;
  let send: Send;
  let client: HubClient;

  before(async () => {
    hub = await startLocalHub({ key, faults: true, folder: "." });
    send = createSend({});
    client = createHubClient({
      send,
      baseUrl: hub.baseUrl,
      key: () => key,
      timeoutSeconds: () => 30,
    });
  });
  after(async () => {
    await send.close();
    await hub.close();
  });

  it("keep every field of an expert, its abilities and its models", async () => {
    const expert = await client.getExpert(1);
    assert.deepEqual(Object.keys(expert).toSorted(), fieldsOf("Expert"));
    assert.deepEqual(Object.keys(expert.abilities[0] ?? {}).toSorted(), fieldsOf("Ability"));
    assert.deepEqual(Object.keys(expert.expert_llm_models[0] ?? {}).toSorted(), fieldsOf("Model"));
  });

  it("keep of the user the allowed fields, and no secret", async () => {
    const user = await client.getUser();
    const dropped = new Set(["app_metadata", "email", "identities", "last_ip", "picture"]);
    assert.deepEqual(
      Object.keys(user).toSorted(),
      fieldsOf("User").filter((name) => !dropped.has(name)),
    );
    assert.deepEqual(
      Object.keys(user.user_metadata ?? {}).toSorted(),
      fieldsOf("UserMetadata").filter((name) => !["api_keys", "apps"].includes(name)),
    );
    for (const secret of Object.values(hub.canaries ?? {})) {
      assert.equal(JSON.stringify(user).includes(secret), false);
    }
  });

  it("know every field of a question, and the hub takes them all as they are sent", async () => {
    const request: Required<AgentRequest> = {
      expert_id: 2,
      ability_id: 21,
      model_id: 1,
      session_id: "session",
      input_data: "2 ** 10",
      temperature: 0.2,
      user_id: "user",
      document_urls: ["https://documents.example/one"],
      conversation_history: [{ role: "user", content: "before" }],
      tool_config: { web_search_max_results: 3 },
      tool_activation: {
        web_search: false,
        computation_engine: true,
        document_retriever: false,
        workspace_connector: false,
      },
    };
    assert.deepEqual(Object.keys(request).toSorted(), fieldsOf("AgentRequest"));
    const { value, bytes, elapsedMs } = await client.invokeAgent(request);
    assert.deepEqual(JSON.parse(hub.journal().at(-1)?.body ?? ""), request);
    assert.match(value.output, /1024/);
    assert.equal(value.input, "2 ** 10");
    assert.equal(value.chat_history?.[0]?.content, "before");
    assert.ok(bytes > 0 && elapsedMs > 0);
    const [step] = value.intermediate_steps[0] ?? [];
    assert.deepEqual(
      Object.keys(step ?? {})
        .filter((name) => name !== "raw")
        .toSorted(),
      fieldsOf("Step"),
    );
    assert.equal(
      typeof step?.message_log?.[0]?.additional_kwargs?.tool_calls?.[0]?.function?.arguments,
      "string",
    );
  });

  it("know every field of a question to a language model, msx_tokens so spelled", async () => {
    const request: Required<LlmRequest> = {
      expert_id: 2,
      model_id: 1,
      input_data: [{ role: "user", content: "6 * 7" }],
      temperature: 0,
      msx_tokens: 100,
    };
    assert.deepEqual(Object.keys(request).toSorted(), fieldsOf("LlmRequest"));
    const { value } = await client.invokeLlm(request);
    assert.deepEqual(JSON.parse(hub.journal().at(-1)?.body ?? ""), request);
    assert.match(value.output ?? "", /42/);
  });

  it("send the key in its header, and nothing that the service does not name", () => {
    const { headers = {} } = hub.journal().at(-1) ?? {};
    const named = Object.keys(headers).filter(
      (name) => !["host", "connection", "content-length"].includes(name),
    );
    assert.deepEqual(named.toSorted(), [
      "accept",
      "accept-encoding",
      "content-type",
      "svc-api-key",
    ]);
  });
});
