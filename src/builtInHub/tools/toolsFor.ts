import type { BuiltInHubOptions } from "../../contract/builtInHubApi";
import type { Cause } from "../../contract/purpose";
import type { AgentRequest } from "../../contract/types";
import { computationTool } from "./computationTool";
import { documentTool } from "./documents/documentTool";
import type { Tool } from "./tool";
import { webSearchTool } from "./web/webSearchTool";
import type { SearchIndex } from "./workspace/searchIndex";
import { workspaceTool } from "./workspace/workspaceTool";

/** What the tools work with. */
export interface ToolSources extends Pick<BuiltInHubOptions, "searchAddress" | "send"> {
  readonly index: SearchIndex;
  /** What the answer is for. */
  readonly cause: Cause;
  /** Whether documents may be fetched from private networks. */
  readonly allowPrivateDocuments?: boolean | undefined;
}

/**
 * The tools that a request (service 4.3) leaves to a model. What shows a model the user's files, or
 * others what is asked, has to be switched on; the rest is on unless it is switched off.
 */
export function toolsFor(request: AgentRequest, sources: ToolSources): Tool[] {
  const { tool_activation: switches = {}, document_urls: urls = [], tool_config: config } = request;
  const { send, cause, allowPrivateDocuments: allowPrivate = false } = sources;
  const searchAddress = sources.searchAddress?.().trim() ?? "";
  const tools: Tool[] = [];
  if (switches.computation_engine !== false) tools.push(computationTool());
  if (switches.workspace_connector === true && sources.index.folders().length > 0) {
    tools.push(workspaceTool(sources.index));
  }
  if (send && switches.document_retriever !== false && urls.length > 0) {
    tools.push(documentTool(urls, { send, cause, allowPrivate }));
  }
  if (send && switches.web_search === true && searchAddress !== "") {
    const maxResults = config?.web_search_max_results;
    tools.push(webSearchTool({ address: searchAddress, send, cause, maxResults }));
  }
  return tools;
}
