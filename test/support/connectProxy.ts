import { once } from "node:events";
import * as http from "node:http";
import * as net from "node:net";

export interface ConnectProxy {
  readonly host: string;
  /** Every request, refused or not: `CONNECT host:port` or `METHOD url`. */
  readonly asked: readonly string[];
  /** Every byte received, both outside and inside tunnels, as Latin-1. */
  readonly seen: () => string;
  close(): Promise<void>;
}

function refuse(socket: net.Socket, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n`);
}

/** A proxy on 127.0.0.1 that maps the hosts that it knows to local ports. */
export async function startConnectProxy({
  hosts,
  login,
}: {
  hosts: ReadonlyMap<string, number>;
  /** `name:password`, requested with 407. */
  login?: string;
}): Promise<ConnectProxy> {
  const asked: string[] = [];
  const seen: string[] = [];
  const open = new Set<net.Socket>();
  const expected = login && `Basic ${Buffer.from(login).toString("base64")}`;
  const proxy = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    seen.push(JSON.stringify(request.headers));
    response.writeHead(502).end();
  });
  proxy.on("connection", (socket: net.Socket) => {
    open.add(socket);
    socket.on("error", () => undefined);
  });
  proxy.on("connect", (request: http.IncomingMessage, socket: net.Socket) => {
    asked.push(`CONNECT ${request.url}`);
    seen.push(JSON.stringify(request.headers));
    if (expected && request.headers["proxy-authorization"] !== expected)
      return refuse(socket, "407 Log in");
    const port = hosts.get(request.url ?? "");
    if (port === undefined) return refuse(socket, "502 Unknown");
    const tunnel = net.connect(port, "127.0.0.1");
    tunnel.on("error", () => socket.destroy());
    socket.on("data", (bytes) => seen.push(bytes.toString("latin1")));
    socket.on("close", () => tunnel.destroy());
    socket.write("HTTP/1.1 200 Connected\r\n\r\n");
    return socket.pipe(tunnel).pipe(socket);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as net.AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    asked,
    seen: () => seen.join("\n"),
    close: async () => {
      for (const socket of open) socket.destroy();
      proxy.close();
      await once(proxy, "close");
    },
  };
}
