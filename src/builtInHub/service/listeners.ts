import type { IncomingMessage, ServerResponse } from "node:http";
import type { Progress } from "../../contract/builtInHubApi";
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

type Listener = (progress: Progress) => void;

/** Who hears of the progress of a question, by the id that its request carries. */
export class ProgressListeners {
  readonly #listeners = new Map<string, Listener>();

  add(id: string, listener: Listener): { dispose(): void } {
    this.#listeners.set(id, listener);
    return { dispose: () => this.#listeners.delete(id) };
  }

  /** The listener that a request names; `undefined` if it names none. */
  of(id: string | string[] | undefined): Listener | undefined {
    if (typeof id !== "string" || !this.#listeners.has(id)) return undefined;
    return (progress) => this.#listeners.get(id)?.(progress);
  }
}
