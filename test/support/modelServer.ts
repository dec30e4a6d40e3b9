import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the scripted server answers to one question: a body, or the events of a stream. */
export interface ModelReply {
  status?: number;
  headers?: Record<string, string>;
  /** A JSON value, or text that is sent as it is. */
  body?: unknown;
  bytes?: Uint8Array;
  /** JSON values, or text that is sent as it is; ends with a reason and [DONE] unless `cut`. */
  events?: readonly unknown[];
  /** Gives no reason to finish. */
  unfinished?: boolean;
  /** Events that follow once this is resolved. */
  later?: { after: Promise<unknown>; events: readonly unknown[] };
  /** Ends the connection in the middle. */
  cut?: boolean;
  /** Leaves the answer open after what was sent. */
  hang?: boolean;
}

export interface ModelRequestSeen {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    model?: string;
    messages?: {
      role: string;
      content: unknown;
      name?: string;
      tool_call_id?: string;
      tool_calls?: unknown[];
    }[];
    tools?: { function: { name: string } }[];
    tool_choice?: string;
    temperature?: number;
    reasoning_effort?: string;
    max_tokens?: number;
    max_completion_tokens?: number;
    stream?: boolean;
    stream_options?: { include_usage?: boolean };
  };
}

export interface ModelServer {
  readonly origin: string;
  /** The base address of its models. */
  readonly base: string;
  readonly requests: readonly ModelRequestSeen[];
  /** Answers of which the client closed the connection before their end. */
  readonly abandoned: number;
  close(): Promise<void>;
}

export const completion = (message: object, finish_reason = "stop"): ModelReply => ({
  body: { choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }] },
});

export const callsOf = (...calls: readonly [name: string, given: unknown][]): ModelReply =>
  completion(
    {
      content: null,
      tool_calls: calls.map(([name, given], at) => ({
        id: `id-${at}`,
        type: "function",
        function: { name, arguments: JSON.stringify(given) },
      })),
    },
    "tool_calls",
  );

export const piece = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});

const listOf = (ids: readonly string[]): ModelReply => ({
  body: { data: ids.map((id) => ({ id })) },
});

/** A scripted server with OpenAI-compatible Chat Completions; `reply` gets the number of the question; `models` may answer their list itself. */
export async function startModelServer(
  reply: (request: ModelRequestSeen, nth: number) => ModelReply | Promise<ModelReply>,
  models: readonly string[] | ((headers: IncomingHttpHeaders) => ModelReply) = ["scripted"],
  /** The first of these that is free. */
  ports: readonly number[] = [0],
): Promise<ModelServer> {
  const requests: ModelRequestSeen[] = [];
  let abandoned = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    response.once("close", () => (response.writableFinished ? 0 : abandoned++));
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => {
      const path = request.url ?? "";
      if (path.endsWith("/models")) {
        void respond(
          response,
          typeof models === "function" ? models(request.headers) : listOf(models),
        );
        return;
      }
      const sent = Buffer.concat(chunks).toString() || "{}";
      const body = JSON.parse(sent) as ModelRequestSeen["body"];
      const seen = { path, headers: request.headers, body };
      requests.push(seen);
      void (async () => {
        await respond(response, await reply(seen, requests.length));
      })();
    });
  });
  for (const port of ports) {
    if (server.listening) break;
    await new Promise<void>((resolve) => {
      server.once("error", () => resolve());
      server.listen(port, "127.0.0.1", resolve);
    });
  }
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    base: `${origin}/v1`,
    requests,
    get abandoned() {
      return abandoned;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(response: ServerResponse, reply: ModelReply): Promise<void> {
  const { status = 200, headers = {}, body, bytes, events, later, cut, hang, unfinished } = reply;
  const type = events ? "text/event-stream" : "application/json";
  response.writeHead(status, { "content-type": type, ...headers });
  const write = (event: unknown) =>
    response.write(typeof event === "string" ? event : `data: ${JSON.stringify(event)}\n\n`);
  events?.forEach(write);
  await later?.after;
  later?.events.forEach(write);
  if (body !== undefined) response.write(typeof body === "string" ? body : JSON.stringify(body));
  if (bytes) response.write(bytes);
  if (hang) return;
  if (cut) response.flushHeaders();
  if (cut) setTimeout(() => response.destroy(), 5);
  else if (!events) response.end();
  else {
    const sent = [...events, ...(later?.events ?? [])].map((event) => JSON.stringify(event));
    const isOpen = sent.some((event) => event.includes('"choices":[{'));
    const hasReason = sent.some((event) => /finish_reason\\?":\s*\\?"/.test(event));
    if (isOpen && !hasReason && !unfinished) write(piece({}, "stop"));
    response.end("data: [DONE]\n\n");
  }
}
