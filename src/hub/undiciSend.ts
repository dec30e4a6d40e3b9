import connect from "undici/lib/api/api-connect.js";
import request from "undici/lib/api/api-request.js";
import Agent from "undici/lib/dispatcher/agent.js";
import Pool from "undici/lib/dispatcher/pool.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";
import type { Dispatcher, DispatcherOptions } from "undici/lib/dispatcher/dispatcher.js";
import { HubError } from "./errors";
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
  let closed = false;

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
    if (closed || wanted.signal.aborted) throw cancelled();
    const proxy = proxyFor(wanted.url, network, process.env);
    const failed = (failure: unknown) => sendFailure(failure, wanted.url, proxy);
    try {
      const answer = await begin(dispatcherFor(wanted.url, proxy), wanted);
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: told(answer.body, failed),
      };
    } catch (failure) {
      throw failed(failure);
    }
  };

  const close = async (): Promise<void> => {
    closed = true;
    await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
    dispatchers.clear();
  };

  return Object.assign(send, { close });
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

/** Rejects at once when aborted: undici itself lets a request that waits for a socket go on waiting. */
function begin(dispatcher: Dispatcher, wanted: SendRequest): ReturnType<typeof request> {
  const { url, method, headers, body, signal, onSent } = wanted;
  const tapped: Pick<Dispatcher, "dispatch"> = {
    dispatch: (options, handler) => {
      const start = handler.onRequestStart.bind(handler);
      handler.onRequestStart = (controller, context) => {
        if (!signal.aborted) onSent?.();
        start(controller, context);
      };
      return dispatcher.dispatch(options, handler);
    },
  };
  return new Promise((resolve, reject) => {
    const stop = () => reject(cancelled());
    signal.addEventListener("abort", stop, { once: true });
    const path = url.pathname + url.search;
    request
      .call(tapped, { origin: url.origin, path, method, headers, body, signal })
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}

async function* told(
  body: AsyncIterable<Uint8Array>,
  failed: (failure: unknown) => HubError,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (failure) {
    throw failed(failure);
  }
}

function cancelled(): HubError {
  return new HubError("cancelled", "The request was cancelled.");
}
