import { CallProblem } from "./tool";

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
