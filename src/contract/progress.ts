import type { Step } from "./types";
import type { Usage } from "./usage";

/**
 * The type of an answer that shows its progress (docs/built-in-hub.md): a JSON object a line, the
 * last of which has the answer. Any hub may use it for a client that lists it in `Accept`.
 */
export const progressType = "application/vnd.expert-hub.progress+jsonl";

/** How an answer comes into being. */
export type LiveProgress<S = Step> =
  /** All text of the answer so far, and the reasoning that is no step yet. */
  | { readonly kind: "text"; readonly text: string; readonly reasoning?: string }
  /** These tools are running. */
  | { readonly kind: "calls"; readonly calls: readonly string[] }
  /** They are done: the steps of one round (service 4.3). */
  | { readonly kind: "steps"; readonly steps: readonly S[] };

/** What happens while a hub works on a question. */
export type Progress<S = Step> =
  | LiveProgress<S>
  /** The answer is complete, and took this. */
  | ({ readonly kind: "tokens" } & Tokens);

/** What a hub reports while it works: also that it waits until it may ask its model again. */
export type HubProgress<S = Step> =
  | Progress<S>
  | { readonly kind: "wait"; readonly seconds: number };

/** Token usage of an answer: the part that was counted exactly, and an estimate for the rest. */
export interface Tokens {
  readonly usage?: Usage;
  readonly approximateTokens?: number;
}
