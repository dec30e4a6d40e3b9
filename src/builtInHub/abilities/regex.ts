import { code, count, fence, paragraphs, table } from "../reading/markdown";
import type { Question } from "../reading/question";
import { quotedIn } from "../reading/request";
import { withOwnTimeLimit } from "../tools/timeLimit";
import { inTime, type Ability } from "./ability";

interface Pattern {
  readonly pattern: string;
  readonly flags: string;
  /** A text to try it on. */
  readonly sample?: string;
}

const maxPattern = 2000;
const maxMatches = 50;
const milliseconds = 250;
const slashes =
  /(?:^|[\s`=(,:])\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])*)\/([dgimsuvy]*)(?=$|[\s`;,).?:])/;
/** A text to try it on, within the words. */
const triedOn =
  /\b(?:on|against|match(?:es)?|in)\s+(?:the (?:string|text)\s+)?(?:"([^"]+)"|'([^']+)'|`([^`]+)`|((?!(?:this|that|it|here|the|these)\b)\S+?))[?.]?$/i;
/** An expression without slashes. */
const unmarked = /(?:^|\s)(\^\S+|\S*\\[dDwWsSbBpP]\S*|\S+\$|\S*\[\S+\][*+?{]\S*)(?=\s|$)/;
const names = /\breg(?:ular )?exp?(?:ressions?)?\b|\bregex(?:es)?\b/i;

export const regex: Ability = {
  id: 43,
  name: "Regular expressions",
  text: "Explains a JavaScript regular expression piece by piece, and lists what it matches in an attached text, its groups included. A runaway expression is stopped, and the answer says so.",
  example: String.raw`explain /^(\d{4})-(?<month>\d\d)$/`,
  opening: String.raw`Explain the regex /^(\d{4})-(\d\d)$/`,
  suits(question) {
    const isNamed = names.test(question.words);
    const found = patternIn(question);
    if (!found)
      return isNamed && /^(?:test|try|explain)\b/i.test(question.words) ? "clear" : "none";
    if (isNamed || slashes.test(question.words) || /\bmatch\b/i.test(question.words))
      return "certain";
    return question.words === "" ? "clear" : "none";
  },
  async answer(question, { isBrief }) {
    const found = patternIn(question);
    if (!found) return "Write the expression between slashes, such as `/\\d+/g`.";
    const { pattern, flags, sample } = found;
    if (pattern.length > maxPattern)
      return `An expression may have ${maxPattern} characters at most.`;
    const { partsOf } = await import("./regexParts");
    let expression: RegExp;
    try {
      expression = new RegExp(pattern, flags.includes("g") ? flags : `${flags}g`);
    } catch (error) {
      return `${code(`/${pattern}/${flags}`)} is not valid: ${(error as Error).message}`;
    }
    const tried = sample === undefined ? undefined : matchesIn(expression, sample, isBrief);
    if (isBrief && tried !== undefined) return tried;
    const parts = inTime(() => partsOf(pattern, flags));
    if (isBrief) {
      const lines = parts.map(
        ({ source, meaning, depth }) =>
          `${"  ".repeat(depth)}${source}   ${meaning.replaceAll("`", "'")}`,
      );
      return fence(lines.join("\n"), "text");
    }
    const rows = parts.map(({ source, meaning, depth }) => [
      `${"· ".repeat(depth)}${code(source)}`,
      meaning,
    ]);
    return paragraphs(
      `${code(`/${pattern}/${flags}`)} means, in order:`,
      table(["Piece", "Meaning"], rows),
      tried,
    );
  },
};

/** Between slashes anywhere; without them what is quoted or attached, if the words name a regular expression. */
function patternIn(question: Question): Pattern | undefined {
  const { words, text, isAttached } = question;
  const [, pattern, flags = ""] = slashes.exec(words === "" ? text.trim() : words) ?? [];
  const tried = isAttached
    ? text
    : triedOn
        .exec(words)
        ?.slice(1)
        .find((part) => part !== undefined);
  if (pattern !== undefined)
    return { pattern, flags, ...(tried !== undefined && { sample: tried }) };
  if (!names.test(words) && !/\bmatch\b/i.test(words)) return undefined;
  const quoted = quotedIn(words);
  if (quoted !== undefined) return { ...split(quoted), ...(isAttached && { sample: text }) };
  const bare = isAttached ? text.trim() : unmarked.exec(words)?.[1];
  return bare === undefined || bare === "" || bare.includes("\n") ? undefined : split(bare);
}

function split(written: string): Pattern {
  const [, pattern, flags = ""] = slashes.exec(written) ?? [];
  return pattern === undefined ? { pattern: written, flags: "" } : { pattern, flags };
}

function matchesIn(expression: RegExp, sample: string, isBrief: boolean): string {
  let matches: RegExpMatchArray[];
  try {
    matches = withOwnTimeLimit(milliseconds, () => firstMatches(expression, sample));
  } catch (error) {
    return `Tried on the text it was stopped: ${(error as Error).message} Repetitions inside of repetitions are the usual cause.`;
  }
  if (matches.length === 0) return "It matches nothing in the text.";
  const shown = matches.slice(0, maxMatches);
  const block = fence(shown.map(([text]) => text).join("\n"), "text");
  if (isBrief) return block;
  const times =
    matches.length > maxMatches
      ? `more than ${maxMatches} times, the first shown`
      : count(matches.length, "time");
  return paragraphs(
    `In the text it matches ${times}:`,
    block,
    shown.some((match) => match.length > 1) && groupsTable(shown, sample),
  );
}

function firstMatches(expression: RegExp, sample: string): RegExpMatchArray[] {
  const found: RegExpMatchArray[] = [];
  for (const match of sample.matchAll(expression)) {
    found.push(match);
    if (found.length > maxMatches) break;
  }
  return found;
}

function groupsTable(matches: readonly RegExpMatchArray[], sample: string): string {
  const rows = matches.map((match) => [
    String(sample.slice(0, match.index).split("\n").length),
    code(match[0]),
    match
      .slice(1)
      .map((text, at) => (text === undefined ? `${at + 1}: –` : `${at + 1}: ${code(text)}`))
      .join(", "),
  ]);
  return table(["Line", "Match", "Groups"], rows);
}
