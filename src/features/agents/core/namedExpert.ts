import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import { quotedName } from "../../../kit/quotedName";
import { notFound } from "../../../platform/core/localError";
import type { Roster, SavedExpert } from "../../experts/core/roster";
import { nameOf } from "../../../platform/core/naming";

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

/** What names an expert or an ability: its id or its name, in any case. */
type Named = string | number;

/** The saved expert with this id or name. Throws `not-found`, `invalid-request` if several have it. */
export function namedExpert({ list }: Pick<Roster, "list">, named: Named): SavedExpert {
  return only(
    list.map((expert) => ({ ...expert, name: nameOf("Expert", expert.id, expert.expert?.name) })),
    named,
    {
      none: (name) => t("There is no expert called {0} in the list of experts.", name),
      several: (name) => t("Several experts are called {0}. Use the ID.", name),
    },
  );
}

/** The id of the expert's ability with this id or name. Throws like `namedExpert`. */
export function namedAbility({ id, expert }: SavedExpert, named: Named): number {
  const expertName = quotedName(nameOf("Expert", id, expert?.name));
  return only(expert?.abilities ?? [], named, {
    none: (name) => t("{0} has no ability called {1}.", expertName, name),
    several: (name) => t("{0} has several abilities called {1}. Use the ID.", expertName, name),
  }).id;
}

interface Sentences {
  none(name: string): string;
  several(name: string): string;
}

function only<T extends { id: number; name?: string }>(
  list: readonly T[],
  named: Named,
  { none, several }: Sentences,
): T {
  const wanted = String(named).trim();
  const byId = list.find(({ id }) => String(id) === wanted);
  if (byId) return byId;
  const folded = wanted.toLocaleLowerCase();
  const [first, second] = list.filter(({ name }) => name?.trim().toLocaleLowerCase() === folded);
  const shown = wanted.slice(0, 80);
  if (!first) throw notFound(none(shown));
  if (second) throw new HubError("invalid-request", several(shown));
  return first;
}
