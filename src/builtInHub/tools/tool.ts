import type { ToolName } from "../../contract/vocabulary";
import { abortable } from "../../kit/abort";

/** A tool that a language model can call: one of the service (4.3), or of the editor. */
export interface Tool {
  readonly name: string;
  /** The name in the steps of an answer, if it is another one. */
  readonly label?: string | undefined;
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

/** A tool of the service, which requests switch on and off. */
export interface ServiceTool extends Tool {
  readonly name: ToolName;
}

/** Why a call cannot be answered; the message is a sentence for the model. */
export class CallProblem extends Error {}

/** The tool, with its problems as text that begins with `Error:`; rejects as soon as the signal is aborted. */
export function withErrorText<T extends Tool>(tool: T): T {
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
