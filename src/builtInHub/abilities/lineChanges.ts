/** A change of lines that a question can ask for. */
export interface Change {
  readonly asked: RegExp;
  /** What was done, in words. */
  done(words: string): string;
  apply(lines: readonly string[], words: string): readonly string[];
}

const natural = new Intl.Collator("en", { numeric: true });
const loose = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const said = (text: string) => () => text;

/** In the order in which they are done. */
export const changes: readonly Change[] = [
  {
    asked:
      /\btrim|\b(?:strip|remove|delete) (?:the )?(?:leading|trailing|surrounding|extra)?\s*(?:white ?space|spaces)\b/i,
    done: said("trimmed"),
    apply: (lines) => lines.map((line) => line.trim()),
  },
  {
    asked: /\btabs (?:with|to|into|by) (?:\d+ )?spaces\b/i,
    done: said("tabs replaced with spaces"),
    apply(lines, words) {
      const spaces = " ".repeat(Math.min(16, Number(/(\d+) spaces/i.exec(words)?.[1] ?? 4)));
      return lines.map((line) => line.replaceAll("\t", spaces));
    },
  },
  {
    asked: /\b(?:blank|empty)(?: lines?)?\b/i,
    done: said("blank lines removed"),
    apply: (lines) => lines.filter((line) => line.trim() !== ""),
  },
  {
    asked: /\bsplit\b|\b(?:one|each)\b.*\bper line\b|\bseparate lines\b/i,
    done: (words) => `split at ${JSON.stringify(separatorIn(words) ?? ",")}`,
    apply: (lines, words) =>
      lines.flatMap((line) => line.split(separatorIn(words) ?? ",").map((part) => part.trim())),
  },
  {
    asked: /\b(?:unique|dedup\w*|duplicates?|distinct)\b/i,
    done: said("later copies of a line removed"),
    apply: (lines) => [...new Set(lines)],
  },
  {
    asked: /\bsort|\balphabeti[sz]e\b|\balphabetical/i,
    done: (words) =>
      `sorted${isNumeric(words) ? " by number" : ""}${isDescending(words) ? " descending" : ""}`,
    apply: sorted,
  },
  {
    asked: /\breverse (?:the |this |these )?(?:string|text|characters?|letters?|word)\b/i,
    done: said("characters in reverse order"),
    apply: (lines) => lines.map(reversed),
  },
  {
    asked:
      /\breverse\b(?! engineer)(?! (?:the |this |these )?(?:string|text|characters?|letters?|word)\b)/i,
    done: said("in reverse order"),
    apply(lines, words) {
      if (/\bsort/i.test(words)) return lines;
      return lines.length === 1 ? [reversed(lines[0] ?? "")] : lines.toReversed();
    },
  },
  { asked: /\balign\b/i, done: said("aligned"), apply: aligned },
  {
    asked:
      /\b(?:wrap|surround|enclose|put|quote)\b.*\b(?:quot\w+|backticks?|parenthes[ei]s|brackets|braces|["'`([{<]\S*)|^quote\b/i,
    done: (words) => `each wrapped in ${wrapping(words).join("…")}`,
    apply(lines, words) {
      const [open, close] = wrapping(words);
      return lines.map((line) => (line.trim() === "" ? line : inside(line, open, close)));
    },
  },
  {
    asked:
      /\b(?:prefix|prepend)\b|\badd\b.*\b(?:to the (?:start|beginning|front)|before|in front of)\b/i,
    done: (words) => `${JSON.stringify(separatorIn(words) ?? "")} put before each`,
    apply: (lines, words) => lines.map((line) => (separatorIn(words) ?? "") + line),
  },
  {
    asked: /\b(?:suffix|append)\b|\badd\b.*\b(?:to|at|after) (?:the end of )?(?:each|every|all)\b/i,
    done: (words) => `${JSON.stringify(separatorIn(words) ?? "")} put after each`,
    apply: (lines, words) => lines.map((line) => line + (separatorIn(words) ?? "")),
  },
  {
    asked: /\bnumber\b(?! of)|\bnumbered\b/i,
    done: said("numbered"),
    apply: (lines) =>
      lines.map((line, at) => `${String(at + 1).padStart(String(lines.length).length)}. ${line}`),
  },
  {
    asked:
      /\b(?:to|into|in|as|make) (?:\w+ )?(?:json |js |javascript |python )?(?:array|list of strings)\b/i,
    done: said("written as an array"),
    apply: (lines) => JSON.stringify(lines, undefined, 2).split("\n"),
  },
  {
    asked: /\bjoin|\b(?:to|in|into|on|as) (?:one|a single) line\b|\bcomma[- ]separated\b/i,
    done: (words) => `joined with ${JSON.stringify(separatorIn(words) ?? ", ")}`,
    apply: (lines, words) => [lines.join(separatorIn(words) ?? ", ")],
  },
];

function reversed(line: string): string {
  return characters(line).toReversed().join("");
}

function isNumeric(words: string): boolean {
  return /\bnumeric|\bas numbers\b|\bby (?:number|value|size)\b/i.test(words);
}

function isDescending(words: string): boolean {
  return /\b(?:desc\w*|revers\w*|(?:largest|highest|longest|biggest) first|z[- ]to[- ]a|z-a)\b/i.test(
    words,
  );
}

function sorted(lines: readonly string[], words: string): readonly string[] {
  const isLoose = /\b(?:ignor\w* case|case[- ]insensitiv\w*)\b/i.test(words);
  const collator = isLoose ? loose : natural;
  const keyOf = isNumeric(words)
    ? numberIn
    : /\blength\b/i.test(words)
      ? (line: string) => characters(line).length
      : () => 0;
  const keyed = lines.map((line) => ({ line, key: keyOf(line) }));
  const ascending = keyed
    .toSorted((a, b) => (a.key === b.key ? 0 : a.key - b.key) || collator.compare(a.line, b.line))
    .map(({ line }) => line);
  return isDescending(words) ? ascending.toReversed() : ascending;
}

/** The first number of a line; lines without one come last. */
function numberIn(line: string): number {
  const found = /[-+]?(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?/i.exec(line)?.[0];
  return found === undefined ? Infinity : Number(found.replaceAll("_", ""));
}

/** Aligns on the first mark that was named, else on the first of = : , that most lines contain. */
function aligned(lines: readonly string[], words: string): readonly string[] {
  const mark =
    separatorIn(words) ??
    ["=", ":", ","].find(
      (sign) => lines.filter((line) => line.includes(sign)).length > lines.length / 2,
    );
  if (mark === undefined || mark === "") return lines;
  const width = lines.reduce(
    (most, line) =>
      line.includes(mark)
        ? Math.max(most, line.slice(0, line.indexOf(mark)).trimEnd().length)
        : most,
    0,
  );
  return lines.map((line) => {
    const at = line.indexOf(mark);
    if (at < 0) return line;
    return `${line.slice(0, at).trimEnd().padEnd(width)} ${mark} ${line.slice(at + mark.length).trimStart()}`;
  });
}

const pairs: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** The marks that a request to wrap names; double quotation marks by default. */
function wrapping(words: string): [string, string] {
  if (/\bsingle quot/i.test(words)) return ["'", "'"];
  if (/\bbackticks?\b/i.test(words)) return ["`", "`"];
  if (/\bparenthes[ei]s\b/i.test(words)) return ["(", ")"];
  if (/\b(?:square )?brackets\b/i.test(words)) return ["[", "]"];
  if (/\bbraces\b/i.test(words)) return ["{", "}"];
  const given = separatorIn(words) ?? '"';
  return [given, pairs[given] ?? given];
}

/** Wraps what a line has between its indentation and a comma at its end. */
function inside(line: string, open: string, close: string): string {
  const [, indent = "", held = "", tail = ""] = /^(\s*)(.*?)(\s*)$/.exec(line) ?? [];
  return indent + open + held + close + tail;
}

export function separatorIn(words: string): string | undefined {
  const quoted = /(?:^|\s)(?:"([^"]+)"|'([^']+)'|`([^`]+)`)(?=\s|$|[.,;!?])/.exec(words);
  const text = quoted?.slice(1).find((part) => part !== undefined);
  if (text !== undefined) return text.replace(/\\t/g, "\t").replace(/\\n/g, "\n");
  const named =
    /\b(?:by|with|at|on|using|add|append|prepend|in)\s+(?:an?\s+|the\s+)?(commas?|semicolons?|spaces?|tabs?|bars?|pipes?|colons?|equals?|dash(?:es)?|hyphens?|[,;:|=([{<>#*+-]+(?=\s|$))/i.exec(
      words,
    )?.[1];
  if (named === undefined) return undefined;
  return marks[named.toLowerCase().replace(/(?<=\w)(?:(?<=h)es|s)$/, "")] ?? named;
}

const marks: Readonly<Record<string, string>> = {
  comma: ",",
  semicolon: ";",
  space: " ",
  tab: "\t",
  bar: "|",
  pipe: "|",
  colon: ":",
  equal: "=",
  dash: "-",
  hyphen: "-",
};

/** What a reader counts as one character, emoji of several code points included. */
export function characters(text: string): string[] {
  return [...new Intl.Segmenter("en").segment(text)].map(({ segment }) => segment);
}
