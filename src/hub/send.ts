/** One HTTP request, ready to go. */
export interface SendRequest {
  url: URL;
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Abort ends the request in any phase, at once. */
  signal: AbortSignal;
  /** Called just before the first byte leaves; never for what still waited for a socket. */
  onSent?: () => void;
}

/** The head of an answer and its body as it streams in. Abandoning the iteration closes the socket. */
export interface SendResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: AsyncIterable<Uint8Array>;
}

/**
 * The one door to the network: sends, never follows, never inflates, never retries. It and the
 * body's iteration reject with HubError only: `network`, `tls`, `timeout`, `bad-response`,
 * `cancelled` or, once it is retired, `conflict`.
 */
export interface Send {
  (request: SendRequest): Promise<SendResponse>;
  /** Closes idle sockets and ends what is still running. */
  close(): Promise<void>;
  /** Takes no more requests; what is on its way still arrives. */
  retire(): Promise<void>;
}

/** What the door must know of the user's network, read at user level only. */
export interface NetworkSettings {
  /** `http.proxy`. */
  proxy?: string;
  /** `http.noProxy`: host names that are reached directly. */
  noProxy?: readonly string[];
}
