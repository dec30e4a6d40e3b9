import type { Ability } from "./ability";
import type { Question } from "../reading/question";
import { code, count, fence, paragraphs, table } from "../reading/markdown";
import { partsOf } from "../reading/regexParts";
import { withOwnTimeLimit } from "../tools/timeLimit";

const maxPattern = 2000;
const maxMatches = 50;
const milliseconds = 250;
const slashes =
  /(?:^|[\s`=(,:])\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([a-z]*)(?=$|[\s`;,).?:])/;

export const regex: Ability = {
  id: 43,
  name: "Regular expressions",
  text: "Explains a JavaScript regular expression piece by piece, and lists what it matches in an attached text, its groups included. A runaway expression is stopped and told.",
  example: String.raw`explain /^(\d{4})-(?<month>\d\d)$/`,
  tools: [],
  explains: true,
  suits: ({ words, text }) =>
    /\bregexp?\b|\bregular expression/i.test(words) || slashes.test(words || text.trim()),
  answer(question, { isBrief }) {
    const found = patternIn(question);
    if (!found) return String.raw`Write the expression between slashes, such as \`/\d+/g\`.`;
    const { pattern, flags, sample } = found;
    if (pattern.length > maxPattern)
      return `An expression may have ${maxPattern} characters at most.`;
    let expression: RegExp;
    try {
      expression = new RegExp(pattern, flags.includes("g") ? flags : `${flags}g`);
    } catch (error) {
      return `${code(`/${pattern}/${flags}`)} is not valid: ${(error as Error).message}`;
    }
    const tried = sample === undefined ? undefined : matchesIn(expression, sample, isBrief);
    if (isBrief && tried !== undefined) return tried;
    return paragraphs(explained(pattern, flags, isBrief), tried);
  },
};

function patternIn({ words, text, isAttached }: Question) {
  const source = words === "" ? text.trim() : words;
  const inWords = slashes.exec(source);
  if (inWords) {
    const [, pattern = "", flags = ""] = inWords;
    return { pattern, flags, ...(isAttached && { sample: text }) };
  }
  if (!isAttached) return undefined;
  const [, pattern, flags = ""] = slashes.exec(text) ?? [];
  const bare = text.trim();
  if (pattern !== undefined) return { pattern, flags };
  return bare === "" || bare.includes("\n") ? undefined : { pattern: bare, flags: "" };
}

function explained(pattern: string, flags: string, isBrief: boolean): string {
  const parts = partsOf(pattern);
  const lines = parts.map(
    ({ source, meaning, depth }) =>
      `${"  ".repeat(depth)}${source}   ${meaning.replaceAll("`", "'")}`,
  );
  if (isBrief) return fence(lines.join("\n"), "text");
  return paragraphs(
    `${code(`/${pattern}/${flags}`)} means, in order:`,
    table(
      ["Piece", "Meaning"],
      parts.map(({ source, meaning, depth }) => [`${"· ".repeat(depth)}${code(source)}`, meaning]),
    ),
  );
}

function matchesIn(expression: RegExp, sample: string, isBrief: boolean): string {
  try {
    const matches = withOwnTimeLimit(milliseconds, () => {
      const found: RegExpMatchArray[] = [];
      for (const match of sample.matchAll(expression)) {
        found.push(match);
        if (found.length > maxMatches) break;
      }
      return found;
    });
    if (matches.length === 0) return "It matches nothing in the attached text.";
    const shown = matches.slice(0, maxMatches);
    const block = fence(shown.map(([text]) => text).join("\n"), "text");
    if (isBrief) return block;
    const hasGroups = shown.some((match) => match.length > 1);
    return paragraphs(
      `In the attached text it matches ${matches.length > maxMatches ? `more than ${maxMatches} times, the first shown` : count(matches.length, "time")}:`,
      block,
      hasGroups &&
        table(
          ["Line", "Match", "Groups"],
          shown.map((match) => [
            String(sample.slice(0, match.index).split("\n").length),
            code(match[0]),
            match
              .slice(1)
              .map((text, at) => (text === undefined ? `${at + 1}: –` : `${at + 1}: ${code(text)}`))
              .join(", "),
          ]),
        ),
    );
  } catch (error) {
    return `Tried on the attached text it was stopped: ${(error as Error).message} Repetitions inside of repetitions are the usual cause.`;
  }
}
