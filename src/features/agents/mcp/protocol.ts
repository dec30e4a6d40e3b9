import {
  createMcpHandler,
  isJSONRPCNotification,
  isLegacyRequest,
  isSpecType,
  ProtocolError,
  ProtocolErrorCode,
  type RequestId,
  Server,
  type Tool,
} from "@modelcontextprotocol/server";

/** A tool as clients list it. */
interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly openWorldHint?: boolean };
}

interface McpToolResult {
  readonly text: string;
  /** The text says why there is no result. */
  readonly isError?: boolean;
}

/** Whose token a request came with: this editor's, or that of one program. */
export type TokenHolder = "editor" | { readonly id: string; readonly name: string };

export interface McpCall {
  readonly holder: TokenHolder;
  /** The client cancelled the call, or the server stops. */
  readonly signal: AbortSignal;
  /** The client hung up, so that nobody waits for the result. */
  readonly gone: AbortSignal;
}

/** What the server offers. */
export interface McpTools {
  list(): readonly McpTool[];
  /** A failure is a result, too; `undefined` if there is no such tool. */
  call(name: string, input: unknown, call: McpCall): Promise<McpToolResult | undefined>;
}

export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** For the client's model: what the server is for. */
  readonly instructions: string;
}

interface ProtocolOptions {
  readonly info: ServerInfo;
  readonly tools: McpTools;
  /** Milliseconds between signs of life while a tool runs. */
  readonly aliveMs: number;
}

/** Whose request it is. */
export interface Caller {
  readonly holder: TokenHolder;
  /** Empty without one. */
  readonly session: string;
  /** The client hung up. */
  readonly gone: AbortSignal;
}

/** A call in progress, which its client can cancel by another request. */
interface Call {
  readonly key: string;
  readonly server: Server;
}

/** Answers clients of both protocols: those with `initialize`, and the one without. */
export class Protocol {
  readonly #options: ProtocolOptions;
  readonly #calls = new Set<Call>();

  constructor(options: ProtocolOptions) {
    this.#options = options;
  }

  async answer(headers: Headers, body: unknown, caller: Caller): Promise<Response> {
    const about = { method: "POST", headers };
    const isLegacy = await isLegacyRequest(new Request(anyUrl, about), body);
    if (isLegacy) this.#cancel(body, caller);
    const handler = createMcpHandler(({ era }) => this.#serverFor(caller, era), {
      // Else a long call shows no life.
      responseMode: "sse",
      keepAliveMs: this.#options.aliveMs,
    });
    // Hanging up cancels a call in the protocol without a handshake, and in that only.
    const request = new Request(anyUrl, isLegacy ? about : { ...about, signal: caller.gone });
    return handler.fetch(request, { parsedBody: body });
  }

  /** Ends every call. */
  async close(): Promise<void> {
    await Promise.all([...this.#calls].map(({ server }) => server.close()));
  }

  /** The package has a server for each request, and so cancels nothing that another one began. */
  #cancel(body: unknown, caller: Caller): void {
    if (!isJSONRPCNotification(body) || !isSpecType.CancelledNotification(body)) return;
    const key = keyOf(caller, body.params.requestId);
    const [meant, other] = [...this.#calls].filter((call) => call.key === key);
    // Two calls under one id are nobody's in particular, and go on.
    if (!other) meant?.server.transport?.onmessage?.(body);
  }

  #serverFor(caller: Caller, era: "legacy" | "modern"): Server {
    const { info, tools, aliveMs } = this.#options;
    const { instructions, ...identity } = info;
    const server = new Server(identity, { capabilities: { tools: {} }, instructions });
    let isIncomplete = false;
    server.setRequestHandler("tools/list", () => ({ tools: [...tools.list()] as Tool[] }));
    server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
      const { id, signal, _meta: { progressToken } = {} } = mcpReq;
      // Only clients with a handshake cancel by another request.
      const call = { key: era === "legacy" ? keyOf(caller, id) : "", server };
      this.#calls.add(call);
      // Clients that wait only for a time start anew with each progress.
      const alive = setInterval(() => {
        if (progressToken === undefined) return;
        const progress = Math.round(performance.now());
        const notification = { progressToken, progress };
        mcpReq
          .notify({ method: "notifications/progress", params: notification })
          .catch(() => clearInterval(alive));
      }, aliveMs);
      try {
        const { name, arguments: input = {} } = params;
        const called = await tools.call(name, input, { ...caller, signal });
        if (!called) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown tool");
        const { text, isError = false } = called;
        return { content: [{ type: "text", text }], isError };
      } finally {
        clearInterval(alive);
        this.#calls.delete(call);
        isIncomplete ||= signal.aborted;
        const isLast = ![...this.#calls].some((one) => one.server === server);
        // Without it, a response in which an answer is missing never ends.
        if (isIncomplete && isLast) setImmediate(() => void server.close());
      }
    });
    return server;
  }
}

/** The package looks at no address. */
const anyUrl = "http://127.0.0.1/";

const keyOf = ({ holder, session }: Caller, id: RequestId | undefined): string =>
  JSON.stringify([holder, session, id]);
