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

/** Why a call cannot be answered; the message is a sentence for the model. */
export class CallProblem extends Error {}

/** The tool, with its problems as text that begins with `Error:`; rejects as soon as the signal is aborted. */
export function withErrorText(tool: Tool): Tool {
  return {
    ...tool,
    async run(given, signal) {
      try {
        return await unlessAborted(signal, () => tool.run(given, signal));
      } catch (error) {
        signal.throwIfAborted();
        const isExpected = error instanceof CallProblem;
        return `Error: ${isExpected ? error.message : `${tool.name} failed for an unexpected reason.`}`;
      }
    },
  };
}

/** What some work results in; rejects as soon as the signal is aborted, without waiting for the work. */
export async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason as Error);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
