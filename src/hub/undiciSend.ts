import type { Dispatcher } from "undici/lib/dispatcher/dispatcher.js";
import { endedError } from "./deadline";
import { HubError } from "./errors";
import { RequestHandler } from "./requestHandler";
import { proxyFor } from "./proxy";
import type { NetworkSettings, Send, SendRequest, SendResponse } from "./send";
import { sendFailure } from "./sendFailure";
import { strictTls, type StrictTls } from "./trust";
import { poolOf, straight, tunnelled } from "./undiciConnect";

/**
 * Network access through undici. Deep imports only: its root replaces the `fetch` of the whole
 * process. TLS is always verified; plain http bypasses proxies; a proxy sees CONNECT only.
 */
export function createSend(network: NetworkSettings): Send {
  const pools = new Map<string, Dispatcher>();
  let tls: StrictTls | undefined;
  let ended: "close" | "destroy" | undefined;

  const kept = (name: string, make: () => Dispatcher): Dispatcher => {
    const pool = pools.get(name) ?? make();
    pools.set(name, pool);
    return pool;
  };

  const poolFor = ({ origin, protocol }: URL, proxy: URL | undefined): Dispatcher => {
    if (protocol === "http:") return kept(origin, () => poolOf(origin, straight({})));
    const strict = (tls ??= strictTls());
    if (!proxy) return kept(origin, () => poolOf(origin, straight(strict)));
    const way = kept(proxy.href, () => poolOf(proxy.origin, straight(strict)));
    return kept(`${origin} ${proxy.href}`, () => poolOf(origin, tunnelled(proxy, way, strict)));
  };

  const send = async (wanted: SendRequest): Promise<SendResponse> => {
    const { url, method, headers, body, signal } = wanted;
    if (ended === "destroy" || signal.aborted) throw endedError("cancelled", 0);
    if (ended === "close") throw retired();
    const proxy = proxyFor(url, network, process.env);
    const handler = new RequestHandler(wanted, (failure) => sendFailure(failure, url, proxy));
    const path = url.pathname + url.search;
    poolFor(url, proxy).dispatch({ path, method, headers, body, signal }, handler);
    return handler.answer;
  };

  const end = (way: "close" | "destroy") => async (): Promise<void> => {
    ended = way;
    // The connection to a proxy is needed as long as questions use it.
    for (const pool of [...pools.values()].toReversed()) await pool[way]();
  };

  return Object.assign(send, { close: end("destroy"), retire: end("close") });
}

/** Nobody cancelled: the retry was waiting for a connection that is no longer used. */
function retired(): HubError {
  return new HubError(
    "conflict",
    "The hub or the proxy changed in the meantime. Nothing more was sent.",
  );
}
