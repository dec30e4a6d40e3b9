import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Faults } from "./faults/faults";
import { readCall } from "./service/call";
import { serveDescription } from "./service/descriptionPage";
import { guardSource, holdsKey, keyRefusal } from "./service/guard";
import type { RateLimit } from "./service/rateLimit";
import type { ProgressListeners } from "./service/progressListeners";
import { errorBody, reply, replyError } from "./service/reply";
import { recordRequest, type RequestRecord } from "./service/requestRecord";
import type { Service } from "./service/service";

export interface ServerParts {
  readonly key: string;
  readonly service: Service;
  readonly faults: Faults | undefined;
  readonly progress: ProgressListeners;
  /** Whether a Host header names this hub. */
  readonly isKnownHost: (header: string | undefined) => boolean;
  readonly maxBodyBytes: number;
  readonly rateLimit: RateLimit | undefined;
  readonly onRequest: ((record: RequestRecord) => void) | undefined;
}

/** Listens and answers; a question is cancelled when its client disconnects. */
export class HubServer {
  readonly #parts: ServerParts;
  readonly #server: Server;

  constructor(parts: ServerParts) {
    this.#parts = parts;
    this.#server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
      void this.#handle(request, response);
    });
    this.#server.on("clientError", (_, socket) => {
      const body = JSON.stringify(errorBody(400, "This is not an HTTP request."));
      const head = `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`;
      if (socket.writable) socket.end(head + body);
      else socket.destroy();
    });
  }

  /** Resolves to the base address; rejects if it cannot listen there. */
  async listen(port: number, host: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once("error", reject);
    this.#server.listen(port, host, resolve);
    await promise;
    this.#server.off("error", reject);
    return addressOf(this.#server.address() as AddressInfo);
  }

  /** Aborts everything in progress and closes every connection. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await promise;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { key, service, faults, progress, rateLimit, onRequest } = this.#parts;
    const left = new AbortController();
    response.once("close", () => left.abort());
    const noteCall = onRequest && recordRequest(request, response, onRequest);
    const entry = faults?.enter(request, response);
    try {
      const withKey = holdsKey(request, faults?.keyFor(request) ?? key);
      rateLimit?.admit(request, withKey);
      guardSource(request, this.#parts.isKnownHost);
      if (serveDescription(request, response)) return;
      if (!withKey) throw keyRefusal(request);
      if (faults?.showJournal(request, response)) return;
      const call = await readCall(request, this.#parts.maxBodyBytes, (text) => {
        if (entry) entry.body = text;
      });
      noteCall?.(call);
      if (await faults?.answer(call, request, response, left.signal)) return;
      const onProgress = progress.of(request.headers["expert-hub-progress"]);
      reply(response, 200, await service.answer(call, { signal: left.signal, onProgress }));
    } catch (error) {
      replyError(response, error);
    }
  }
}

/** Where this computer reaches it, also if it listens on every address. */
function addressOf({ address, family, port }: AddressInfo): string {
  if (address === "0.0.0.0") return `http://127.0.0.1:${port}`;
  if (address === "::") return `http://[::1]:${port}`;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
