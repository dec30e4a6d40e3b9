import type { ToolName } from "../../contract/vocabulary";
import { abortable } from "../../kit/abort";

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

/** Why a call cannot be answered; the message is a sentence for the model. */
export class CallProblem extends Error {}

/** The tool, with its problems as text that begins with `Error:`; rejects as soon as the signal is aborted. */
export function withErrorText(tool: Tool): Tool {
  return {
    ...tool,
    async run(given, signal) {
      try {
        return await abortable(signal, () => tool.run(given, signal));
      } catch (error) {
        signal.throwIfAborted();
        const isExpected = error instanceof CallProblem;
        return `Error: ${isExpected ? error.message : `${tool.name} failed for an unexpected reason.`}`;
      }
    },
  };
}
