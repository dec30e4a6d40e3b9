import connect from "undici/lib/api/api-connect.js";
import Agent from "undici/lib/dispatcher/agent.js";
import Pool from "undici/lib/dispatcher/pool.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";
import type { Dispatcher, DispatcherOptions } from "undici/lib/dispatcher/dispatcher.js";
import { endedError } from "./deadline";
import { HubError } from "./errors";
import { Flight } from "./flight";
import { proxyFor } from "./proxy";
import type { NetworkSettings, Send, SendRequest, SendResponse } from "./send";
import { sendFailure } from "./sendFailure";
import { strictTls, type StrictTls } from "./trust";

const connectTimeout = 10_000;

const options: DispatcherOptions = {
  connections: 8,
  pipelining: 1,
  allowH2: false,
  maxHeaderSize: 16 * 1024,
  headersTimeout: 0,
  bodyTimeout: 60_000,
  connectTimeout,
  // Every new connection is checked in full.
  maxCachedSessions: 0,
};

/**
 * The door through undici. Deep imports only: its root takes over the `fetch` of the whole process.
 * TLS is always verified; plain http goes out without a proxy; a proxy sees CONNECT only.
 */
export function createSend(network: NetworkSettings): Send {
  const dispatchers = new Map<string, Dispatcher>();
  let tls: StrictTls | undefined;
  let ended: "close" | "destroy" | undefined;

  const dispatcherFor = (url: URL, proxy: URL | undefined): Dispatcher => {
    const way = proxy?.href ?? url.protocol;
    let dispatcher = dispatchers.get(way);
    if (!dispatcher) {
      dispatcher = url.protocol === "http:" ? direct({}) : through(proxy, (tls ??= strictTls()));
      dispatchers.set(way, dispatcher);
    }
    return dispatcher;
  };

  const send = async (wanted: SendRequest): Promise<SendResponse> => {
    const { url, method, headers, body, signal } = wanted;
    if (ended === "destroy" || signal.aborted) throw endedError("cancelled", 0);
    if (ended === "close") throw retired();
    const proxy = proxyFor(url, network, process.env);
    const flight = new Flight(wanted, (failure) => sendFailure(failure, url, proxy));
    const path = url.pathname + url.search;
    dispatcherFor(url, proxy).dispatch({ origin: url.origin, path, method, headers, body }, flight);
    return flight.answer;
  };

  const end = (way: "close" | "destroy") => async (): Promise<void> => {
    ended = way;
    await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher[way]()));
  };

  return Object.assign(send, { close: end("destroy"), retire: end("close") });
}

/** Nobody cancelled: what was to be tried again waited for a way that is no longer taken. */
function retired(): HubError {
  return new HubError(
    "conflict",
    "The hub or the proxy was changed meanwhile. Nothing more was sent.",
  );
}

function direct(tls: Partial<StrictTls>): Dispatcher {
  return new Agent({
    ...options,
    connect: { ...tls, timeout: connectTimeout, autoSelectFamily: true },
  });
}

function through(proxy: URL | undefined, tls: StrictTls): Dispatcher {
  if (!proxy) return direct(tls);
  const requestTls = { ...tls, maxCachedSessions: 0 };
  return new ProxyAgent({
    ...options,
    uri: proxy.href,
    requestTls,
    proxyTls: { ...requestTls, autoSelectFamily: true },
    // Only undici's root gives its pools this method.
    clientFactory: (origin, poolOptions) =>
      Object.assign(new Pool(origin, poolOptions), { connect }),
  });
}
