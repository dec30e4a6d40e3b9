import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Of the hub behind a spoilt one. */
export const key = "KEY-of-the-contract-suite";

export interface GivenAnswer {
  status: number;
  type: string;
  /** As JSON, if it is any; otherwise as text. */
  body: unknown;
}

/** Changes an answer of the hub behind it; `undefined` leaves it as it is. */
export type Spoil = (
  path: string,
  request: IncomingMessage,
  answer: GivenAnswer,
) => Partial<GivenAnswer> | undefined;

/** A server that passes requests on to a hub, and answers as that hub does but for what is spoilt. */
export async function startSpoiltHub(behind: string, spoil: Spoil) {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const real = await fetch(behind + request.url, {
      method: request.method ?? "GET",
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const given: GivenAnswer = {
      status: real.status,
      type: real.headers.get("content-type") ?? "",
      body: await real.json(),
    };
    const path = (request.url ?? "").replace("/api/v1/", "");
    const { status, type, body } = { ...given, ...spoil(path, request, given) };
    response.writeHead(status, { "content-type": type, location: "https://elsewhere.example" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => void server.once("listening", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
