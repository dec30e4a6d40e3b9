import assert from "node:assert/strict";
import type { AgentRequest } from "../../../../src/contract/types";
import {
  toolsFor as allToolsFor,
  type ToolSources,
} from "../../../../src/builtInHub/tools/toolsFor";
import { SearchIndex } from "../../../../src/builtInHub/tools/workspace/searchIndex";
import { toolRefusals } from "../../../../src/policy/toolRefusals";
import { call, dataIn } from "./callTool";
import { loopbackServer, page } from "./loopbackServer";
import { send } from "./network";
import { temporaryFolder } from "./temporaryFolder";

/** As a language model gets them, without a policy. */
const toolsFor = (request: AgentRequest, sources: ToolSources) =>
  allToolsFor(
    request,
    toolRefusals({
      endpoint: "invoke_agent",
      chosen: request.tool_activation,
      policyRefusal: () => undefined,
      isTrusted: true,
      builtIn: { hasModel: true },
    }),
    sources,
  );
const cause = { by: "chat" } as const;
const none = new SearchIndex(() => []);
const all: ToolSources = {
  cause,
  index: new SearchIndex(() => [{ name: "shop", path: "/nowhere" }]),
  searchAddress: () => "http://127.0.0.1:9",
  send,
};
const names = (request: AgentRequest, sources = all) =>
  toolsFor(request, sources).map(({ name }) => name);
const urls = ["https://example.org/"];

describe("the tools of a request", () => {
  it("G6 show no files and tell nobody anything, where it does not mention any", () => {
    assert.deepEqual(names({}), ["computation_engine"]);
    assert.deepEqual(names({ document_urls: urls }), ["computation_engine", "document_retriever"]);
  });

  it("read the workspace only if asked to, and only where a folder is open", () => {
    const tool_activation = { workspace_connector: true };
    assert.deepEqual(names({ tool_activation }), ["computation_engine", "workspace_connector"]);
    assert.deepEqual(names({ tool_activation }, { cause, index: none }), ["computation_engine"]);
  });

  it("G6 are none that it switches off", () => {
    const off = {
      computation_engine: false,
      workspace_connector: false,
      document_retriever: false,
      web_search: false,
    };
    assert.deepEqual(names({ document_urls: urls, tool_activation: off }), []);
  });

  it("search the web only if asked to, and only where there is an address", () => {
    const tool_activation = { web_search: true, computation_engine: false };
    assert.deepEqual(names({ tool_activation }), ["web_search"]);
    for (const address of ["", "  "]) {
      const sources = { ...all, searchAddress: () => address };
      assert.deepEqual(names({ tool_activation }, sources), []);
    }
  });

  it("show as many results of a search as it wants", async () => {
    const results = [1, 2, 3].map((at) => ({ title: `T${at}`, url: `https://example.org/${at}` }));
    await using server = await loopbackServer({
      "/search": page("application/json", JSON.stringify({ results })),
    });
    const [tool] = toolsFor(
      {
        tool_activation: { web_search: true, computation_engine: false },
        tool_config: { web_search_max_results: 2 },
      },
      { cause, index: none, searchAddress: () => server.origin, send },
    );
    assert.ok(tool);
    assert.equal(dataIn(await call(tool, "x")).split("\n\n").length, 2);
  });

  it("G8 fetch from private networks only where that is allowed", async () => {
    await using server = await loopbackServer({ "/": page("text/plain", "inside") });
    for (const [allowPrivateDocuments, expected] of [
      [undefined, /is not on the public internet/],
      [false, /is not on the public internet/],
      [true, /inside/],
    ] as const) {
      const sources = { cause, index: none, allowPrivateDocuments, send };
      const [, tool] = toolsFor({ document_urls: [server.origin] }, sources);
      assert.ok(tool);
      assert.match(await call(tool, {}), expected);
    }
    assert.equal(server.requests.length, 1);
  });

  it("read no excluded files, and know the last result", async () => {
    await using folder = await temporaryFolder({ "a.ts": "", "b.ts": "" });
    const folders = [{ name: "shop", path: folder.path }];
    const index = new SearchIndex(
      () => folders,
      () => ["a.*"],
    );
    const [computation, workspace] = toolsFor(
      { tool_activation: { workspace_connector: true } },
      { cause, index },
    );
    assert.ok(computation && workspace);
    assert.equal(dataIn(await call(workspace, { action: "list" })), "b.ts");
    await call(computation, { expressions: ["6 * 7"] });
    assert.equal(await call(computation, { expressions: ["ans + 1"] }), "ans + 1 = 43");
  });
});
