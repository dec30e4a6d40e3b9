import type { Ability } from "./ability";
import { count, fence, paragraphs } from "../reading/markdown";
import { materialOf } from "../reading/question";

interface Change {
  readonly asked: RegExp;
  readonly done: string | ((words: string) => string);
  apply(lines: readonly string[], words: string): readonly string[];
}

const natural = new Intl.Collator("en", { numeric: true });
const loose = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const changes: readonly Change[] = [
  { asked: /\btrim/i, done: "trimmed", apply: (lines) => lines.map((line) => line.trim()) },
  {
    asked: /\b(?:blank|empty)\b/i,
    done: "blank lines removed",
    apply: (lines) => lines.filter((line) => line.trim() !== ""),
  },
  {
    asked: /\bsplit\b/i,
    done: (words) => `split at ${JSON.stringify(separatorIn(words) ?? ",")}`,
    apply: (lines, words) =>
      lines.flatMap((line) => line.split(separatorIn(words) ?? ",").map((part) => part.trim())),
  },
  {
    asked: /\b(?:unique|dedup\w*|duplicates?|distinct)\b/i,
    done: "later copies of a line removed",
    apply: (lines) => [...new Set(lines)],
  },
  {
    asked: /\bsort/i,
    done: (words) => `sorted${/\bdesc/i.test(words) ? " descending" : ""}`,
    apply: sorted,
  },
  {
    asked: /\breverse\b/i,
    done: "in reverse order",
    apply: (lines, words) => (/\bsort/i.test(words) ? lines : lines.toReversed()),
  },
  { asked: /\balign\b/i, done: "aligned", apply: aligned },
  {
    asked: /\bnumber(?:ed)?\b(?! of)/i,
    done: "numbered",
    apply: (lines) =>
      lines.map((line, at) => `${String(at + 1).padStart(String(lines.length).length)}. ${line}`),
  },
  {
    asked: /\bjoin/i,
    done: (words) => `joined with ${JSON.stringify(separatorIn(words) ?? ", ")}`,
    apply: (lines, words) => [lines.join(separatorIn(words) ?? ", ")],
  },
];
const isChange = (words: string) => changes.some(({ asked }) => asked.test(words));

export const lines: Ability = {
  id: 41,
  name: "Lines",
  text: "Sorts, reverses, numbers, trims, joins, splits or aligns the lines of a selection, removes duplicates and blank lines, or counts. Several at once are done in that order.",
  example: "sort unique:\npear\napple\npear",
  tools: [],
  suits: ({ words }) =>
    isChange(words) || /\bcount\b|\bhow many (?:lines|words|characters)\b/i.test(words),
  answer(question, { isBrief }) {
    const source = materialOf(question, (text) => text.trim().includes("\n"));
    if (source === undefined)
      return "Select the lines, or write them below the request, such as `sort:`.";
    const text = source.replace(/\r\n/g, "\n").replace(/\n$/, "");
    const { words } = question;
    if (!isChange(words)) return counts(text, isBrief);
    const before = text.split("\n");
    let after: readonly string[] = before;
    const done: string[] = [];
    for (const change of changes.filter(({ asked }) => asked.test(words))) {
      after = change.apply(after, words);
      done.push(typeof change.done === "string" ? change.done : change.done(words));
    }
    const block = fence(after.join("\n"), question.language || "text");
    if (isBrief) return block;
    return paragraphs(
      `${count(before.length, "line")}: ${done.join(", ")}. Now ${after.length}:`,
      block,
    );
  },
};

function sorted(lines: readonly string[], words: string): readonly string[] {
  const collator = /\b(?:ignor\w* case|case[- ]insensitiv\w*)\b/i.test(words) ? loose : natural;
  const byLength = /\blength\b/i.test(words);
  const ascending = lines.toSorted(
    (a, b) => (byLength ? a.length - b.length : 0) || collator.compare(a, b),
  );
  return /\b(?:desc\w*|reverse)\b/i.test(words) ? ascending.toReversed() : ascending;
}

/** Aligns on the first mark that was named, else on the first of = : , that most lines contain. */
function aligned(lines: readonly string[], words: string): readonly string[] {
  const given = separatorIn(words);
  const mark =
    given ??
    ["=", ":", ","].find(
      (sign) => lines.filter((line) => line.includes(sign)).length > lines.length / 2,
    );
  if (mark === undefined || mark === "") return lines;
  const width = Math.max(
    ...lines.map((line) =>
      line.includes(mark) ? line.slice(0, line.indexOf(mark)).trimEnd().length : 0,
    ),
  );
  return lines.map((line) => {
    const at = line.indexOf(mark);
    if (at < 0) return line;
    return `${line.slice(0, at).trimEnd().padEnd(width)} ${mark} ${line.slice(at + mark.length).trimStart()}`;
  });
}

function separatorIn(words: string): string | undefined {
  const quoted = /["'`]([^"'`]+)["'`]/.exec(words)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\t/g, "\t").replace(/\\n/g, "\n");
  const named =
    /\b(?:by|with|at|on)\s+(?:an?\s+)?(commas?|semicolons?|spaces?|tabs?|bars?|colons?|equals?|[,;:|=])/i.exec(
      words,
    )?.[1];
  const marks: Record<string, string> = {
    comma: ",",
    semicolon: ";",
    space: " ",
    tab: "\t",
    bar: "|",
    colon: ":",
    equal: "=",
  };
  return named === undefined
    ? undefined
    : (marks[named.toLowerCase().replace(/(?<=\w)s$/, "")] ?? named);
}

function counts(text: string, isBrief: boolean): string {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu) ?? [];
  const shown = fence(
    [
      `lines       ${text === "" ? 0 : text.split("\n").length}`,
      `words       ${words.length}`,
      `characters  ${[...new Intl.Segmenter("en").segment(text)].length}`,
      `bytes       ${Buffer.byteLength(text)}`,
    ].join("\n"),
    "text",
  );
  return isBrief ? shown : paragraphs("Counted in the text (bytes as UTF-8):", shown);
}
