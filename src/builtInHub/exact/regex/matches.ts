import { code, count, fence, paragraphs } from "../../markdown";
import { regexParts } from "./regexParts";
import type { RegexRequest } from "./regexRequest";

const maxShown = 100;
const maxLength = 500;

/** Explains, tries or applies an expression; throws an error with the reason if it is not valid. */
export function answerRegex({ act, pattern, flags, text }: RegexRequest): string {
  const { lines, groups } = regexParts(pattern, flags);
  const name = code(`/${pattern}/${flags}`);
  if (act === "explain") {
    const width = Math.min(24, Math.max(...lines.map(({ source }) => source.length)));
    const rows = lines.map(({ source, meaning }) => `${source.padEnd(width)}  ${meaning}`);
    return paragraphs(`In JavaScript ${name} means, in order:`, fence(rows.join("\n"), "text"));
  }
  if (act === "list") return everyMatch(name, pattern, flags, text, groups);
  const match = new RegExp(pattern, flags).exec(text);
  if (!match) return `No: in JavaScript ${name} does not match it.`;
  const isWhole = match[0] === text;
  const place = Array.from(text.slice(0, match.index)).length + 1;
  const what = isWhole ? "the whole text." : `a part of it, from character ${place}:`;
  const block = fence(inWords(match, groups), "text");
  return paragraphs(
    `Yes: in JavaScript ${name} matches ${what}`,
    (!isWhole || match.length > 1) && block,
  );
}

/** Every match with its line and column. */
function everyMatch(
  name: string,
  pattern: string,
  flags: string,
  text: string,
  groups: readonly string[],
): string {
  const expression = new RegExp(pattern, flags.includes("g") ? flags : `${flags}g`);
  const rows: string[] = [];
  let found = 0;
  let line = 1;
  let start = 0;
  for (const match of text.matchAll(expression)) {
    found += 1;
    if (found > maxShown) continue;
    for (let end; (end = text.indexOf("\n", start)) !== -1 && end < match.index; start = end + 1) {
      line += 1;
    }
    const place = `${line}:${match.index - start + 1}`;
    rows.push(`${place.padEnd(8)} ${inWords(match, groups)}`);
  }
  if (found === 0) return `${name} matches nothing in the text.`;
  const block = fence(rows.join("\n"), "text");
  const shown = found > maxShown ? `; the first ${maxShown}` : "";
  return paragraphs(`${name} matches ${count(found, "time")}${shown}, by line and column:`, block);
}

function inWords([whole, ...held]: RegExpExecArray, groups: readonly string[]): string {
  const parts = held.map(
    (part, at) => `${groups[at]}: ${part === undefined ? "–" : visible(part)}`,
  );
  return parts.length === 0 ? visible(whole) : `${visible(whole)}   (${parts.join(", ")})`;
}

/** In quotation marks, with escapes, where spaces or line breaks could not be seen. */
function visible(text: string): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;
  return /^[^\s"](?:.*\S)?$/.test(cut) && !/\p{C}/u.test(cut) ? cut : JSON.stringify(cut);
}
