import type { IncomingMessage, ServerResponse } from "node:http";
import type { Progress } from "../../contract/builtInHubApi";
import type { Cause } from "../../contract/purpose";
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

interface Following {
  readonly onProgress: Listener;
  readonly cause: Cause | undefined;
}

/** Who hears of the progress of a question and what caused it, by the id that its request carries. */
export class ProgressListeners {
  readonly #listeners = new Map<string, Following>();

  add(id: string, onProgress: Listener, cause?: Cause): { dispose(): void } {
    this.#listeners.set(id, { onProgress, cause });
    return { dispose: () => this.#listeners.delete(id) };
  }

  /** Those that a request names; `undefined` if it names none. */
  of(id: string | string[] | undefined): Following | undefined {
    const found = typeof id === "string" ? this.#listeners.get(id) : undefined;
    return (
      found && {
        ...found,
        // Not after it was disposed of.
        onProgress: (progress) => this.#listeners.get(String(id))?.onProgress(progress),
      }
    );
  }
}
