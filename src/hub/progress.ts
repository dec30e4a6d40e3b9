import type { Step } from "./types";

/** What happens while a language model of the built-in hub works on a question. */
export type Progress =
  /** The model is asked (again); its text begins anew. */
  | { readonly kind: "round" }
  | { readonly kind: "text"; readonly text: string }
  /** These tools are running. */
  | { readonly kind: "calls"; readonly calls: readonly string[] }
  /** They are done: the steps of one round (service 4.3). */
  | { readonly kind: "steps"; readonly steps: readonly Omit<Step, "raw">[] };
