import { CallProblem } from "../tool";
import { asData } from "../dataBlock";
import { foundIn, maskedNote, textFiles } from "./textFiles";
import { type Match, matchesIn } from "./ranking";
import { termsOf, type Term } from "./terms";
import { cutShort } from "./workspace";
import type { View, Walk } from "./walk";
import type { MaskedSecret } from "../../../contract/secrets/maskSecrets";

const maxMatches = 10;

/** The places in files that suit a query best, each with the lines around it. */
export async function searchFiles(
  view: View,
  query: string,
  below: string,
  offset: number,
): Promise<string> {
  const terms = termsIn(query);
  if (terms.length === 0) {
    throw new CallProblem(
      "The query has no word worth searching for; use identifiers, or exact text in double quotes.",
    );
  }
  const { matches, walk, secrets } = await searchFolders(view, terms, below);
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

const maxKept = 40;

/** The best matches for the terms, best first, without secrets; rejects when the signal is aborted. */
export async function searchFolders(
  { folders, isExcluded, signal }: View,
  terms: readonly Term[],
  below = "",
) {
  const walk: Walk = { files: 0, bytes: 0 };
  /** What was masked in the files with matches, by their names. */
  const secrets = new Map<string, readonly MaskedSecret[]>();
  let matches: Match[] = [];
  const files = textFiles(folders, walk, signal, { isExcluded, below });
  for await (const file of foundIn(files, (one) => matchesIn(one, terms))) {
    secrets.set(file.name, file.secrets);
    matches.push(...file.found);
    if (matches.length > maxKept * 10) matches = best(matches);
  }
  return { matches: best(matches), walk, secrets };
}

function best(matches: readonly Match[]): Match[] {
  return matches
    .toSorted((a, b) => b.score - a.score || a.name.localeCompare(b.name) || a.line - b.line)
    .slice(0, maxKept);
}
