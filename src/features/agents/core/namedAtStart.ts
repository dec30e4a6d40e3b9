import type { Named } from "./namedExpert";

/** A name or an id that a text begins with, and what follows it. */
interface NamedAtStart {
  readonly named: Named;
  readonly rest: string;
}

/** The longest of these names that the text begins with, else an id; `undefined` if there is none. */
export function namedAtStart(names: readonly string[], text: string): NamedAtStart | undefined {
  const begun = text.trimStart();
  const [fitting] = names
    .map((name) => ({ name: name.trim(), length: lengthAtStart(name.trim(), begun) }))
    .filter(({ length }) => length > 0 && isEnd(begun.slice(length)))
    .toSorted((a, b) => b.length - a.length);
  if (fitting) return { named: fitting.name, rest: afterName(begun.slice(fitting.length)) };
  const id = /^\d{1,15}(?![\w.])/.exec(begun)?.[0];
  return id === undefined ? undefined : { named: id, rest: afterName(begun.slice(id.length)) };
}

/** As long as the name in this text, which may be longer or shorter in another case; 0 for another text. */
function lengthAtStart(name: string, text: string): number {
  const wanted = folded(name);
  let found = "";
  let length = 0;
  for (const character of text) {
    if (found.length >= wanted.length) break;
    found += folded(character);
    length += character.length;
  }
  return found === wanted ? length : 0;
}

const folded = (text: string): string => text.toLowerCase().replaceAll("ς", "σ");

/** Part of a longer word is no name. */
function isEnd(rest: string): boolean {
  return !/^[\p{L}\p{N}]/u.test(rest);
}

function afterName(rest: string): string {
  return rest.replace(/^\s*[:,]?\s*/, "");
}
