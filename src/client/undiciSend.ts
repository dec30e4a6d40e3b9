import { isIP } from "node:net";
import { isLocalAddress } from "../contract/webAddress";
import { t } from "../kit/l10n";
import { endedError } from "./deadline";
import { HubError } from "../contract/errors";
import { ResponseHandler } from "./responseHandler";
import { type Proxy, proxyFor } from "./proxy";
import type { OnSent } from "../contract/purpose";
import type { NetworkSettings, Send, SendRequest, SendResponse } from "../contract/send";
import { beyondLocalNetwork, sendFailure } from "./sendFailure";
import { strictTls, type StrictTls } from "./trust";
import type { Connector, Dispatcher } from "./undici";
import { localLookup, lookupOf, poolOf, straight, tunnelled } from "./undiciConnect";

/**
 * Network access through undici. TLS is always verified; plain http goes through no proxy; a proxy
 * sees CONNECT only. What went onto a socket is reported, once it has ended, to `onSent`.
 */
export function createSend(network: NetworkSettings, onSent: OnSent): Send {
  const pools = new Map<string, Dispatcher>();
  let tls: StrictTls | undefined;
  /** Connections for one request each, and when they are closed. */
  const alone = new Map<Dispatcher, Promise<void>>();
  let ended: "close" | "destroy" | undefined;

  const kept = (name: string, make: () => Dispatcher): Dispatcher => {
    const pool = pools.get(name) ?? make();
    pools.set(name, pool);
    return pool;
  };

  const connectorFor = (
    { protocol }: URL,
    proxy: Proxy | undefined,
    addresses?: readonly string[],
  ): Connector => {
    const lookup = addresses && lookupOf(addresses);
    // Where nothing was checked before, plain http leads to no other network than the local one.
    if (protocol === "http:") return straight({}, lookup ?? localLookup);
    const strict = (tls ??= strictTls());
    if (!proxy) return straight(strict, lookup);
    const { origin, authorization } = proxy;
    const dispatcher = kept(`proxy ${routeOf(proxy)}`, () => poolOf(origin, straight(strict)));
    return tunnelled({ authorization, dispatcher, tls: strict, addresses });
  };

  const poolFor = (url: URL, proxy: Proxy | undefined): Dispatcher =>
    kept(`${url.origin} ${proxy ? routeOf(proxy) : ""}`, () =>
      poolOf(url.origin, connectorFor(url, proxy)),
    );

  /** Dispatches over a connection of its own: those of the pools lead wherever a name does. */
  const dispatchAlone = (pool: Dispatcher, ...request: Parameters<Dispatcher["dispatch"]>) => {
    pool.dispatch(...request);
    const closing = pool.close().finally(() => alone.delete(pool));
    alone.set(pool, closing);
  };

  const send = async (wanted: SendRequest): Promise<SendResponse> => {
    const { url, method, headers, body, addresses, signal } = wanted;
    if (ended === "destroy" || signal.aborted) throw endedError("cancelled", 0);
    if (ended === "close") throw retired();
    // A literal address is not looked up.
    if (url.protocol === "http:" && !addresses && isForeignAddress(url.hostname))
      throw beyondLocalNetwork(url.host);
    const proxy = proxyFor(url, network, process.env);
    const handler = new ResponseHandler(wanted, {
      toError: (failure) => sendFailure(failure, url, proxy, addresses !== undefined),
      onSent,
    });
    const request = { path: url.pathname + url.search, method, headers, body, signal };
    if (addresses) {
      const pool = poolOf(url.origin, connectorFor(url, proxy, addresses));
      dispatchAlone(pool, request, handler);
    } else poolFor(url, proxy).dispatch(request, handler);
    return handler.answer;
  };

  const end = (how: "close" | "destroy") => async (): Promise<void> => {
    ended = how;
    if (how === "destroy") await Promise.all([...alone.keys()].map((pool) => pool.destroy()));
    await Promise.all(alone.values());
    // The connection to a proxy is needed as long as questions use it.
    for (const pool of [...pools.values()].toReversed()) await pool[how]();
  };

  return Object.assign(send, { close: end("destroy"), retire: end("close") });
}

function isForeignAddress(hostname: string): boolean {
  const literal = hostname.replaceAll(/^\[|\]$/g, "");
  return isIP(literal) !== 0 && !isLocalAddress(literal);
}

const routeOf = ({ origin, authorization = "" }: Proxy): string => `${origin} ${authorization}`;

/** Nobody cancelled: the retry was waiting for a connection that is no longer used. */
function retired(): HubError {
  return new HubError(
    "conflict",
    t("The hub or the proxy changed in the meantime. Nothing more was sent."),
  );
}
