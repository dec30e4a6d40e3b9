import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { description, schema } from "../../src/contract/conformity";
import { startBuiltInHub, type RunningHub } from "../../src/builtInHub/index";
import { echoModel } from "../support/echoModel";
import { agentRequest, folders, key, llmRequest } from "./contractHub";

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: { "date-time": isTime, uri: URL.canParse, int32: Number.isInteger },
});
ajv.addSchema(description, "hub");

interface Operation {
  responses: Record<string, unknown>;
}
const { paths } = description as { paths: Record<string, Record<string, Operation>> };

describe("every answer of the running hub", () => {
  let hub: RunningHub;

  before(async () => {
    hub = await startBuiltInHub({ key, folders, models: () => [echoModel] });
  });
  after(() => hub.close());

  const send = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(hub.baseUrl + path, {
      headers: {
        "svc-api-key": key,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    });

  it("get_user keeps the description, every field given", async () => {
    const { body } = await conforms("/api/v1/get_user", "get", await send("/api/v1/get_user"));
    const [{ user } = { user: {} }] = body as {
      user: { user_metadata?: object; identities?: object[] };
    }[];
    assert.deepEqual(Object.keys(user).toSorted(), names("User"));
    assert.deepEqual(Object.keys(user.user_metadata ?? {}).toSorted(), names("UserMetadata"));
    assert.deepEqual(Object.keys(user.identities?.[0] ?? {}).toSorted(), names("Identity"));
  });

  it("get_expert keeps the description by path and by query, every field given", async () => {
    for (const id of hub.expertIds) {
      const byPath = await conforms(
        "/api/v1/get_expert/{id}",
        "get",
        await send(`/api/v1/get_expert/${id}`),
      );
      const byQuery = await conforms(
        "/api/v1/get_expert",
        "get",
        await send(`/api/v1/get_expert?id=${id}`),
      );
      assert.deepEqual(byPath.body, byQuery.body);
      const [expert] = byPath.body as [{ abilities: object[]; expert_llm_models: object[] }];
      assert.deepEqual(Object.keys(expert).toSorted(), names("Expert"));
      for (const ability of expert.abilities)
        assert.deepEqual(Object.keys(ability).toSorted(), names("Ability"));
      for (const model of expert.expert_llm_models)
        assert.deepEqual(Object.keys(model).toSorted(), names("Model"));
    }
  });

  it("invoke_agent keeps the description with every field of the request set", async () => {
    assert.deepEqual(Object.keys(agentRequest).toSorted(), names("AgentRequest"));
    const { body } = await conforms(
      "/api/v1/invoke_agent",
      "post",
      await send("/api/v1/invoke_agent", agentRequest),
    );
    assert.deepEqual(Object.keys(body as object).toSorted(), names("AgentAnswer"));
    const [[step] = []] = (body as { intermediate_steps: object[][] }).intermediate_steps;
    assert.deepEqual(Object.keys(step ?? {}).toSorted(), names("Step"));
  });

  it("invoke_llm keeps the description", async () => {
    assert.deepEqual(Object.keys(llmRequest).toSorted(), names("LlmRequest"));
    const answer = await send("/api/v1/invoke_llm", llmRequest);
    assert.equal((await conforms("/api/v1/invoke_llm", "post", answer)).status, 200);
  });

  const failures: readonly (readonly [
    number,
    string,
    string,
    string,
    unknown?,
    Record<string, string>?,
  ])[] = [
    [400, "/api/v1/get_user", "get", "/api/v1/get_user?x=1"],
    [400, "/api/v1/get_expert", "get", "/api/v1/get_expert"],
    [401, "/api/v1/get_user", "get", "/api/v1/get_user", undefined, { "svc-api-key": "wrong" }],
    [
      403,
      "/api/v1/get_user",
      "get",
      "/api/v1/get_user",
      undefined,
      { origin: "https://page.example" },
    ],
    [404, "/api/v1/get_expert/{id}", "get", "/api/v1/get_expert/77"],
    [404, "/api/v1/invoke_agent", "post", "/api/v1/invoke_agent", { expert_id: 77 }],
    [405, "/api/v1/invoke_agent", "post", "/api/v1/invoke_agent"],
    [413, "/api/v1/invoke_agent", "post", "/api/v1/invoke_agent", " ".repeat(10 * 1024 * 1024 + 1)],
    [
      415,
      "/api/v1/invoke_agent",
      "post",
      "/api/v1/invoke_agent",
      {},
      { "content-type": "text/plain" },
    ],
    [422, "/api/v1/invoke_agent", "post", "/api/v1/invoke_agent", { expert_id: 1, ability_id: 99 }],
    [422, "/api/v1/invoke_llm", "post", "/api/v1/invoke_llm", { expert_id: 1, model_id: 99 }],
    [501, "/api/v1/invoke_llm", "post", "/api/v1/invoke_llm", { expert_id: 5 }],
  ];
  for (const [status, described, method, path, body, headers] of failures) {
    it(`${path.slice(0, 40)} keeps the description of the Error body under ${status}`, async () => {
      const given = await conforms(described, method, await send(path, body, headers));
      assert.equal(given.status, status);
      assert.equal((given.body as { error: number }).error, status);
    });
  }

  it("a refusal for too many requests keeps the description", async () => {
    const strict = await startBuiltInHub({ key, maxRequestsPerMinute: 0 });
    const response = await fetch(`${strict.baseUrl}/api/v1/get_user`);
    const { status } = await conforms("/api/v1/get_user", "get", response);
    await strict.close();
    assert.equal(status, 429);
  });
});

function names(schemaName: string): string[] {
  return Object.keys(schema(schemaName).properties ?? {}).toSorted();
}

function isTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Checks an answer against the description of its path and status. */
async function conforms(described: string, method: string, response: Response) {
  const operation = paths[described]?.[method];
  assert.ok(operation);
  const status = String(response.status);
  const at = Object.hasOwn(operation.responses, status) ? status : "default";
  const { $ref } = operation.responses[at] as { $ref?: string };
  const home = $ref?.slice(2).split("/") ?? ["paths", described, method, "responses", at];
  const validate = ajv.getSchema(pointer([...home, "content", "application/json", "schema"]));
  assert.ok(validate, `${described} ${at}`);
  const body: unknown = await response.json();
  assert.ok(validate(body), JSON.stringify(validate.errors));
  return { status: response.status, body };
}

function pointer(parts: readonly string[]): string {
  const escaped = parts.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"));
  return `hub#/${escaped.map(encodeURIComponent).join("/")}`;
}
