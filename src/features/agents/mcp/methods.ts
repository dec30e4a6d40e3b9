import { agreedVersion, metaKeys, statelessVersions, type Era } from "./era";
import { RpcError, type Request } from "./messages";
import type { McpCall, McpTools } from "./tools";

export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** For the client's model: what the server is for. */
  readonly instructions: string;
}

export interface Methods {
  readonly info: ServerInfo;
  readonly tools: McpTools;
}

const capabilities = { tools: {} };

/** The result of a request, as its protocol wants it. Rejects with an `RpcError`. */
export async function resultOf(
  request: Request,
  era: Era,
  methods: Methods,
  call: McpCall,
): Promise<object> {
  const result =
    era === "stateless" ? statelessResult(request, methods) : handshakeResult(request, methods);
  const found = result ?? (await sharedResult(request, methods, call));
  if (!found)
    throw new RpcError("methodNotFound", "Method not found", era === "stateless" ? 404 : 200);
  return era === "stateless" ? stamped(request, found, methods.info) : found;
}

function handshakeResult({ method, params }: Request, { info }: Methods): object | undefined {
  const { instructions, ...serverInfo } = info;
  if (method === "ping") return {};
  if (method !== "initialize") return undefined;
  const protocolVersion = agreedVersion(params["protocolVersion"]);
  return { protocolVersion, capabilities, serverInfo, instructions };
}

function statelessResult({ method }: Request, { info }: Methods): object | undefined {
  if (method !== "server/discover") return undefined;
  return { supportedVersions: statelessVersions, capabilities, instructions: info.instructions };
}

async function sharedResult(
  { method, params }: Request,
  { tools }: Methods,
  call: McpCall,
): Promise<object | undefined> {
  // Some clients ask for prompts and resources although the server does not announce any.
  if (method === "prompts/list") return { prompts: [] };
  if (method === "resources/list") return { resources: [] };
  if (method === "resources/templates/list") return { resourceTemplates: [] };
  if (method === "tools/list") return { tools: tools.list() };
  if (method !== "tools/call") return undefined;
  const { name, arguments: input = {} } = params;
  const called = typeof name === "string" ? await tools.call(name, input, call) : undefined;
  if (!called) throw new RpcError("invalidParams", "Unknown tool");
  const { text, isError = false } = called;
  return { content: [{ type: "text", text }], isError };
}

/** Lists may change at any time, so nobody keeps them. */
const uncached = { ttlMs: 0, cacheScope: "private" };

function stamped({ method }: Request, result: object, info: ServerInfo): object {
  const { instructions: _, ...serverInfo } = info;
  return {
    ...result,
    resultType: "complete",
    ...(method !== "tools/call" && uncached),
    _meta: { [metaKeys.serverInfo]: serverInfo },
  };
}
