/** What the composer offers for a word that begins with `#`, `/` or `@`. */
export interface CompletionsView {
  /** The best first, at most some tens. */
  completions: CompletionView[];
  /** More may be found if the same is asked again. */
  isIncomplete?: boolean;
}

export interface CompletionView {
  /** Names it to the host, for as long as it is offered. */
  id: string;
  kind: CompletionKind;
  label: string;
  description: string;
}

export type CompletionKind =
  | "selection"
  | "file"
  | "folder"
  | "class"
  | "method"
  | "variable"
  | "error"
  | "warning"
  | "info"
  | "prompt"
  | "ability"
  | "expert";
