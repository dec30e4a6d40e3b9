import { once } from "node:events";
import * as net from "node:net";
import * as tls from "node:tls";

/** One request that a raw server has read in full, and the socket to answer on. */
export interface RawExchange {
  socket: net.Socket;
  /** Head and body, byte for byte as Latin-1. */
  request: string;
  /** 0 for the first request of this server. */
  index: number;
}

export interface RawServer {
  readonly port: number;
  readonly origin: string;
  /** Every connection that was accepted, TLS or not, closed ones too. */
  readonly sockets: readonly net.Socket[];
  /** Every request that was read in full, as Latin-1. */
  readonly requests: readonly string[];
  /** Bytes received, decrypted if TLS is used. */
  readonly bytes: number;
  /** Serves new TLS connections with another certificate. */
  changeCertificate(certificate: { cert: string; key: string }): void;
  /** Resolves once all sockets are closed. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface RawServerOptions {
  /** Called for each request; without it requests are read but never answered. */
  answer?: (exchange: RawExchange) => void;
  /** Called for each connection, before anything is read. */
  connected?: (socket: net.Socket) => void;
  /** `false` never reads; a function is called for each connection, the first of which is 0. */
  reads?: boolean | ((connection: number) => boolean);
  tls?: tls.TlsOptions;
}

/** A server on 127.0.0.1 that sends whatever bytes a test wants. */
export async function startRawServer(options: RawServerOptions): Promise<RawServer> {
  const sockets: net.Socket[] = [];
  const requests: string[] = [];
  const open = new Set<net.Socket>();
  const deaf = new Set<net.Socket>();
  let bytes = 0;

  const accept = (socket: net.Socket) => {
    socket.on("error", () => undefined);
    options.connected?.(socket);
    if (deaf.has(socket)) return;
    let text = "";
    socket.on("data", (chunk) => {
      bytes += chunk.length;
      text += chunk.toString("latin1");
      for (let end = requestEnd(text); end !== undefined; end = requestEnd(text)) {
        const request = text.slice(0, end);
        text = text.slice(end);
        requests.push(request);
        options.answer?.({ socket, request, index: requests.length - 1 });
      }
    });
  };

  const server = options.tls ? tls.createServer(options.tls, accept) : net.createServer(accept);
  server.on("tlsClientError", () => undefined);
  // Before any of it is read.
  server.prependListener("connection", (socket: net.Socket) => {
    const { reads = true } = options;
    if (!(typeof reads === "function" ? reads(sockets.length) : reads)) {
      deaf.add(socket);
      socket.pause();
    }
    sockets.push(socket);
    open.add(socket);
    socket.on("close", () => open.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");

  return {
    port: address.port,
    origin: `${options.tls ? "https" : "http"}://127.0.0.1:${address.port}`,
    sockets,
    requests,
    get bytes() {
      return bytes;
    },
    changeCertificate: (certificate) => {
      if (!(server instanceof tls.Server)) return;
      // Clients could resume earlier sessions: changing the ticket keys prevents that.
      const keys = server.getTicketKeys();
      server.setSecureContext(certificate);
      server.setTicketKeys(keys);
    },
    idle: async () => {
      await Promise.all(
        [...open].map((socket) => new Promise((resolve) => socket.once("close", resolve))),
      );
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** The bytes of an answer with a JSON body; `head` contains additional header lines. */
export function rawJson(body: unknown, { status = 200, head = [] as string[] } = {}): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} Test`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...head,
    "",
    text,
  ].join("\r\n");
}

function requestEnd(text: string): number | undefined {
  const head = text.indexOf("\r\n\r\n");
  if (head === -1) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? "0";
  const end = head + 4 + Number(length);
  return text.length >= end ? end : undefined;
}
