declare module "undici/lib/dispatcher/dispatcher.js" {
  export interface DispatcherOptions {
    connections: number;
    pipelining: number;
    allowH2: boolean;
    maxHeaderSize: number;
    /** Milliseconds, as are all times; 0 for none. */
    headersTimeout: number;
    bodyTimeout: number;
  }

  export interface Dispatched {
    path: string;
    method: string;
    headers: Readonly<Record<string, string>>;
    body?: string | undefined;
    signal?: AbortSignal | undefined;
  }

  export interface Dispatcher {
    dispatch(options: Dispatched, handler: object): boolean;
    close(): Promise<void>;
    destroy(): Promise<void>;
  }
}

declare module "undici/lib/core/connect.js" {
  export interface Socket {
    on(event: "error", listener: () => void): this;
    destroy(failure?: Error): this;
  }

  export interface Wanted {
    /** With its port, unless that is the default one. */
    host: string;
    hostname: string;
    protocol: string;
    port: string;
    servername?: string | undefined;
    /** A socket to speak TLS over. */
    httpSocket?: Socket;
    /** Our own: aborts with the request that the connection is for. */
    signal?: AbortSignal | undefined;
  }

  /** Of `net.LookupFunction`, what is needed here. */
  export type Lookup = (
    host: string,
    options: { all?: boolean | undefined },
    done: (
      failure: Error | null,
      found?: string | { address: string; family: number }[],
      family?: number,
    ) => void,
  ) => void;

  export type Connected = (failure: unknown, socket?: Socket) => void;
  /** Returns the socket at once; reports when it is ready. */
  export type Connector<Given = unknown> = (wanted: Wanted, connected: Connected) => Given;

  const connectorOf: (options: {
    allowH2: boolean;
    maxCachedSessions: number;
    timeout: number;
    autoSelectFamily?: boolean;
    keepAlive: boolean;
    keepAliveInitialDelay: number;
    lookup?: Lookup;
  }) => Connector<Socket>;
  export default connectorOf;
}

declare module "undici/lib/dispatcher/client.js" {
  import type { Connector } from "undici/lib/core/connect.js";
  import type { Dispatcher, DispatcherOptions } from "undici/lib/dispatcher/dispatcher.js";
  const Client: new (
    origin: URL,
    options: DispatcherOptions & { connect: Connector },
  ) => Dispatcher;
  export default Client;
}

declare module "undici/lib/dispatcher/pool.js" {
  import type { Connector } from "undici/lib/core/connect.js";
  import type { Dispatcher, DispatcherOptions } from "undici/lib/dispatcher/dispatcher.js";
  type Options = DispatcherOptions & { connect: Connector };
  const Pool: new (
    origin: string,
    options: Options & { factory(origin: URL, options: Options): Dispatcher },
  ) => Dispatcher;
  export default Pool;
}

declare module "undici/lib/api/api-connect.js" {
  import type { Socket } from "undici/lib/core/connect.js";
  import type { Dispatched, Dispatcher } from "undici/lib/dispatcher/dispatcher.js";
  function connect(
    this: Dispatcher,
    options: Omit<Dispatched, "method">,
  ): Promise<{ statusCode: number; socket: Socket }>;
  export default connect;
}
