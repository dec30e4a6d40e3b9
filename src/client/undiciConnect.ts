import { endedError } from "./deadline";
import type { StrictTls } from "./trust";
import {
  Client,
  type Connected,
  type Connector,
  type Dispatched,
  type Dispatcher,
  type Lookup,
  Pool,
  type Wanted,
  connect,
  connectorOf,
} from "./undici";

const options = {
  connections: 8,
  pipelining: 1,
  allowH2: false,
  maxHeaderSize: 16 * 1024,
  // A model may think for minutes: each request has a deadline of its own.
  headersTimeout: 0,
  bodyTimeout: 0,
};

/** A client that ends its connection attempt together with the one request that it holds. */
class EndingClient extends Client {
  #signal: AbortSignal | undefined;

  constructor(...[origin, given]: ConstructorParameters<typeof Client>) {
    super(origin, {
      ...given,
      connect: (wanted, connected) => given.connect({ ...wanted, signal: this.#signal }, connected),
    });
  }

  override dispatch(wanted: Dispatched, handler: object): boolean {
    this.#signal = wanted.signal;
    return super.dispatch(wanted, handler);
  }
}

/** Connections to one origin. */
export function poolOf(origin: string, connector: Connector): Dispatcher {
  return new Pool(origin, {
    ...options,
    connect: connector,
    factory: (url, given) => new EndingClient(url, given),
  });
}

/**
 * Connects to the host of a request, over TLS if its protocol requires it; to one of `addresses`
 * alone, if they are given.
 */
export function straight(tls: Partial<StrictTls>, addresses?: readonly string[]): Connector {
  const dial = connectorOf({
    ...tls,
    ...(addresses && { lookup: lookupOf(addresses) }),
    allowH2: false,
    // Every new connection is checked in full.
    maxCachedSessions: 0,
    timeout: 10_000,
    autoSelectFamily: true,
    // Proxies and routers forget connections on which nothing moves.
    keepAlive: true,
    keepAliveInitialDelay: 30_000,
  });
  return ({ signal, ...wanted }, connected) => {
    // A CONNECT names the hub as its host, but the certificate of a proxy names the proxy.
    const socket = dial({ ...wanted, servername: undefined }, (failure, ready) => {
      signal?.removeEventListener("abort", stop);
      connected(failure, ready);
    });
    const stop = () => socket.destroy(endedError("cancelled", 0));
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  };
}

/** Answers as a name server that knows these addresses of any name. */
function lookupOf(addresses: readonly string[]): Lookup {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_, { all }, done) => {
    if (all) done(null, found);
    else done(null, found[0]?.address ?? "", found[0]?.family);
  };
}

const isIPv6 = (address: string): boolean => address.includes(":");

interface Tunnel {
  readonly proxy: URL;
  /** Connections to the proxy. */
  readonly way: Dispatcher;
  readonly tls: StrictTls;
  /** What the proxy is asked to connect to; absent: the host by its name. */
  readonly address?: string | undefined;
}

/** Connects to the host of a request over TLS through a tunnel of a proxy. */
export function tunnelled({ proxy, way, tls, address }: Tunnel): Connector {
  const dial = straight(tls);
  const login = loginOf(proxy);
  const open = async (wanted: Wanted): Promise<Wanted> => {
    const path = authorityOf(wanted, address);
    const { signal } = wanted;
    const headers = { host: path, "proxy-connection": "keep-alive", ...login };
    const { statusCode, socket } = await connect.call(way, { path, headers, signal });
    if (statusCode === 200) return { ...wanted, httpSocket: socket };
    socket.on("error", () => undefined).destroy();
    throw new ProxyError("PROXY_STATUS", undefined, statusCode);
  };
  return (wanted, connected: Connected) => {
    void open(wanted).then(
      (inside) => dial(inside, connected),
      (failure: unknown) => connected(proxysOwn(failure)),
    );
  };
}

/** Host and port, as a proxy is asked for them. */
function authorityOf({ host, port }: Wanted, address: string | undefined): string {
  if (address === undefined) return port ? host : `${host}:443`;
  return `${isIPv6(address) ? `[${address}]` : address}:${port || "443"}`;
}

/** A failure of the proxy, not of the hub. */
class ProxyError extends Error {
  readonly code: string;
  readonly status: number | undefined;

  constructor(code: string, cause: unknown, status?: number) {
    super("The proxy could not connect to the hub.", { cause });
    this.code = code;
    this.status = status;
  }
}

/** Two codes have another meaning for a client, which would retry forever. */
function proxysOwn(failure: unknown): unknown {
  const code = failure instanceof Error && "code" in failure ? failure.code : undefined;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return new ProxyError("PROXY_TLS", failure);
  if (code === "UND_ERR_SOCKET") return new ProxyError("PROXY_ENDED", failure);
  return failure;
}

function loginOf({ username, password }: URL): Record<string, string> {
  if (!username) return {};
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(login).toString("base64")}` };
}
