import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expectLocal, holderOf, Refusal, type Token } from "./access";
import { Calls, Sessions } from "./calls";
import { exchange, type ExchangeParts } from "./exchange";
import { errorCodes, errorMessage, RpcError } from "./messages";
import type { ServerInfo } from "./methods";
import { Reply } from "./reply";
import type { McpTools } from "./tools";

export const endpoint = "/mcp";

export interface McpServerOptions {
  readonly info: ServerInfo;
  readonly tools: McpTools;
  /** Read for each request. */
  tokens(): readonly Token[];
  /** Reports a request that got no further: a status, and a reason without anything of it. */
  onRefused(status: number, reason: string): void;
  /** 0 for any that is free. */
  readonly port: number;
  readonly limits?: Partial<Limits>;
}

export interface Limits {
  readonly messageBytes: number;
  readonly connections: number;
  /** Milliseconds in which a request has to arrive, its headers included. */
  readonly requestMs: number;
  /** Milliseconds that a connection without a request stays open. */
  readonly idleMs: number;
  /** Milliseconds between signs of life while a tool runs. */
  readonly aliveMs: number;
}

const usualLimits: Limits = {
  messageBytes: 1024 * 1024,
  connections: 200,
  requestMs: 20_000,
  idleMs: 5_000,
  aliveMs: 10_000,
};

export interface McpServer {
  readonly port: number;
  readonly url: string;
  /** Listens on this port as well. Rejects with the system's error if it is taken. */
  open(port: number): Promise<void>;
  /** Ends every call and connection. */
  close(): Promise<void>;
}

export const urlAt = (port: number): string => `http://127.0.0.1:${port}${endpoint}`;

/** Serves tools on this computer alone. Rejects with the system's error if the port is taken. */
export async function startMcpServer(options: McpServerOptions): Promise<McpServer> {
  const limits = { ...usualLimits, ...options.limits };
  const parts: Serving = {
    ...options,
    ...limits,
    calls: new Calls(),
    sessions: new Sessions(),
  };
  const servers: Server[] = [];
  let isClosed = false;
  const open = async (wanted: number): Promise<number> => {
    const server = createServer(
      {
        requestTimeout: limits.requestMs,
        headersTimeout: limits.requestMs,
        keepAliveTimeout: limits.idleMs,
        connectionsCheckingInterval: Math.min(limits.requestMs, 5_000),
        maxHeaderSize: 16 * 1024,
      },
      (request, response) => void serve(request, response, parts),
    );
    server.maxConnections = limits.connections;
    const bound = await listening(server, wanted);
    servers.push(server);
    if (isClosed) await closed(server);
    return bound;
  };
  const port = await open(options.port);
  return {
    port,
    url: urlAt(port),
    open: async (other) => void (await open(other)),
    close: async () => {
      isClosed = true;
      parts.calls.cancelAll();
      await Promise.all(servers.map(closed));
    },
  };
}

async function closed(server: Server): Promise<void> {
  const ended = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await ended;
}

interface Serving
  extends
    ExchangeParts,
    Pick<McpServerOptions, "tokens" | "onRefused">,
    Pick<Limits, "messageBytes"> {}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: "127.0.0.1", port }, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  parts: Serving,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const { headers } = request;
  try {
    const holder = admitted(request, parts);
    const body = await jsonOf(request, parts.messageBytes);
    const reply = new Reply(response, /\btext\/event-stream\b/.test(headers.accept ?? ""));
    const stream = (message?: object) => reply.stream(message);
    const outcome = await exchange(body, { headers, holder, gone: gone.signal, stream }, parts);
    if (outcome.session !== undefined) response.setHeader("mcp-session-id", outcome.session);
    if (outcome.message) reply.end(outcome.message, outcome.status);
    else reply.accept();
  } catch (error) {
    if (!gone.signal.aborted) refuse(response, error, parts);
  }
}

/** Whose token the request came with. Throws a `Refusal` if it is not let in. */
function admitted(request: IncomingMessage, { tokens }: Serving) {
  const { headers, method, socket, url } = request;
  expectLocal(headers, socket.localPort ?? 0);
  if (url?.split("?")[0] !== endpoint) throw new Refusal(404, "unknown path");
  const holder = holderOf(headers, tokens());
  if (method !== "POST") throw new Refusal(405, "unknown method");
  if (!/^application\/json\s*(;|$)/i.test(headers["content-type"] ?? ""))
    throw new Refusal(415, "not JSON");
  return holder;
}

function refuse(response: ServerResponse, error: unknown, { onRefused }: Serving): void {
  const isParsing = error instanceof RpcError;
  const { status, message } =
    error instanceof Refusal || isParsing ? error : new Refusal(500, "unexpected error");
  // Clients try this method first, to see whether there is a stream.
  if (status !== 405) onRefused(status, message);
  response
    .writeHead(status, {
      "content-type": "application/json",
      connection: "close",
      ...(status === 401 && { "www-authenticate": "Bearer" }),
      ...(status === 405 && { allow: "POST" }),
    })
    .end(JSON.stringify(isParsing ? errorMessage(null, error) : refusal(message)));
}

const refusal = (message: string): object => ({
  jsonrpc: "2.0",
  id: null,
  error: { code: errorCodes.refused, message: `Refused: ${message}` },
});

/** Bytes of an oversized body that are read, and not kept, so that its sender reads the answer. */
const drained = 16;

/** The JSON of a request. Throws a `Refusal` if it is too large, an `RpcError` if it is no JSON. */
async function jsonOf(request: IncomingMessage, mostBytes: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= mostBytes) chunks.push(chunk);
    else if (size > mostBytes * drained) break;
  }
  if (size > mostBytes) throw new Refusal(413, "message too large");
  try {
    const bytes = Buffer.concat(chunks);
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new RpcError("parse", "Parse error", 400);
  }
}
