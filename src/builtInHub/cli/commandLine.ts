import { parseArgs } from "node:util";

/** A mistake in the options; the message is a sentence for the user and repeats no value. */
export class UsageError extends Error {}

/** An option of a program, or a variable of its environment, and how it is read. */
export interface Option<Value> {
  /** What its value is called in the help; absent for a switch. */
  readonly placeholder?: string;
  readonly help: string;
  /** The environment variable that counts where the option is not given. */
  readonly variable?: string;
  /** It cannot be given on the command line, which other users of the computer may see. */
  readonly isVariableOnly?: true;
  /** From what was given, in its order; throws what is wrong, as the end of a sentence. */
  readonly read: (given: readonly string[]) => Value;
}

type OptionTable = Readonly<Record<string, Option<unknown>>>;
export type ValuesOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: ReturnType<Table[Name]["read"]>;
};

type ValueReader<Value> = (text: string) => Value;

export function flagOption(help: string): Option<boolean> {
  return { help, read: (given) => given.length > 0 };
}

/** An option with one value; `fallback` where it is not given. */
export function single<Value, Fallback = undefined>(
  placeholder: string,
  help: string,
  read: ValueReader<Value>,
  more: { readonly fallback?: Fallback; readonly variable?: string } = {},
): Option<Value | Fallback> {
  const { fallback, ...rest } = more;
  return {
    placeholder,
    help,
    ...rest,
    read: (given) => {
      const [text, ...others] = given;
      if (others.length > 0) throw new UsageError("can be given only once.");
      return text === undefined ? (fallback as Fallback) : read(text);
    },
  };
}

export function variable<Value>(
  name: string,
  help: string,
  read: ValueReader<Value>,
): Option<Value | undefined> {
  return { ...single(name, help, read, { variable: name }), isVariableOnly: true };
}

/** An option that may be given several times. */
export function listOption<Value>(
  placeholder: string,
  help: string,
  read: ValueReader<Value>,
): Option<readonly Value[]> {
  return { placeholder, help, read: (given) => given.map(read) };
}

/** A whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number): ValueReader<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new UsageError(`must be a whole number from ${least} to ${most}.`);
  };
}

/** Reads a command line; throws a `UsageError`. */
export function readOptions<Table extends OptionTable>(
  table: Table,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ValuesOf<Table> {
  const given = givenIn(table, args);
  const values = Object.entries(table).map(([name, { variable, read }]) => {
    const inEnv = variable === undefined ? "" : (env[variable] ?? "");
    const texts = given.get(name) ?? (inEnv === "" ? [] : [inEnv]);
    const source = given.has(name) || variable === undefined ? `--${name}` : variable;
    return [name, readNamed(source, () => read(texts))];
  });
  return Object.fromEntries(values) as ValuesOf<Table>;
}

/** The values of each option in its order; of a switch, an empty text. */
function givenIn(table: OptionTable, args: readonly string[]): ReadonlyMap<string, string[]> {
  const options = Object.fromEntries(
    onCommandLine(table).map(([name, { placeholder }]) => [
      name,
      { type: placeholder === undefined ? "boolean" : "string", multiple: true } as const,
    ]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const given = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== "option") {
      throw new UsageError(`Argument ${token.index + 1} belongs to no option. Try --help.`);
    }
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? table[name] : undefined;
    if (!option) throw new UsageError(`There is no option ${rawName}. Try --help.`);
    if (option.placeholder === undefined) {
      if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    } else if (value === undefined || (!inlineValue && value.startsWith("-"))) {
      throw new UsageError(`${rawName} needs a value: ${rawName}=${option.placeholder}.`);
    }
    given.set(name, [...(given.get(name) ?? []), value ?? ""]);
  }
  return given;
}

function onCommandLine(table: OptionTable): [string, Option<unknown>][] {
  return Object.entries(table).filter(([, { isVariableOnly }]) => !isVariableOnly);
}

function readNamed<Value>(source: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${source} ${error.message}`);
  }
}

function leftOf(name: string, { placeholder = "", isVariableOnly }: Option<unknown>): string {
  return isVariableOnly ? placeholder : `--${name} ${placeholder}`.trimEnd();
}

export function helpLines(table: OptionTable): string {
  const entries = Object.entries(table).map(([name, option]) => ({
    left: leftOf(name, option),
    help: option.help.split("\n"),
  }));
  const width = Math.max(...entries.map(({ left }) => left.length));
  return entries
    .flatMap(({ left, help }) =>
      help.map((line, at) => `  ${(at === 0 ? left : "").padEnd(width)}  ${line}`),
    )
    .join("\n");
}
