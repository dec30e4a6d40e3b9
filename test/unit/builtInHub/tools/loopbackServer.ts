import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

export interface LoopbackServer extends AsyncDisposable {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  readonly port: number;
  /** The method and path of each request so far. */
  readonly requests: string[];
}

export type Page = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on 127.0.0.1 that answers paths by these functions, and others with 404. */
export async function loopbackServer(
  pages: Readonly<Record<string, Page>>,
): Promise<LoopbackServer> {
  const requests: string[] = [];
  const answer: RequestListener = (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const page = pages[(request.url ?? "").split("?")[0] ?? ""];
    if (page) page(request, response);
    else response.writeHead(404).end("nothing here");
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A page with this type and body. */
export const page =
  (type: string, body: string | Uint8Array, headers: Record<string, string> = {}): Page =>
  (_, response) =>
    response.writeHead(200, { "content-type": type, ...headers }).end(body);

export const redirect =
  (to: string, status = 302): Page =>
  (_, response) =>
    response.writeHead(status, { location: to }).end();
