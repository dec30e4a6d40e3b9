import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isInitializeRequest } from "@modelcontextprotocol/server";
import { endpoint, assertLocal, holderOf, Refusal, type Token, urlAt } from "./access";
import { identityOf, nonceOf } from "./identity";
import { Protocol, type ServerInfo, type McpTools, type TokenHolder } from "./protocol";

export interface McpServerOptions {
  readonly info: ServerInfo;
  readonly tools: McpTools;
  /** Read for each request. */
  tokens(): readonly Token[];
  /** By which windows know each other's servers; read for each request. */
  identityKey(): string | undefined;
  /** Reports a request that got no further: a status, and a reason without anything of it. */
  onRefused(status: number, reason: string): void;
  /** 0 for any that is free. */
  readonly port: number;
  readonly limits?: Partial<Limits>;
}

export interface Limits {
  readonly messageBytes: number;
  readonly connections: number;
  /** Requests of one token in progress: a program whose calls wait leaves room for others. */
  readonly requests: number;
  /** Milliseconds in which a request has to arrive, its headers included. */
  readonly requestMs: number;
  /** Milliseconds that a connection without a request stays open. */
  readonly idleMs: number;
  /** Milliseconds between signs of life while a tool runs. */
  readonly aliveMs: number;
}

const usualLimits: Limits = {
  messageBytes: 1024 * 1024,
  connections: 1_000,
  requests: 150,
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

/** Serves tools on this computer alone. Rejects with the system's error if the port is taken. */
export async function startMcpServer(options: McpServerOptions): Promise<McpServer> {
  const limits = { ...usualLimits, ...options.limits };
  const protocol = new Protocol({ ...options, ...limits });
  const inProgress = new Map<string, number>();
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
      (request, response) =>
        void serve(request, response, { ...options, ...limits, protocol, inProgress }),
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
      await Promise.all(servers.map(closed));
      await protocol.close();
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
    Pick<McpServerOptions, "identityKey" | "tokens" | "onRefused">,
    Pick<Limits, "messageBytes" | "requests"> {
  readonly protocol: Protocol;
  /** How many requests of a client are in progress. */
  readonly inProgress: Map<string, number>;
}

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
  serving: Serving,
): Promise<void> {
  const hungUp = new AbortController();
  const gone = hungUp.signal;
  response.once("close", () => hungUp.abort());
  try {
    if (identified(request, response, serving)) return;
    const holder = admitted(request, serving);
    response.once("close", counted(holder, serving));
    const body = await jsonOf(request, serving.messageBytes);
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    assertNoBatch(body, headers);
    const session = headers.get("mcp-session-id") ?? "";
    const answer = await serving.protocol.answer(headers, body, { holder, session, gone });
    // Tells clients of the same token apart. No session is refused, so that it outlives a restart.
    if (answer.ok && isInitializeRequest(body)) response.setHeader("mcp-session-id", randomUUID());
    await pass(answer, response, gone);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else if (!gone.aborted) refuse(response, error, serving);
  }
}

/** Answers a window that asks whose server this is, which needs no token. */
function identified(
  { headers, method, socket, url }: IncomingMessage,
  response: ServerResponse,
  { identityKey }: Serving,
): boolean {
  const port = socket.localPort ?? 0;
  const nonce = nonceOf(url);
  const key = identityKey();
  if (method !== "GET" || nonce === undefined || key === undefined) return false;
  assertLocal(headers, port);
  const identity = identityOf(key, port, nonce);
  response.writeHead(200, { "content-type": "text/plain", connection: "close" }).end(identity);
  return true;
}

/** Whose token the request came with. Throws a `Refusal` if it is not let in. */
function admitted(request: IncomingMessage, { tokens }: Serving) {
  const { headers, method, socket, url } = request;
  assertLocal(headers, socket.localPort ?? 0);
  if (url?.split("?")[0] !== endpoint) throw new Refusal(404, "unknown path");
  const holder = holderOf(headers, tokens());
  if (method !== "POST") throw new Refusal(405, "unknown method");
  return holder;
}

/** Counts a request until what it returns is called. Throws a `Refusal` if it is one too many. */
function counted(holder: TokenHolder, { inProgress, requests }: Serving): () => void {
  const client = holder === "editor" ? holder : JSON.stringify(holder.id);
  const count = (more: number): number => (inProgress.get(client) ?? 0) + more;
  if (count(1) > requests) throw new Refusal(429, "too many requests at once");
  inProgress.set(client, count(1));
  return () => inProgress.set(client, count(-1));
}

/** Throws a `Refusal`: only 2025-03-26 has batches, whose clients need not send the header. */
function assertNoBatch(body: unknown, headers: Headers): void {
  const version = headers.get("mcp-protocol-version");
  if (Array.isArray(body) && version !== null && version > "2025-03-26")
    throw new Refusal(400, "batch", -32600);
}

/** Reads to the end also for a client that has gone: its call may go on. */
async function pass(
  { status, headers, body }: Response,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  if (!gone.aborted) response.writeHead(status, Object.fromEntries(headers)).flushHeaders();
  for await (const chunk of body ?? []) if (!gone.aborted) response.write(chunk);
  response.end();
}

function refuse(response: ServerResponse, error: unknown, { onRefused }: Serving): void {
  const { status, message, code } =
    error instanceof Refusal ? error : new Refusal(500, "unexpected error");
  // Clients try this method first, to see whether there is a stream.
  if (status !== 405) onRefused(status, message);
  response
    .writeHead(status, {
      "content-type": "application/json",
      connection: "close",
      ...(status === 401 && { "www-authenticate": "Bearer" }),
      ...(status === 405 && { allow: "POST" }),
    })
    .end(
      JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message: `Refused: ${message}` } }),
    );
}

/** Bytes of an oversized body that are read, and not kept, so that its sender reads the answer. */
const drained = 16;

/** The JSON of a request. Throws a `Refusal` if it is too large, or no JSON. */
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
    throw new Refusal(400, "no JSON", -32700);
  }
}
