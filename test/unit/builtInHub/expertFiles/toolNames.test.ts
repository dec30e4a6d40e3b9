import assert from "node:assert/strict";
import { allowedTools } from "../../../../src/builtInHub/expertFiles/parseFile";

describe("the tools that a file of an expert names", () => {
  const all = ["web_search", "computation_engine", "document_retriever", "workspace_connector"];
  for (const [wanted, unwanted, allowed] of [
    [undefined, [], undefined],
    [[], [], []],
    [["*"], [], all],
    [["Read"], [], ["computation_engine", "workspace_connector"]],
    [["search/codebase"], [], ["computation_engine", "workspace_connector"]],
    [["Bash(git log:*)"], [], ["computation_engine"]],
    [["Read(./docs/**)"], [], ["computation_engine", "workspace_connector"]],
    [["web"], [], ["web_search", "computation_engine", "document_retriever"]],
    [["web/fetch"], [], ["computation_engine", "document_retriever"]],
    [["WebSearch"], [], ["web_search", "computation_engine"]],
    [["unknown/read"], [], ["computation_engine"]],
    [undefined, ["WebFetch"], ["web_search", "computation_engine", "workspace_connector"]],
    [["web", "read"], ["web/search"], all.slice(1)],
    [["read"], ["computation_engine"], ["workspace_connector"]],
    [undefined, ["unknown"], all],
  ] as const)
    it(`allow ${allowed?.join(", ") ?? "everything"} for ${wanted?.join(", ")} without ${unwanted.join(", ") || "nothing"}`, () => {
      assert.deepEqual(allowedTools(wanted, unwanted), allowed);
    });
});
