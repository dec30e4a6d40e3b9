import { CallProblem } from "../tool";
import { asData } from "../dataBlock";
import { maskedNote } from "./textFiles";
import type { Match } from "./ranking";
import { searchFolders } from "./search";
import { termsOf, type Term } from "./terms";
import { cutShort } from "./workspace";
import type { View } from "./walk";

const maxMatches = 10;

/** The places in files that suit a query best, each with the lines around it. */
export async function searchFiles(
  { folders, isExcluded, signal }: View,
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
  const { matches, walk, secrets } = await searchFolders(folders, terms, signal, {
    isExcluded,
    below,
  });
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
