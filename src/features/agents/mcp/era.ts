import { isRecord } from "../../../contract/record";
import type { IncomingHttpHeaders } from "node:http";
import { RpcError, type McpMessage, type Params } from "./messages";

/** Protocols with an `initialize`, the newest first. */
const handshakeVersions = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;
/** Protocols without: each request brings what the server has to know. */
export const statelessVersions = ["2026-07-28"] as const;

export type Era = "handshake" | "stateless";

export const metaKeys = {
  version: "io.modelcontextprotocol/protocolVersion",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  serverInfo: "io.modelcontextprotocol/serverInfo",
} as const;

export function metaOf({ _meta: meta }: Params): Params {
  return isRecord(meta) ? meta : {};
}

const isStateless = (version: string): boolean => version >= statelessVersions[0];

/**
 * Which protocol a message belongs to: its body decides, and the headers have to agree with it.
 * Throws an `RpcError` if they do not, or if the server does not know the version.
 */
export function eraOf(message: McpMessage, headers: IncomingHttpHeaders): Era {
  const header = headerText(headers["mcp-protocol-version"]);
  const claimed =
    message.kind === "response" ? undefined : metaOf(message.params)[metaKeys.version];
  if (claimed === undefined) return withoutClaim(message, header);
  if (typeof claimed !== "string" || message.kind === "response")
    throw new RpcError("invalidParams", `${metaKeys.version} is not a string`, 400);
  if (header !== undefined && header !== claimed) throw mismatch("MCP-Protocol-Version");
  if (!statelessVersions.some((version) => version === claimed)) throw unsupported(claimed);
  if (message.kind === "notification") return "stateless";
  if (!isRecord(metaOf(message.params)[metaKeys.capabilities]))
    throw new RpcError("invalidParams", `${metaKeys.capabilities} is missing`, 400);
  if (header === undefined) throw mismatch("MCP-Protocol-Version");
  if (headerText(headers["mcp-method"]) !== message.method) throw mismatch("Mcp-Method");
  const { name } = message.params;
  if (message.method === "tools/call" && decoded(headerText(headers["mcp-name"])) !== name)
    throw mismatch("Mcp-Name");
  return "stateless";
}

function withoutClaim(message: McpMessage, header: string | undefined): Era {
  if (header === undefined) return "handshake";
  if (isStateless(header)) {
    if (message.kind === "notification") return "stateless";
    throw new RpcError("invalidParams", `${metaKeys.version} is missing`, 400);
  }
  const known = handshakeVersions.some((version) => version === header);
  if (!known && !(message.kind === "request" && message.method === "initialize"))
    throw unsupported(header);
  return "handshake";
}

/** The protocol that `initialize` agrees on. */
export function agreedVersion(requested: unknown): string {
  return handshakeVersions.find((version) => version === requested) ?? handshakeVersions[0];
}

const headerText = (header: string | string[] | undefined): string | undefined =>
  typeof header === "string" ? header.trim() : undefined;

/** Names that a header cannot hold come as Base64. */
function decoded(header: string | undefined): string | undefined {
  const encoded = /^=\?base64\?([\w+/=-]*)\?=$/.exec(header ?? "")?.[1];
  return encoded === undefined ? header : Buffer.from(encoded, "base64").toString("utf8");
}

const mismatch = (header: string): RpcError =>
  new RpcError("headerMismatch", `The header ${header} does not agree with the message`, 400);

const unsupported = (requested: string): RpcError =>
  new RpcError("unsupportedVersion", "Unsupported protocol version", 400, {
    supported: [...statelessVersions, ...handshakeVersions],
    requested,
  });
