import dns from "node:dns";
import { isLocalAddress } from "../contract/webAddress";
import { endedError } from "./deadline";
import { notLocal, tlsSentence, unreachable } from "./sendFailure";
import type { StrictTls } from "./trust";
import {
  Client,
  type Connected,
  type Connector,
  type Dispatched,
  type Dispatcher,
  type Lookup,
  Pool,
  type Socket,
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

export function poolOf(origin: string, connector: Connector): Dispatcher {
  return new Pool(origin, {
    ...options,
    connect: connector,
    factory: (url, given) => new EndingClient(url, given),
  });
}

/**
 * Connects to the host of a request, over TLS if its protocol requires it; to an address that
 * `lookup` finds, if it is given.
 */
export function straight(tls: Partial<StrictTls>, lookup?: Lookup): Connector {
  const dial = connectorOf({
    ...tls,
    ...(lookup && { lookup }),
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
export function lookupOf(addresses: readonly string[]): Lookup {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_, { all }, done) => {
    if (all) done(null, found);
    else done(null, found[0]?.address ?? "", found[0]?.family);
  };
}

/** Finds only addresses of the local network and of this computer, each time a connection is made. */
export const localLookup: Lookup = (host, { all }, done) => {
  dns.lookup(host, { all: true }, (failure, addresses) => {
    if (failure) return done(failure);
    const found = addresses.filter(({ address }) => isLocalAddress(address));
    const [first] = found;
    if (!first) done(Object.assign(new Error(notLocal), { code: notLocal }));
    else if (all) done(null, found);
    else done(null, first.address, first.family);
  });
};

const isIPv6 = (address: string): boolean => address.includes(":");

interface Tunnel {
  readonly authorization: string | undefined;
  /** Connections to the proxy. */
  readonly dispatcher: Dispatcher;
  readonly tls: StrictTls;
  /** What the proxy is asked to connect to; absent: the host by its name. */
  readonly addresses?: readonly string[] | undefined;
}

/** Connects to the host of a request over TLS through a tunnel of a proxy. */
export function tunnelled({ authorization, dispatcher, tls, addresses }: Tunnel): Connector {
  const dial = straight(tls);
  const login: Record<string, string> =
    authorization === undefined ? {} : { "proxy-authorization": authorization };
  const tunnel = async (wanted: Wanted, path: string, signal: AbortSignal): Promise<Socket> => {
    const headers = { host: path, "proxy-connection": "keep-alive", ...login };
    const { statusCode, socket } = await connect
      .call(dispatcher, { path, headers, signal })
      .catch((failure: unknown) => Promise.reject(proxysOwn(failure)));
    if (statusCode === 200) return secured(dial, { ...wanted, httpSocket: socket, signal });
    socket.on("error", () => undefined).destroy();
    throw new ProxyError("PROXY_STATUS", undefined, statusCode);
  };
  return (wanted, connected: Connected) => {
    const paths = authoritiesOf(wanted, addresses);
    const attempts = paths.map((path) => (signal: AbortSignal) => tunnel(wanted, path, signal));
    void firstSocket(attempts, wanted.signal).then(
      (socket) => connected(null, socket),
      (failure: unknown) => connected(failure),
    );
  };
}

function secured(dial: Connector, wanted: Wanted): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  dial(wanted, (failure, socket) => {
    if (socket) resolve(socket);
    // Whatever broke within the tunnel, the proxy itself was reached.
    else reject(isTlsFailure(failure) ? failure : new ProxyError("ECONNRESET", failure));
  });
  return promise;
}

/** Hosts with ports, as a proxy is asked for them. */
function authoritiesOf({ host, port }: Wanted, addresses?: readonly string[]): string[] {
  return (
    addresses?.map((address) => {
      return `${isIPv6(address) ? `[${address}]` : address}:${port || "443"}`;
    }) ?? [port ? host : `${host}:443`]
  );
}

/** A tunnel may take this long until another one is tried beside it. */
const tunnelPatienceMs = 1000;

type Attempt = (signal: AbortSignal) => Promise<Socket>;

/**
 * The socket of the first attempt that succeeds. They begin one after another: at the failure of the
 * one before, or when that takes long. Rejects with the last failure, or at once with one that the
 * others would share.
 */
async function firstSocket(
  attempts: readonly Attempt[],
  signal: AbortSignal | undefined,
): Promise<Socket> {
  const decided = new AbortController();
  const until = signal ? AbortSignal.any([signal, decided.signal]) : decided.signal;
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  let [begun, failed] = [0, 0];
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    clearTimeout(timer);
    const attempt = attempts[begun++];
    if (!attempt) return;
    if (begun < attempts.length) timer = setTimeout(begin, tunnelPatienceMs);
    attempt(until).then(
      (socket) => {
        if (decided.signal.aborted) socket.on("error", () => undefined).destroy();
        resolve(socket);
        decided.abort();
      },
      (failure: unknown) => {
        if (++failed === attempts.length || until.aborted || isShared(failure)) reject(failure);
        else begin();
      },
    );
  };
  begin();
  return promise.finally(() => {
    clearTimeout(timer);
    decided.abort();
  });
}

/** Whether a failure is that of the proxy or of the host's certificate, whatever the address. */
function isShared(failure: unknown): boolean {
  if (failure instanceof ProxyError)
    return failure.status === 407 || ["PROXY_TLS", "PROXY_INVALID"].includes(failure.code);
  return isTlsFailure(failure) || unreachable(codeOf(failure), "") !== undefined;
}

const isTlsFailure = (failure: unknown): boolean => tlsSentence(codeOf(failure), "") !== undefined;

const codeOf = (failure: unknown): string =>
  failure instanceof Error && "code" in failure ? String(failure.code) : "";

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

/** Otherwise it would be taken for the hub's; a client would retry two of the codes forever. */
function proxysOwn(failure: unknown): unknown {
  if (isTlsFailure(failure)) return new ProxyError("PROXY_TLS", failure);
  const code = codeOf(failure);
  if (["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(code))
    return new ProxyError("PROXY_ENDED", failure);
  const isHttp = !(failure instanceof Error && failure.name === "HTTPParserError");
  if (isHttp && code !== "UND_ERR_HEADERS_OVERFLOW") return failure;
  return new ProxyError("PROXY_INVALID", failure);
}
