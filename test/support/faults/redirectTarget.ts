import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Another origin, which a client that follows redirects would reach. */
export interface RedirectTarget {
  readonly baseUrl: string;
  /** Number of connections received. */
  readonly connections: number;
  /** Number of requests received. */
  readonly requests: number;
  close(): Promise<void>;
}

export async function startRedirectTarget(): Promise<RedirectTarget> {
  const seen = { connections: 0, requests: 0 };
  const server = createServer((_, response) => {
    seen.requests += 1;
    response.writeHead(200, { "content-type": "application/json" }).end("[]");
  });
  server.on("connection", () => {
    seen.connections += 1;
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    get connections() {
      return seen.connections;
    },
    get requests() {
      return seen.requests;
    },
    async close() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}
