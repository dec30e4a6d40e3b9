/** What is wrong with a file of an expert or of a prompt, as a sentence. */
export interface FileProblem {
  /** Absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  /** After an error the file is not used, after a warning it is. */
  readonly severity: "error" | "warning";
}
