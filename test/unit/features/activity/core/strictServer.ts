import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { atEnd } from "../../../client/hubFixture";

/** One request as it stood on a socket, and what was written back. */
export interface SeenRequest {
  readonly origin: string;
  readonly path: string;
  readonly body: string;
  /** What was written back; absent if nothing was. */
  reply?: StrictReply;
}

export interface StrictReply {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
  /** The connection is cut after the body, or stays open without an end. */
  readonly ending?: "cut" | "open";
}

/** What it answers; `undefined` for nothing, ever, and `reset` for the end of the connection. */
type Answer = (seen: SeenRequest) => StrictReply | "reset" | undefined;

export interface StrictServer {
  readonly origin: string;
  /** In the order of their arrival. */
  readonly seen: readonly SeenRequest[];
  /** What was wrong with requests. */
  readonly complaints: readonly string[];
}

/** A server that counts what stands on its sockets, and takes only requests that are right in all. */
export async function strictServer(key: string | undefined, answer: Answer): Promise<StrictServer> {
  const seen: SeenRequest[] = [];
  const complaints: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => {
      const body = Buffer.concat(chunks).toString();
      const one: SeenRequest = { origin, path: request.url ?? "", body };
      seen.push(one);
      complaints.push(...problemsOf(request, body, key));
      const reply = answer(one);
      if (reply === "reset") request.socket.resetAndDestroy();
      else if (reply) write(response, (one.reply = reply));
    });
  });
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  atEnd(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { origin, seen, complaints };
}

function problemsOf({ method, headers }: IncomingMessage, body: string, key?: string): string[] {
  const problems: string[] = [];
  if (key !== undefined && headers["svc-api-key"] !== key) problems.push("another key");
  if (headers["accept-encoding"] !== "identity") problems.push("asks for compression");
  if (method === "GET") return body === "" ? problems : [...problems, "a GET with a body"];
  if (headers["content-type"] !== "application/json") problems.push("no JSON");
  if (Number(headers["content-length"]) !== Buffer.byteLength(body))
    problems.push("another length");
  try {
    JSON.parse(body);
  } catch {
    problems.push("broken JSON");
  }
  return problems;
}

function write(
  response: ServerResponse,
  { status = 200, headers, body = "", ending }: StrictReply,
) {
  response.writeHead(status, {
    "content-type": "application/json",
    ...(ending === "cut" && { "content-length": Buffer.byteLength(body) + 1 }),
    ...headers,
  });
  response.flushHeaders();
  if (ending === undefined) response.end(body);
  else response.write(body, () => ending === "cut" && response.destroy());
}
