import { request } from "node:http";
import { token } from "./mcpFixture";

interface Sent {
  readonly headers?: Record<string, string>;
  readonly method?: string;
  readonly path?: string;
  readonly body?: string | Buffer;
}

interface Received {
  readonly status: number | undefined;
  readonly headers: Record<string, unknown>;
  readonly text: string;
}

/** A request that an HTTP library for clients would not send. */
export function sent(port: number, { headers, method = "POST", path = "/mcp", body = ping }: Sent) {
  return new Promise<Received>((resolve, reject) => {
    const started = request(
      { port, host: "127.0.0.1", method, path, headers: { ...usual, ...headers } },
      (response) => {
        let text = "";
        response.on("error", reject);
        response.on("data", (chunk) => (text += String(chunk)));
        response.on("end", () =>
          resolve({ status: response.statusCode, headers: response.headers, text }),
        );
      },
    );
    started.on("error", reject).end(body);
  });
}

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly error?: { readonly code: number };
  readonly result?: Record<string, unknown>;
}

/** The messages of a response, which come as JSON or as events. */
export function messagesOf({ headers, text }: Received): Message[] {
  if (text === "") return [];
  const isStream = String(headers["content-type"]).includes("text/event-stream");
  const parts = isStream
    ? [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => data)
    : [text];
  return parts.flatMap((part) => JSON.parse(part) as Message | Message[]);
}

export const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
export const usual = {
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
  authorization: `Bearer ${token}`,
};

export const rpc = (method: string, params?: object, id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params && { params }),
});
/** A question, with other members of its parameters. */
export const asking = (question: string, more: object = {}) =>
  rpc("tools/call", { name: "expertHub_askExpert", arguments: { question }, ...more });

export const cancelled = (requestId: unknown) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});

/** What a request brings in the protocol without a handshake. */
export const modern = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};
export const modernHeaders = (method: string, more: Record<string, string> = {}) => ({
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": method,
  ...more,
});
