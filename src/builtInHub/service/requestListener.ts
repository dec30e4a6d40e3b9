import type { IncomingMessage, ServerResponse } from "node:http";
import type { Call } from "./call";

/** A request and what it can be answered with. */
export interface HeardExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the connection closes. */
  readonly signal: AbortSignal;
  /** What the hub itself answers. */
  answer(call: Call): Promise<unknown>;
}

/**
 * Called when a request arrives, and again with its call once that has been checked. It answers in
 * place of the hub where it returns a promise.
 */
export type RequestListener = (exchange: HeardExchange, call?: Call) => Promise<void> | undefined;
