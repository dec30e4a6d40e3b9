import { isRecord } from "../../../contract/record";
export type Id = string | number;
export type Params = Readonly<Record<string, unknown>>;

export interface Request {
  readonly kind: "request";
  readonly id: Id;
  readonly method: string;
  readonly params: Params;
}

export interface Notification {
  readonly kind: "notification";
  readonly method: string;
  readonly params: Params;
}

/** A JSON-RPC message of a client. Its responses are of no use: the server asks nothing. */
export type McpMessage = Request | Notification | { readonly kind: "response" };

export const errorCodes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  refused: -32000,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** An error that the client gets, with the HTTP status it has if it is the whole response. */
export class RpcError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: object | undefined;

  constructor(code: keyof typeof errorCodes, message: string, status = 200, data?: object) {
    super(message);
    this.code = errorCodes[code];
    this.status = status;
    this.data = data;
  }
}

/** Throws an `RpcError` if this is no message. */
export function mcpMessageOf(value: unknown): McpMessage {
  const message = isRecord(value) && value["jsonrpc"] === "2.0" ? value : {};
  const { id, method, params = {} } = message;
  if (typeof method === "string" && isRecord(params)) {
    if (id === undefined) return { kind: "notification", method, params };
    if (isId(id)) return { kind: "request", id, method, params };
  }
  if (method === undefined && isId(id) && ("result" in message || "error" in message))
    return { kind: "response" };
  throw new RpcError("invalidRequest", "Not a JSON-RPC message", 400);
}

/** The id to answer with, even if the rest is no message. */
export function requestIdOf(value: unknown): Id | null {
  const id = isRecord(value) ? value["id"] : undefined;
  return isId(id) ? id : null;
}

export const isId = (value: unknown): value is Id =>
  typeof value === "string" || Number.isSafeInteger(value);

export const resultMessage = (id: Id, result: object): object => ({ jsonrpc: "2.0", id, result });

export const notificationMessage = (method: string, params: object): object => ({
  jsonrpc: "2.0",
  method,
  params,
});

export function errorMessage(id: Id | null, error: unknown): object {
  const { code, message, data } =
    error instanceof RpcError ? error : new RpcError("internal", "Internal error");
  return { jsonrpc: "2.0", id, error: { code, message, ...(data && { data }) } };
}
