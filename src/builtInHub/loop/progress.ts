import type { WireStep } from "../tools/step";

/** What happens while a model works on a question. */
export type Progress =
  /** The model is asked (again); its text begins anew. */
  | { readonly kind: "round" }
  | { readonly kind: "text"; readonly text: string }
  /** Tools are running. */
  | { readonly kind: "calls"; readonly calls: readonly string[] }
  | { readonly kind: "steps"; readonly steps: readonly WireStep[] };
