import { CallProblem } from "../tool";
import { asData } from "../dataBlock";
import { foundIn, maskedNote, textFiles } from "./textFiles";
import { type Match, matchesIn } from "./ranking";
import { termsOf, type Term } from "./terms";
import { cutShort, type View, type Walk } from "./walk";
import type { MaskedSecret } from "../../../contract/secrets/maskSecrets";

const maxMatches = 10;
const maxKept = 40;

/** The best places for a query, best first. */
export interface Found {
  readonly terms: readonly Term[];
  readonly matches: readonly Match[];
  readonly walk: Walk;
  /** What was masked in the files with matches, by their names. */
  readonly secrets: ReadonlyMap<string, readonly MaskedSecret[]>;
}

/**
 * The places in files that suit a query best, without secrets; `undefined` if it has no word worth
 * searching for. Rejects when the signal is aborted.
 */
export async function search(
  { folders, isExcluded, signal }: View,
  query: string,
  below = "",
): Promise<Found | undefined> {
  const terms = termsIn(query);
  if (terms.length === 0) return undefined;
  const walk: Walk = { files: 0, bytes: 0 };
  const secrets = new Map<string, readonly MaskedSecret[]>();
  let matches: Match[] = [];
  const files = textFiles(folders, walk, signal, { isExcluded, below });
  for await (const file of foundIn(files, (one) => matchesIn(one, terms))) {
    secrets.set(file.name, file.secrets);
    matches.push(...file.found);
    if (matches.length > maxKept * 10) matches = best(matches);
  }
  return { terms, matches: best(matches), walk, secrets };
}

/** The same as text for a language model, each place with the lines around it. */
export async function searchFiles(
  view: View,
  query: string,
  below: string,
  offset: number,
): Promise<string> {
  const found = await search(view, query, below);
  if (!found) {
    throw new CallProblem(
      "The query has no word worth searching for; use identifiers, or exact text in double quotes.",
    );
  }
  return searchText(found, offset);
}

export function searchText({ terms, matches, walk, secrets }: Found, offset: number): string {
  const searched = `${walk.files} files were searched for ${terms.map(({ text }) => text).join(", ")}. ${cutShort(walk)}`;
  const shown = matches.slice(offset, offset + maxMatches);
  if (shown.length === 0) {
    const none =
      matches.length > 0
        ? `There are ${matches.length} places; offset must be less.`
        : "Nothing was found.";
    return `${none} ${searched}`.trim();
  }
  const end = offset + shown.length;
  const masked = shown.flatMap(({ name, from, excerpt }) =>
    (secrets.get(name) ?? []).filter(
      (each) => each.to >= from && each.from < from + excerpt.length,
    ),
  );
  const more = end < matches.length ? ` Read on with offset ${end}.` : "";
  return [
    asData("files of the workspace", shown.map(excerptOf).join("\n\n")),
    `[${offset + 1} to ${end} of ${matches.length} places, best first.${more} ${searched.trim()}]`,
    ...maskedNote(masked),
  ].join("\n");
}

/** The words of a query; where it has none, its whole text. */
function termsIn(query: string): Term[] {
  const terms = termsOf(query);
  return terms.length > 0 ? terms : termsOf(`"${query.replaceAll(/["'`“”\s]+/g, " ").trim()}"`);
}

function excerptOf({ name, line, excerpt, from }: Match): string {
  const lines = excerpt.map((text, index) => `${from + index}: ${text}`);
  return [`${name}:${line}`, ...lines].join("\n");
}

function best(matches: readonly Match[]): Match[] {
  return matches
    .toSorted((a, b) => b.score - a.score || a.name.localeCompare(b.name) || a.line - b.line)
    .slice(0, maxKept);
}
