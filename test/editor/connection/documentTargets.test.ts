import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { BuiltInHubModule } from "../../../src/contract/builtInHubApi";
import type { ChatModel, ModelMessage } from "../../../src/contract/chatModel";
import { UserNetwork } from "../../../src/client/userNetwork";
import { extension } from "../support/hub";

const results = (messages: readonly ModelMessage[]) =>
  messages.flatMap((message) => (message.role === "tool" ? [message.content] : []));

/** Asks for one document, then says what it got. */
function modelThatReads(url: string, heard: string[]): ChatModel {
  return {
    key: "reader",
    name: "Reader",
    identifier: "reader",
    provider: "test",
    async complete({ messages }) {
      const [result] = results(messages);
      if (result !== undefined) heard.push(result);
      const given = JSON.stringify({ url });
      const calls = [{ id: "1", name: "document_retriever", arguments: given }];
      return { text: result ?? "", calls: result === undefined ? calls : [], ending: "complete" };
    },
  };
}

describe("the documents that a model reads in VS Code", () => {
  it("G8 are checked where VS Code connects, which it does in its own way", async () => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? "");
      response.end("canary");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // A name, since Node checks addresses before it connects.
    const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
    const heard: string[] = [];
    const file = path.join(extension().extensionPath, "dist", "builtInHub.cjs");
    const { startBuiltInHub } = (await import(file)) as BuiltInHubModule;
    const model = modelThatReads(url, heard);
    const { send } = new UserNetwork(
      () => ({}),
      () => undefined,
    );
    const hub = await startBuiltInHub({ key: "key-of-the-test", models: () => [model], send });
    try {
      const headers = { "svc-api-key": "key-of-the-test", "content-type": "application/json" };
      const found = await fetch(`${hub.baseUrl}/api/v1/get_expert/${hub.expertIds[0]}`, {
        headers,
      });
      const [expert] = (await found.json()) as [
        { expert_llm_models: { id: number; identifier: string }[] },
      ];
      const model_id = expert.expert_llm_models.find(
        ({ identifier }) => identifier === "reader",
      )?.id;
      const body = { expert_id: hub.expertIds[0], model_id, input_data: "x", document_urls: [url] };
      await fetch(`${hub.baseUrl}/api/v1/invoke_agent`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      assert.match(heard.join(), /^Error: localhost is not on the public internet/);
      assert.deepEqual(requests, []);
    } finally {
      await hub.close();
      server.close();
    }
  });
});
