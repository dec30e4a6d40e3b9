import type { BuiltInHubOptions, EditorTool, EditorToolResult } from "../../contract/builtInHubApi";
import type { AgentRequest } from "../../contract/types";
import type { ToolRefusals } from "../../policy/toolRefusals";
import { computationTool } from "./computationTool";
import { documentTool } from "./documents/documentTool";
import { type ServiceTool, type Tool, CallProblem, withErrorText } from "./tool";
import { webSearchTool } from "./web/webSearchTool";
import type { SearchIndex } from "./workspace/searchIndex";
import { workspaceTool } from "./workspace/workspaceTool";
import { inFile, type NamedTools } from "../../contract/namedTools";
import type { Cause } from "../../contract/purpose";
import { isRecord } from "../../contract/record";
import { toolNames } from "../../contract/vocabulary";
import { asData, cut, oneLine, wholeEnd } from "./dataBlock";

/** Characters of a result. */
const maxResult = 50_000;
/** Characters of what a tool says about itself. */
const maxDescription = 4000;
const maxTools = 128;

interface EditorToolSources extends Pick<BuiltInHubOptions, "editorTools"> {
  /** What the answer is for. */
  readonly cause: Cause;
  /** The tools that the file of the expert names. */
  readonly named?: NamedTools | undefined;
}

/** The tools of the editor that a request names, as far as the editor has them and the file of the expert allows them. */
function editorTools(
  chosen: readonly string[],
  { editorTools: offered = () => [], named, cause }: EditorToolSources,
): Tool[] {
  if (chosen.length === 0) return [];
  const isCallable = (tool: EditorTool) =>
    chosen.includes(tool.name) && (!named || inFile(named, tool) !== "excluded");
  const find = (name: string) => offered().find((tool) => tool.name === name && isCallable(tool));
  const taken = new Set<string>(toolNames);
  return offered()
    .filter(isCallable)
    .slice(0, maxTools)
    .map(({ name, reference, label = reference ?? name, description, parameters }) => {
      return withErrorText({
        name: callableName(name, taken),
        label,
        description: cut(description, maxDescription),
        parameters,
        run: async (given, signal) => {
          if (!isRecord(given)) throw new CallProblem("The arguments must be an object.");
          // It may have been removed, or be no longer allowed.
          const tool = find(name);
          if (!tool) throw new CallProblem(`The tool ${label} is no longer available.`);
          const purpose = { ...cause, kind: "tool", tool: label } as const;
          return result(label, await tool.call(given, purpose, signal));
        },
      });
    });
}

/** Servers of models take no other characters than these, and 64 at most. */
function callableName(name: string, taken: Set<string>): string {
  const plain = name.replaceAll(/[^\w-]/g, "_").slice(0, 64);
  let free = plain;
  for (let count = 2; taken.has(free); count++) free = `${plain.slice(0, 60)}_${count}`;
  taken.add(free);
  return free;
}

/** What a tool says is data, its errors as well. */
function result(label: string, { kind, text }: EditorToolResult): string {
  if (kind === "refused") return `Error: ${text}`;
  const source = `the tool ${JSON.stringify(label)}`;
  if (kind === "failed") return `Error: the tool failed.\n${asData(source, oneLine(text, 200))}`;
  const end = wholeEnd(text, Math.min(text.length, maxResult));
  const note =
    end < text.length ? `\n[The rest was cut off: ${text.length} characters are too many.]` : "";
  return asData(source, text.slice(0, end)) + note;
}

/** What the tools work with. */
export interface ToolSources
  extends EditorToolSources, Pick<BuiltInHubOptions, "searchAddress" | "send" | "toolRefusal"> {
  readonly index: SearchIndex;
  /** Whether documents may be fetched from private networks. */
  readonly allowPrivateDocuments?: boolean | undefined;
}

/** The tools of a request (service 4.3) that are not refused, as far as this hub has what they need. */
export function toolsFor(
  { document_urls: urls = [], tool_config: config = {} }: AgentRequest,
  refusals: ToolRefusals,
  sources: ToolSources,
): Tool[] {
  const { send, cause, allowPrivateDocuments: allowPrivate = false } = sources;
  const searchAddress = sources.searchAddress?.().trim() ?? "";
  const { web_search_max_results: maxResults, editor_tools: chosen = [] } = config;
  const tools: ServiceTool[] = [computationTool()];
  if (sources.index.folders().length > 0) tools.push(workspaceTool(sources.index));
  if (send && urls.length > 0) tools.push(documentTool(urls, { send, cause, allowPrivate }));
  if (send && searchAddress !== "")
    tools.push(webSearchTool({ address: searchAddress, send, cause, maxResults }));
  const own = tools
    .filter(({ name }) => refusals[name] === undefined)
    .map((tool) => whileAllowed(tool, sources.toolRefusal));
  return [...own, ...editorTools(chosen, sources)];
}

/** The policy may have changed since the question came. */
function whileAllowed(tool: ServiceTool, refusal: ToolSources["toolRefusal"]): Tool {
  return {
    ...tool,
    run: async (given, signal) => {
      const why = refusal?.(tool.name);
      return why === undefined ? tool.run(given, signal) : `Error: ${why}`;
    },
  };
}
