import { fenced } from "../../../kit/fence";

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
  readonly selection?: { readonly text: string; readonly languageId: string } | undefined;
  readonly file?: string | undefined;
  /** By name. */
  readonly inputs: ReadonlyMap<string, string>;
}

/** A backslash before a variable makes it text. */
const pattern = /(\\?)\$\{(?:(selection|file)|input:([^:{}\n]+)(?::([^{}\n]*))?)\}/g;

/** The text as one in which nothing is a variable. */
export const withoutVariables = (text: string): string => text.replace(pattern, "\\$&");

export function variablesIn(text: string): PromptVariables {
  const found = [...text.matchAll(pattern)].filter(([, escape]) => escape === "");
  const inputs = new Map<string, PromptInput>();
  for (const [, , , given, value = ""] of found) {
    const name = given?.trim();
    if (name && !inputs.get(name)?.value) inputs.set(name, { name, value: value.trim() });
  }
  const has = (name: string) => found.some(([, , plain]) => plain === name);
  return { selection: has("selection"), file: has("file"), inputs: [...inputs.values()] };
}

/**
 * The text with the values. They are taken as they are: variables within them stay text. A selection
 * of several lines becomes a code block, unless it stands in one.
 */
export function filledIn(text: string, { selection, file, inputs }: PromptValues): string {
  let filled = "";
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    const [whole, escape, plain, name = ""] = found;
    const before = text.slice(end, found.index);
    end = found.index + whole.length;
    filled += before;
    if (escape !== "") filled += whole.slice(1);
    else if (plain === "file") filled += file ?? whole;
    else if (plain !== "selection") filled += inputs.get(name.trim()) ?? whole;
    else if (!selection) filled += whole;
    else if (!/[\r\n]./s.test(selection.text) || isInCode(text.slice(0, found.index)))
      filled += selection.text;
    else {
      const [ahead = ""] = /^[^\S\n]*\n?/.exec(text.slice(end)) ?? [];
      end += ahead.length;
      const isAlone = filled === "" || filled.endsWith("\n");
      filled = isAlone ? filled : `${filled.trimEnd()}\n\n`;
      filled += fenced(selection.text, selection.languageId);
      if (end < text.length) filled += ahead.endsWith("\n") ? "\n" : "\n\n";
    }
  }
  return filled + text.slice(end);
}

function isInCode(above: string): boolean {
  let open: string | undefined;
  for (const [, fence = ""] of above.matchAll(/^ {0,3}(`{3,}|~{3,})/gm))
    if (open === undefined) open = fence;
    else if (fence[0] === open[0] && fence.length >= open.length) open = undefined;
  return open !== undefined;
}
