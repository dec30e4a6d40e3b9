import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { modelIdOf, type ModelChoice } from "../../../src/features/models/core/chosenModels";
import { buildHubAndExperts } from "../../../src/hubAndExperts";
import { FileStore } from "../../../src/platform/editor/fileStore";
import { ChannelLog } from "../../../src/platform/editor/log";
import type { Disposable } from "../../../src/kit/disposable";
import { callsOf, completion, startModelServer } from "../../support/modelServer";
import { extension } from "../support/hub";

const setting = async (value: string | undefined): Promise<void> =>
  vscode.workspace
    .getConfiguration("expertHub")
    .update("searchAddress", value, vscode.ConfigurationTarget.Global);

describe("the web search of the built-in hub in VS Code", () => {
  const owned: Disposable[] = [];
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "expert-hub-search-"));
  });
  after(async () => {
    await setting(undefined);
    for (const one of owned.toReversed()) one.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it("is offered to a model where the user's setting has an address, and asks there", async () => {
    const asked: string[] = [];
    const search = createServer((request, response) => {
      asked.push(request.url ?? "");
      const results = [{ title: "Found", url: "https://example.org/", content: "A snippet" }];
      response.end(JSON.stringify({ results }));
    });
    await new Promise<void>((resolve) => search.listen(0, "127.0.0.1", resolve));
    const model = await startModelServer(({ body: { messages = [] } }) =>
      messages.some(({ role }) => role === "tool")
        ? completion({ content: "I searched." })
        : callsOf(["web_search", { query: "expert hub" }]),
    );
    owned.push({ dispose: () => void model.close() }, { dispose: () => void search.close() });
    const choice: ModelChoice = { kind: "address", address: model.base, identifier: "scripted" };
    const store = new FileStore(path.join(folder, "shared"));
    await store.update("useBuiltInHub", () => true);
    await store.update("languageModels", () => [choice]);
    const context = {
      extensionPath: extension().extensionPath,
      secrets: { get: async () => undefined, onDidChange: () => ({ dispose: () => {} }) },
      globalStorageUri: vscode.Uri.file(folder),
    } as unknown as vscode.ExtensionContext;
    const own = <T extends Disposable>(one: T): T => {
      owned.push(one);
      return one;
    };
    // Not disposed: the channel of this name is the extension's own.
    const { connection } = buildHubAndExperts(context, new ChannelLog(), own);
    const ask = async () => {
      const client = await connection.client();
      const { value } = await client.invokeAgent({
        expert_id: 5,
        model_id: modelIdOf(choice),
        input_data: "What is new?",
        tool_activation: { computation_engine: false, web_search: true },
      });
      return value;
    };
    await ask();
    assert.deepEqual(model.requests[0]?.body.tools ?? [], []);
    assert.deepEqual(asked, []);
    await setting(`http://127.0.0.1:${(search.address() as AddressInfo).port}/`);
    const { output, intermediate_steps: steps } = await ask();
    assert.equal(output, "I searched.");
    assert.deepEqual(asked, ["/search?q=expert+hub&format=json"]);
    assert.match(JSON.stringify(steps), /"tool":"web_search"/);
    const told = JSON.stringify(model.requests.at(-1)?.body.messages);
    assert.match(told, /Found.*https:\/\/example\.org\/.*A snippet/);
  });
});
