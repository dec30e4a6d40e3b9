import type { Named } from "./namedExpert";

/** A name or an id that a text begins with, and what follows it. */
interface NamedAtStart {
  readonly named: Named;
  readonly rest: string;
}

/** The longest of these names that the text begins with, else an id; `undefined` if there is none. */
export function namedAtStart(names: readonly string[], text: string): NamedAtStart | undefined {
  const begun = text.trimStart();
  const folded = begun.toLocaleLowerCase();
  const fitting = names
    .map((name) => name.trim())
    .filter((name) => name !== "" && folded.startsWith(name.toLocaleLowerCase()))
    .filter((name) => isEnd(begun.slice(name.length)))
    .toSorted((a, b) => b.length - a.length);
  const named = fitting[0] ?? /^\d{1,15}(?![\w.])/.exec(begun)?.[0];
  return named === undefined ? undefined : { named, rest: afterName(begun.slice(named.length)) };
}

/** Part of a longer word is no name. */
function isEnd(rest: string): boolean {
  return !/^[\p{L}\p{N}]/u.test(rest);
}

function afterName(rest: string): string {
  return rest.replace(/^\s*[:,]?\s*/, "");
}
