declare module "undici/lib/dispatcher/agent.js" {
  import type { Dispatcher, DispatcherOptions } from "undici/lib/dispatcher/dispatcher.js";
  const Agent: new (options: DispatcherOptions) => Dispatcher;
  export default Agent;
}

declare module "undici/lib/dispatcher/proxy-agent.js" {
  import type { Dispatcher, DispatcherOptions } from "undici/lib/dispatcher/dispatcher.js";
  const ProxyAgent: new (
    options: DispatcherOptions & {
      uri: string;
      requestTls: object;
      proxyTls: object;
      clientFactory(origin: URL, options: object): Dispatcher;
    },
  ) => Dispatcher;
  export default ProxyAgent;
}

declare module "undici/lib/dispatcher/pool.js" {
  import type { Dispatcher } from "undici/lib/dispatcher/dispatcher.js";
  const Pool: new (origin: URL, options: object) => Dispatcher;
  export default Pool;
}

declare module "undici/lib/api/api-connect.js" {
  const connect: (...args: never[]) => unknown;
  export default connect;
}

declare module "undici/lib/dispatcher/dispatcher.js" {
  export interface DispatcherOptions {
    connect?: object;
    connections: number;
    pipelining: number;
    allowH2: boolean;
    maxHeaderSize: number;
    /** Milliseconds, as are all times; 0 for none. */
    headersTimeout: number;
    bodyTimeout: number;
    connectTimeout: number;
    maxCachedSessions: number;
  }

  export interface Dispatcher {
    dispatch(options: object, handler: object): boolean;
    close(): Promise<void>;
    destroy(): Promise<void>;
  }
}
