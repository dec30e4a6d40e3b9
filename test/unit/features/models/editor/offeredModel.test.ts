import assert from "node:assert/strict";
import { createSend } from "../../../../../src/client/undiciSend";
import * as builtInHub from "../../../../../src/builtInHub/index";
import { type ModelChoice, modelIdOf } from "../../../../../src/features/models/core/chosenModels";
import { noExtras } from "../../../../../src/contract/addressExtras";
import { offered } from "../../../../../src/features/models/editor/offeredModel";
import { noPolicy, Policy } from "../../../../../src/policy/policy";
import { workbench } from "../../../../support/builtInExperts";
import { callsOf, completion, startModelServer } from "../../../../support/modelServer";
import { atEnd, clientOf, closeAll } from "../../../client/hubFixture";

describe("a model that the user chose", () => {
  afterEach(closeAll);

  it("Q11 has all rounds of an answer with one key, and the next answer with the one of then", async () => {
    let key = "KEY-CANARY-first";
    const server = await startModelServer((_, nth) => {
      key = "KEY-CANARY-second";
      return nth === 1
        ? callsOf(["computation_engine", { expressions: ["1 + 1"] }])
        : completion({ content: "Fine." });
    });
    const send = createSend({}, () => undefined);
    const choice: ModelChoice = { kind: "address", address: server.base, identifier: "scripted" };
    const parts = {
      network: { send },
      modelKeys: { get: async () => key },
      extras: { get: async () => noExtras },
      contexts: { of: () => undefined },
      activity: { sent: () => undefined },
      policy: noPolicy,
    } as unknown as Parameters<typeof offered>[1];
    const hub = await builtInHub.startBuiltInHub({
      key: "KEY-CANARY-hub",
      models: () => [offered(choice, parts)],
    });
    atEnd(async () => {
      await hub.close();
      await send.close();
      await server.close();
    });
    const { client } = clientOf(hub.baseUrl, { key: () => "KEY-CANARY-hub" });
    const question = { expert_id: workbench, model_id: modelIdOf(choice), input_data: "Why?" };
    for (const _ of [1, 2]) await client.invokeAgent(question);
    assert.deepEqual(
      server.requests.map(({ headers }) => headers.authorization),
      ["first", "first", "second"].map((name) => `Bearer KEY-CANARY-${name}`),
    );
  });

  it("of VS Code counts messages and tools together towards the size that the organisation allows", async () => {
    const choice: ModelChoice = {
      kind: "editor",
      vendor: "copilot",
      id: "gpt",
      name: "GPT",
      provider: "Copilot",
    };
    const parts = {
      contexts: { of: () => undefined },
      policy: { current: new Policy({ maxRequestBytes: 1000 }) },
    } as unknown as Parameters<typeof offered>[1];
    const words = "x".repeat(600);
    const request = {
      messages: [{ role: "user", content: words }],
      tools: [{ name: "lookup", description: words, parameters: {} }],
    };
    const model = offered(choice, parts);
    assert.ok("complete" in model);
    const { signal } = new AbortController();
    await assert.rejects(
      async () => model.complete(request as never, signal),
      /a request may have .* at most, and this one has/,
    );
  });
});
