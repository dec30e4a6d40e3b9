import { code, count, fence, paragraphs } from "../../reading/markdown";
import { regexParts } from "./regexParts";
import type { RegexRequest } from "./regexRequest";

const maxShown = 100;
const maxLength = 500;

/** Explains, tries or applies an expression; throws an error with the reason if it is not valid. */
export function answerRegex({ act, pattern, flags, text }: RegexRequest, isBrief: boolean): string {
  const parts = regexParts(pattern, flags);
  const name = code(`/${pattern}/${flags}`);
  if (act === "explain") {
    const width = Math.min(24, Math.max(...parts.lines.map(({ source }) => source.length)));
    const lines = parts.lines.map(({ source, meaning }) => `${source.padEnd(width)}  ${meaning}`);
    const block = fence(lines.join("\n"), "text");
    return isBrief ? block : paragraphs(`In JavaScript ${name} means, in order:`, block);
  }
  return act === "test"
    ? tested(name, new RegExp(pattern, flags).exec(text), parts.groups, isBrief)
    : listed(
        name,
        text,
        new RegExp(pattern, flags.includes("g") ? flags : `${flags}g`),
        parts.groups,
        isBrief,
      );
}

function tested(
  name: string,
  match: RegExpExecArray | null,
  groups: readonly string[],
  isBrief: boolean,
): string {
  if (isBrief) return match ? "Yes" : "No";
  if (!match) return `No: ${name} does not match it.`;
  const isWhole = match[0] === match.input;
  return paragraphs(
    isWhole
      ? `Yes: ${name} matches the whole text.`
      : `Yes: ${name} matches a part of it, from character ${match.index + 1}:`,
    (!isWhole || match.length > 1) && fence(inWords(match, groups), "text"),
  );
}

/** Every match with its line and column. */
function listed(
  name: string,
  text: string,
  expression: RegExp,
  groups: readonly string[],
  isBrief: boolean,
): string {
  const lines: string[] = [];
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
    lines.push(isBrief ? match[0] : `${place.padEnd(8)} ${inWords(match, groups)}`);
  }
  if (found === 0) return isBrief ? "" : `${name} matches nothing in the text.`;
  const block = fence(lines.join("\n"), "text");
  const shown = found > maxShown ? `; the first ${maxShown}` : "";
  return isBrief
    ? block
    : paragraphs(`${name} matches ${count(found, "time")}${shown}, by line and column:`, block);
}

function inWords(match: RegExpExecArray, groups: readonly string[]): string {
  const [whole, ...held] = match;
  const named = held.map(
    (text, at) => `${groups[at]}: ${text === undefined ? "–" : visible(text)}`,
  );
  return named.length === 0 ? visible(whole) : `${visible(whole)}   (${named.join(", ")})`;
}

/** In quotation marks, with escapes, where spaces or line breaks could not be seen. */
function visible(text: string): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;
  return /^[^\s"](?:.*\S)?$/.test(cut) && !/[^\P{C}]/u.test(cut) ? cut : JSON.stringify(cut);
}
