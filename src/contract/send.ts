import type { Purpose } from "./purpose";

/** One HTTP request, ready to be sent. */
export interface SendRequest {
  url: URL;
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** For the activity log. */
  purpose: Purpose;
  /** The IP addresses of the host that may be connected to, also by a proxy; absent: any. */
  addresses?: readonly string[];
  /** Aborting ends the request in any phase, at once. */
  signal: AbortSignal;
  /** Called just before the first byte is sent; never for requests still waiting for a socket. */
  onSent?: () => void;
}

const enoughName = "EnoughRead";

/** The reason to abort a request of whose answer enough was read, which is no failure. */
export function enoughRead(): Error {
  const reason = new Error("Enough of the answer was read.");
  reason.name = enoughName;
  return reason;
}

/** By its name: the built-in hub and the extension are two bundles. */
export function isEnough(reason: unknown): boolean {
  return reason instanceof Error && reason.name === enoughName;
}

/** The head of an answer and its body as a stream. Abandoning the iteration closes the socket. */
export interface SendResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: AsyncIterable<Uint8Array>;
}

/** Sends one request, as `Send` does. */
export type SendOne = (request: SendRequest) => Promise<SendResponse>;

/**
 * The only access to the network: sends, but never follows redirects, decompresses or retries. It
 * and the body's iteration reject with HubError only: `network`, `tls`, `timeout`, `bad-response`,
 * `cancelled` or, once it is retired, `conflict`.
 */
export interface Send extends SendOne {
  /** Closes idle sockets and aborts what is still running. */
  close(): Promise<void>;
  /** Accepts no more requests; those in progress still complete. */
  retire(): Promise<void>;
}

/** The user's network settings, read at user level only. */
export interface NetworkSettings {
  /** `http.proxy`. */
  proxy?: string;
  /** `http.noProxy`: host names that bypass the proxy. */
  noProxy?: readonly string[];
}
