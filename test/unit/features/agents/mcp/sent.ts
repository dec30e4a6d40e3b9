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
        response.on("data", (chunk) => (text += String(chunk)));
        response.on("end", () =>
          resolve({ status: response.statusCode, headers: response.headers, text }),
        );
      },
    );
    started.on("error", reject).end(body);
  });
}

export const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
const usual = { "content-type": "application/json", authorization: `Bearer ${token}` };

export const rpc = (method: string, params?: object, id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method,
  ...(params && { params }),
});
/** A question, with other members of its parameters. */
export const asking = (question: string, more: object = {}) =>
  rpc("tools/call", { name: "expertHub_askExpert", arguments: { question }, ...more });
