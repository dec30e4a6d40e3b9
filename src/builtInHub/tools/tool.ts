import type { ToolName } from "../../contract/vocabulary";

/** A tool of the service (4.3) that a language model can call. */
export interface Tool {
  readonly name: ToolName;
  /** For the model: what it does and when to use it. */
  readonly description: string;
  /** JSON Schema of the arguments, an object. */
  readonly parameters: object;
  /**
   * Runs one call; the arguments are as the model gave them and unchecked. Resolves with text for the
   * model, which also says what is wrong with a call; rejects only when the signal is aborted.
   */
  run(given: unknown, signal: AbortSignal): Promise<string>;
}
