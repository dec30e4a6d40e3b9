import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readCall, type Call, assertMethod, pathOf } from "./service/call";
import { guardSource, holdsKey, keyRefusal } from "./service/guard";
import type { RateLimit } from "./service/rateLimit";
import {
  ProgressAnswer,
  takesProgress,
  errorBody,
  reply,
  replyError,
} from "./service/progressAnswer";
import { recordRequest, type RequestRecord } from "./service/requestRecord";
import type { Service } from "./service/service";
import { description } from "../contract/conformity";

interface ServerParts {
  readonly key: string;
  readonly service: Service;
  /** Whether a Host header names this hub. */
  readonly isKnownHost: (header: string | undefined) => boolean;
  readonly maxBodyBytes: number;
  readonly rateLimit: RateLimit | undefined;
  readonly onRequest: ((record: RequestRecord) => void) | undefined;
  readonly listener: RequestListener | undefined;
}

/** A request and what it can be answered with. */
export interface HeardExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the connection closes. */
  readonly signal: AbortSignal;
  /** What the hub itself answers. */
  answer(call: Call): Promise<unknown>;
}

/**
 * Called when a request arrives, and again with its call once that has been checked. It answers in
 * place of the hub where it returns a promise.
 */
export type RequestListener = (exchange: HeardExchange, call?: Call) => Promise<void> | undefined;

/** Listens and answers; a question is cancelled when its client disconnects. */
export class HubServer {
  readonly #parts: ServerParts;
  readonly #server: Server;
  readonly #open = new Set<ServerResponse>();

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
    // The server counts as closed before its answers know that their connections are.
    const answersClosed = [...this.#open].map(
      (response) => new Promise((resolve) => response.once("close", resolve)),
    );
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await Promise.all([promise, ...answersClosed]);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { key, service, rateLimit, onRequest, listener } = this.#parts;
    const left = new AbortController();
    this.#open.add(response);
    response.once("close", () => {
      this.#open.delete(response);
      left.abort();
    });
    const noteCall = onRequest && recordRequest(request, response, onRequest);
    const { signal } = left;
    const answer = (call: Call) => service.answer(call, { signal });
    const exchange: HeardExchange = { request, response, signal, answer };
    try {
      const answeredAtOnce = listener?.(exchange);
      if (answeredAtOnce) return await answeredAtOnce;
      const withKey = holdsKey(request, key);
      rateLimit?.admit(request, withKey);
      guardSource(request, this.#parts.isKnownHost);
      if (serveDescription(request, response)) return;
      if (!withKey) throw keyRefusal(request);
      const call = await readCall(request, this.#parts.maxBodyBytes);
      noteCall?.(call);
      await (listener?.(exchange, call) ?? this.#answer(call, exchange));
    } catch (error) {
      replyError(response, error);
    }
  }

  async #answer(call: Call, { request, response, signal, answer }: HeardExchange): Promise<void> {
    if (!takesProgress(request)) return reply(response, 200, await answer(call));
    const shown = new ProgressAnswer(response);
    const onProgress = shown.report.bind(shown);
    try {
      shown.end(await this.#parts.service.answer(call, { signal, onProgress }));
    } catch (error) {
      shown.fail(error);
    }
  }
}

/** Where this computer reaches it, also if it listens on every address. */
function addressOf({ address, family, port }: AddressInfo): string {
  if (address === "0.0.0.0") return `http://127.0.0.1:${port}`;
  if (address === "::") return `http://[::1]:${port}`;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

const page = "/api/v1/openapi.json";

/**
 * Serves the description; false if the request is for something else. It needs no key: it is the
 * same for everyone, and the programs that read it send none.
 */
function serveDescription(request: IncomingMessage, response: ServerResponse): boolean {
  if (pathOf(request) !== page) return false;
  assertMethod(request, "GET");
  reply(response, 200, { ...description, servers: [{ url: "/", description: "This hub." }] });
  return true;
}
