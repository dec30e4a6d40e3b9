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

/** Arguments as a model gave them, by name. */
export type GivenArguments = Readonly<Record<string, unknown>>;

/** The arguments of a call; a mere text counts as the main one. */
export function argumentsOf(given: unknown, main: string): GivenArguments {
  if (typeof given === "string") return { [main]: given };
  return typeof given === "object" && given !== null ? (given as GivenArguments) : {};
}

/**
 * A text argument without surrounding blanks; `undefined` if it is absent or empty.
 * Throws `CallProblem` if it is no text or too long.
 */
export function textArgument(
  given: GivenArguments,
  name: string,
  mostCharacters: number,
): string | undefined {
  const value = given[name] ?? "";
  if (typeof value !== "string" && typeof value !== "number") {
    throw new CallProblem(`The argument ${name} must be text.`);
  }
  const text = String(value).trim();
  if (text.length > mostCharacters) {
    throw new CallProblem(`The argument ${name} may have ${mostCharacters} characters at most.`);
  }
  return text === "" ? undefined : text;
}

/** A whole number of at least this much, also if it was given as text. Throws `CallProblem` for anything else. */
export function countArgument(
  given: GivenArguments,
  name: string,
  least: number,
): number | undefined {
  const value = given[name] ?? "";
  if (value === "") return undefined;
  const count = typeof value === "string" ? Number(value) : value;
  if (typeof count !== "number" || !Number.isSafeInteger(count) || count < least) {
    throw new CallProblem(`The argument ${name} must be a whole number, ${least} or more.`);
  }
  return count;
}
