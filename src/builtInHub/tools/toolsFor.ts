import type { BuiltInHubOptions } from "../../contract/builtInHubApi";
import type { AgentRequest } from "../../contract/types";
import type { ToolRefusals } from "../../policy/toolRefusals";
import { computationTool } from "./computationTool";
import { documentTool } from "./documents/documentTool";
import { editorTools, type EditorToolSources } from "./editorTools";
import type { ServiceTool, Tool } from "./tool";
import { webSearchTool } from "./web/webSearchTool";
import type { SearchIndex } from "./workspace/searchIndex";
import { workspaceTool } from "./workspace/workspaceTool";

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
