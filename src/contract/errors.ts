/** The closed set of what can go wrong between the user and the hub. */
export const errorKinds = [
  "no-key",
  "bad-key",
  "forbidden",
  "payment",
  "not-found",
  "invalid-request",
  "conflict",
  "too-large",
  "rate-limited",
  "server",
  "bad-response",
  "redirect",
  "tls",
  "network",
  "timeout",
  "cancelled",
  "storage",
  "internal",
] as const;

export type ErrorKind = (typeof errorKinds)[number];

export interface HubErrorDetails {
  /** HTTP status, if there was an answer. */
  status?: number;
  /** `error` of the hub's Error body (2.4). */
  code?: number;
  /** `message` of the hub's Error body (2.4) as plain text of 300 characters at most. */
  hubMessage?: string;
  /** What the hub says it is about: the language model that the user chose, or has yet to. */
  about?: "model";
  /** Seconds after which the hub said to retry. */
  retryAfterSeconds?: number;
  /** Our own deadline for the whole call, if that ended it. */
  deadlineSeconds?: number;
  /** A quota is used up: asking again soon is of no use. */
  isExhausted?: boolean;
  /**
   * Nothing of the question ran: none of it was sent, or the hub's status says that it was refused.
   * Absent where that is not certain.
   */
  nothingRan?: boolean;
  /** The hub may have run the question although no answer arrived: asking again may be charged twice. */
  mayHaveRun?: boolean;
}

/**
 * The only error type of this product. Safe to print: it contains words and numbers, never a
 * request, a header, a body or a socket.
 */
export class HubError extends Error {
  override readonly name = "HubError";
  readonly kind: ErrorKind;
  readonly details: Readonly<HubErrorDetails>;

  constructor(kind: ErrorKind, message: string, details: HubErrorDetails = {}) {
    super(message);
    this.kind = kind;
    this.details = details;
  }

  toJSON(): object {
    return { kind: this.kind, message: this.message, ...this.details };
  }
}
