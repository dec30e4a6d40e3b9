import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Faults } from "./faults/faults";
import { readCall } from "./service/call";
import { guard } from "./service/guard";
import { errorBody, reply, replyError } from "./service/reply";
import type { ProgressListeners } from "./service/progressListeners";
import type { Service } from "./service/service";

export interface HubServerParts {
  readonly key: string;
  readonly service: Service;
  readonly faults: Faults | undefined;
  readonly progress: ProgressListeners;
}

/** Listens on 127.0.0.1 and answers; a question is cancelled when its client disconnects. */
export class HubServer {
  readonly #key: string;
  readonly #service: Service;
  readonly #faults: Faults | undefined;
  readonly #progress: ProgressListeners;
  readonly #server: Server;

  constructor({ key, service, faults, progress }: HubServerParts) {
    this.#key = key;
    this.#service = service;
    this.#faults = faults;
    this.#progress = progress;
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

  /** Resolves to the base address; rejects if the port is taken. */
  async listen(port: number): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once("error", reject);
    this.#server.listen(port, "127.0.0.1", resolve);
    await promise;
    this.#server.off("error", reject);
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Aborts everything in progress and closes every connection. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await promise;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const left = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) left.abort();
    });
    const entry = this.#faults?.enter(request, response);
    try {
      guard(request, this.#faults?.keyFor(request) ?? this.#key);
      if (this.#faults?.showJournal(request, response)) return;
      const call = await readCall(request, (text) => {
        if (entry) entry.body = text;
      });
      if (await this.#faults?.answer(call, request, response, left.signal)) return;
      const onProgress = this.#progress.of(request.headers["expert-hub-progress"]);
      reply(response, 200, await this.#service.answer(call, { signal: left.signal, onProgress }));
    } catch (error) {
      if (left.signal.aborted) response.destroy();
      else replyError(response, error);
    }
  }
}
