import { toolNames, type ToolName } from "../../contract/vocabulary";

/** The tools of this hub that do what tools of VS Code, Copilot and Claude Code do. */
const counterparts: ReadonlyMap<string, readonly ToolName[]> = new Map([
  ["*", toolNames],
  ...toolNames.map((name): [string, readonly ToolName[]] => [name, [name]]),
  ..."read search grep glob ls notebookread codebase usages readfile filesearch textsearch findtestfiles"
    .split(" ")
    .map((name): [string, readonly ToolName[]] => [name, ["workspace_connector"]]),
  ["web", ["web_search", "document_retriever"]],
  ["web/fetch", ["document_retriever"]],
  ["web/search", ["web_search"]],
  ["fetch", ["document_retriever"]],
  ["webfetch", ["document_retriever"]],
  ["websearch", ["web_search"]],
]);

/**
 * The tools of this hub that a file allows, or `undefined` if it does not restrict them. Names that
 * nothing here corresponds to are ignored, as elsewhere. The computation engine reads nothing and
 * has no counterpart in other products, so only an empty list excludes it.
 */
export function allowedTools(
  wanted: readonly string[] | undefined,
  unwanted: readonly string[],
): readonly ToolName[] | undefined {
  if (wanted === undefined && unwanted.length === 0) return undefined;
  const allowed = new Set(wanted === undefined ? toolNames : wanted.flatMap(counterpartsOf));
  if (wanted !== undefined && wanted.length > 0) allowed.add("computation_engine");
  for (const tool of unwanted.flatMap(counterpartsOf)) allowed.delete(tool);
  return toolNames.filter((name) => allowed.has(name));
}

function counterpartsOf(name: string): readonly ToolName[] {
  const plain = name.toLowerCase().replace(/\(.*$/s, "");
  return counterparts.get(plain) ?? counterparts.get(plain.split("/")[0] ?? "") ?? [];
}
