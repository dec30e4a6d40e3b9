import assert from "node:assert/strict";
import { description } from "../../src/contract/conformity";
import { agentRequest, key, llmRequest, startFixture, type Fixture } from "./contractHub";

const { schemas } = (
  description as { components: { schemas: Record<string, { properties: object }> } }
).components;
const fieldsOf = (name: string): string[] =>
  Object.keys(schemas[name]?.properties ?? {}).toSorted();

describe("the client and the hub's description", () => {
  let fixture: Fixture;
  let hub: Fixture["hub"];
  let client: Fixture["client"];

  before(async () => {
    fixture = await startFixture();
    ({ hub, client } = fixture);
  });
  after(() => fixture.close());

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
    const headers = { "svc-api-key": key };
    const sent = await (await fetch(`${hub.baseUrl}/api/v1/get_user`, { headers })).text();
    const secrets = Object.values(hub.canaries);
    assert.equal(secrets.length, 4);
    for (const secret of secrets) {
      assert.ok(sent.includes(secret));
      assert.equal(JSON.stringify(user).includes(secret), false);
    }
  });

  it("know every field of a question, and the hub takes them all as they are sent", async () => {
    assert.deepEqual(Object.keys(agentRequest).toSorted(), fieldsOf("AgentRequest"));
    const { value, raw, bytes, elapsedMs } = await client.invokeAgent(agentRequest);
    assert.deepEqual(JSON.parse(hub.journal().at(-1)?.body ?? ""), agentRequest);
    assert.match(value.output, /contractHub\.ts/);
    const { input, chat_history: history } = raw as Record<string, unknown>;
    assert.deepEqual(
      [input, history],
      ["Not kept: it repeats the question.", "Not kept: it repeats the conversation."],
    );
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
    assert.deepEqual(Object.keys(llmRequest).toSorted(), fieldsOf("LlmRequest"));
    const { value } = await client.invokeLlm(llmRequest);
    assert.deepEqual(JSON.parse(hub.journal().at(-1)?.body ?? ""), llmRequest);
    assert.equal(value.output, "6 * 7");
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
