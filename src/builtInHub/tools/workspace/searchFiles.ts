import type { MaskedSecret } from "../../../contract/secrets/maskSecrets";
import { quotedName } from "../../../kit/quotedName";
import { asData } from "../dataBlock";
import { CallProblem } from "../tool";
import {
  nameDefined,
  type IndexedFile,
  type Passage,
  type RankedPassage,
  type SearchIndex,
  tellingWords,
  termsOf,
} from "./searchIndex";
import { maskedNote } from "./textFiles";
import { cutShort, type Walk } from "./walk";

const maxMatches = 10;
const maxKept = 40;
const perFile = 3;
const furtherWeight = 0.6;
const contextLines = 3;
const maxLineLength = 200;
/** Text as it is written; an apostrophe within a word is no quotation mark. */
const quoted = /["“`]([^"“”`\n]{2,80})["”`]|(?<![\p{L}\p{N}])'([^'\n]{2,80})'(?![\p{L}\p{N}])/gu;
const isTest = /(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._-]|$)/i;

/** A place in a file, with the lines around it. */
export interface Match {
  readonly name: string;
  /** Counted from 1. */
  readonly line: number;
  readonly excerpt: readonly string[];
  /** Number of the first line of the excerpt. */
  readonly from: number;
  /** What was masked in the excerpt. */
  readonly secrets: readonly MaskedSecret[];
}

/** The best places for a query, best first. */
export interface Found {
  /** What was searched for. */
  readonly words: readonly string[];
  readonly matches: readonly Match[];
  readonly walk: Walk;
}

/**
 * The places in files that suit a query best, without secrets; `undefined` if it has no word worth
 * searching for. What stands in quotation marks is searched for as it is written, if it is in a file.
 */
export async function search(
  index: SearchIndex,
  query: string,
  below = "",
): Promise<Found | undefined> {
  const { words, phrases } = lookedFor(query);
  if (words.length + phrases.length === 0) return undefined;
  const { walk, files } = await index.current();
  const isBelow = (name: string) => below === "" || name === below || name.startsWith(`${below}/`);
  const among = new Set([...files].filter(({ name }) => isBelow(name)));
  const terms = [...new Set(words.flatMap(termsOf))];
  const ranked = index.rank(terms, among).map(behindTests(terms));
  const passages =
    phrases.length === 0 ? ranked : holding(phrases, ranked, index.passagesIn(among));
  const matches: Match[] = [];
  for (const passage of mixed(passages)) {
    if (matches.length === maxKept) break;
    const match = matchIn(passage, phrases);
    const isNear = matches.some(
      ({ name, line }) => name === match.name && Math.abs(line - match.line) <= contextLines * 2,
    );
    if (!isNear) matches.push(match);
  }
  return { words: [...phrases, ...words], matches, walk: { ...walk, files: among.size } };
}

/** The telling words of a query, and what it quotes; all of it if there are neither. */
function lookedFor(query: string): Pick<Found, "words"> & { readonly phrases: readonly string[] } {
  const quotes = [...query.matchAll(quoted)].map(([, double, single]) => double ?? single ?? "");
  const words = tellingWords(query.replaceAll(quoted, " "));
  const whole = words.length + quotes.length === 0 && query.trim().length > 1 ? [query] : [];
  const phrases = [...quotes, ...whole].map((text) => text.trim().toLowerCase());
  return { words, phrases: phrases.filter((text) => text !== "") };
}

/** The passages with one of the phrases; those with the other words of the query if there is none. */
function holding(
  phrases: readonly string[],
  ranked: readonly RankedPassage[],
  passages: readonly Passage[],
): readonly RankedPassage[] {
  const known = new Map(ranked.map((one) => [one.passage, one]));
  const found = passages
    .filter(({ file, start, end }) =>
      file.lines.slice(start, end).some((line) => holds(line, phrases)),
    )
    .map((passage) => known.get(passage) ?? { passage, score: 0, terms: [] });
  return found.length > 0 ? found : ranked;
}

const holds = (line: string, phrases: readonly string[]): boolean =>
  phrases.some((phrase) => line.toLowerCase().includes(phrase));

/** Best first, where further passages of a file count less. */
function mixed(passages: readonly RankedPassage[]): RankedPassage[] {
  const counts = new Map<IndexedFile, number>();
  return passages
    .toSorted((a, b) => b.score - a.score)
    .flatMap((one) => {
      const before = counts.get(one.passage.file) ?? 0;
      counts.set(one.passage.file, before + 1);
      return before < perFile ? [{ ...one, score: one.score * furtherWeight ** before }] : [];
    })
    .toSorted((a, b) => b.score - a.score);
}

/** Tests stand behind what they test, unless they are asked for. */
function behindTests(terms: readonly string[]): (one: RankedPassage) => RankedPassage {
  const areWanted = terms.includes("test") || terms.includes("spec");
  return (one) =>
    areWanted || !isTest.test(one.passage.file.name) ? one : { ...one, score: one.score / 2 };
}

/** The line of a passage that has most of what is looked for, or declares it. */
function matchIn(
  { passage: { file, start, end }, terms }: RankedPassage,
  phrases: readonly string[],
): Match {
  const wanted = new Set(terms);
  let best = { index: start, score: 0 };
  for (let index = start; index < end; index++) {
    const line = file.lines[index] ?? "";
    const declared = termsOf(nameDefined(line, file.name));
    const own = new Set(termsOf(line));
    const score =
      [...own].filter((term) => wanted.has(term)).length * 2 +
      declared.filter((term) => wanted.has(term)).length +
      (declared.length > 0 ? 0.5 : 0) +
      (holds(line, phrases) ? 100 : 0);
    if (score > best.score) best = { index, score };
  }
  const first = Math.max(0, best.index - contextLines);
  const excerpt = file.lines
    .slice(first, best.index + contextLines + 1)
    .map((text) => text.slice(0, maxLineLength).toWellFormed());
  const from = first + 1;
  const isShown = (secret: MaskedSecret) =>
    secret.to >= from && secret.from < from + excerpt.length;
  const secrets = file.secrets.filter(isShown);
  return { name: file.name, line: best.index + 1, excerpt, from, secrets };
}

/** The same as text for a language model. Throws `CallProblem` if there is nothing to look for. */
export async function searchFiles(
  index: SearchIndex,
  query: string,
  below: string,
  offset: number,
): Promise<string> {
  const found = await search(index, query, below);
  if (!found) {
    throw new CallProblem(
      "The query has no word worth searching for; use identifiers, or exact text in double quotes.",
    );
  }
  return searchText(found, offset);
}

export function searchText({ words, matches, walk }: Found, offset: number): string {
  const searched = `${walk.files} files were searched for ${words.join(", ")}. ${cutShort(walk)}`;
  const shown = matches.slice(offset, offset + maxMatches);
  if (shown.length === 0) {
    const none =
      matches.length > 0
        ? `There are ${matches.length} places; offset must be less.`
        : "Nothing was found.";
    return `${none} ${searched}`.trim();
  }
  const end = offset + shown.length;
  const more = end < matches.length ? ` Read on with offset ${end}.` : "";
  return [
    asData("files of the workspace", shown.map(excerptOf).join("\n\n")),
    `[${offset + 1} to ${end} of ${matches.length} places, best first.${more} ${searched.trim()}]`,
    ...maskedNote(shown.flatMap(({ secrets }) => secrets)),
  ].join("\n");
}

function excerptOf({ name, line, excerpt, from }: Match): string {
  const lines = excerpt.map((text, index) => `${from + index}: ${text}`);
  return [`${quotedName(name)}:${line}`, ...lines].join("\n");
}
