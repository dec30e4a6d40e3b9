import type { Tool } from "./tool";

/** Why a call cannot be answered; the message is a sentence for the model. */
export class CallProblem extends Error {}

/** The tool, with its problems as text for the model; rejects as soon as the signal is aborted. */
export function answering(tool: Tool): Tool {
  return {
    ...tool,
    async run(given, signal) {
      signal.throwIfAborted();
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      const abort = () => reject(signal.reason as Error);
      signal.addEventListener("abort", abort, { once: true });
      try {
        return await Promise.race([tool.run(given, signal), aborted]);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof CallProblem) return error.message;
        return `The call of ${tool.name} failed for an unexpected reason.`;
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
  };
}
