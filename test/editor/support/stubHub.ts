import { once } from "node:events";
import * as http from "node:http";
import type { AddressInfo } from "node:net";

export interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: string;
  /** The client disconnected before an answer. */
  left: boolean;
}

export interface StubAnswer {
  status?: number;
  /** Sent unchanged if it is text, otherwise as JSON. */
  body: unknown;
  type?: string;
}

export interface StubHub {
  readonly baseUrl: string;
  readonly seen: readonly StubRequest[];
  close(): Promise<void>;
}

/** A hub on 127.0.0.1 that answers whatever a test wants, with any delay. */
export async function startStubHub(
  answer: (request: StubRequest) => StubAnswer | Promise<StubAnswer>,
): Promise<StubHub> {
  const seen: StubRequest[] = [];
  const serve = async (
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    const key = headers["svc-api-key"];
    const read: StubRequest = {
      method,
      path: url,
      key: typeof key === "string" ? key : undefined,
      body: Buffer.concat(chunks).toString(),
      left: false,
    };
    seen.push(read);
    response.once("close", () => (read.left = !response.writableEnded));
    const { status = 200, body, type = "application/json" } = await answer(read);
    response.writeHead(status, { "content-type": type });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const server = http.createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The minimal answers of a working hub. */
export function soundAnswer({ path, body }: StubRequest): StubAnswer {
  if (path.includes("get_user")) return { body: [{ user: { user_id: "u", name: "User" } }] };
  if (path.includes("get_expert")) {
    const id = Number(/\d+$/.exec(path)?.[0]);
    return { body: [{ id, name: `Expert ${id}`, abilities: [], expert_llm_models: [] }] };
  }
  return { body: { output: `Answer to ${body.length} characters` } };
}
