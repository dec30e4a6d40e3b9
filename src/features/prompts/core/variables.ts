/** A value that the user is asked for. */
export interface PromptInput {
  readonly name: string;
  /** What the box begins with. */
  readonly value: string;
}

/** What a prompt needs before it can be filled in. */
interface PromptVariables {
  readonly selection: boolean;
  readonly file: boolean;
  /** Each name once, in the order in which they appear. */
  readonly inputs: readonly PromptInput[];
}

/** What takes the place of the variables. */
interface PromptValues {
  readonly selection?: string | undefined;
  readonly file?: string | undefined;
  /** By name. */
  readonly inputs: ReadonlyMap<string, string>;
}

const pattern = /\$\{(?:(selection|file)|input:([^:{}\n]+)(?::([^{}\n]*))?)\}/g;

export function variablesIn(text: string): PromptVariables {
  const found = [...text.matchAll(pattern)];
  const inputs = new Map<string, PromptInput>();
  for (const [, , given, value = ""] of found) {
    const name = given?.trim();
    if (name && !inputs.get(name)?.value) inputs.set(name, { name, value: value.trim() });
  }
  const has = (name: string) => found.some(([, plain]) => plain === name);
  return { selection: has("selection"), file: has("file"), inputs: [...inputs.values()] };
}

/** The text with the values. They are taken as they are: variables within them stay text. */
export function filledIn(text: string, { selection, file, inputs }: PromptValues): string {
  return text.replace(pattern, (whole, plain?: string, name?: string) => {
    if (plain === "selection") return selection ?? whole;
    if (plain === "file") return file ?? whole;
    return inputs.get(name?.trim() ?? "") ?? whole;
  });
}
