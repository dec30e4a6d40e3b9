import type { Step } from "./types";

/** What happens while a language model of the built-in hub works on a question. */
export type Progress =
  /** All text of the answer so far, and the reasoning that is no step yet. */
  | { readonly kind: "text"; readonly text: string; readonly reasoning?: string }
  /** These tools are running. */
  | { readonly kind: "calls"; readonly calls: readonly string[] }
  /** They are done: the steps of one round (service 4.3). */
  | { readonly kind: "steps"; readonly steps: readonly Omit<Step, "raw">[] };
