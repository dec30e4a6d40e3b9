import { t } from "../../../kit/l10n";
import { count, fence, paragraphs } from "../../markdown";
import type { ExactAbility } from "../exactAbility";
import { form, isPlainText } from "../form";
import type { CaseName } from "./caseText";

type Result = readonly [title: string, lines: readonly string[]];

const these = "(?:(?:these|the|this|my|all)(?: the)? )?";
const parts = {
  LINES: `${these}(?:lines|list|text)`,
  ITEMS: `${these}(?:lines|list)`,
  THESE: these,
  VERB: "(?:(?:convert|change|turn|make|write|put)(?: (?:it|this|this text|the text|these|these lines|the lines|the selection))? (?:in)?(?:to )?(?:in )?|(?:in)?to |in )?",
};

const textForms: readonly (readonly [string, (lines: readonly string[]) => Result])[] = [
  ["sort [LINES] [alphabetically|ascending]", (all) => [t("Sorted"), sorted(all)]],
  ["sort [LINES] descending", (all) => [t("Sorted in descending order"), sorted(all).toReversed()]],
  ["reverse [the order of] ITEMS", (all) => [t("In reverse order"), all.toReversed()]],
  [
    "(deduplicate|dedupe) [LINES]|remove [the|all] duplicate(s| lines)",
    (all) => [t("Without repeated lines"), [...new Set(all)]],
  ],
  ["number LINES", (all) => [t("Numbered"), all.map((line, at) => `${at + 1}. ${line}`)]],
];
const changes = textForms.map(([row, change]) => ({ pattern: form(row, parts), change }));
const counting = form("count THESElines|how many lines [are there|are these]|line count", parts);

const caseRows: Readonly<Record<CaseName, string>> = {
  "UPPER CASE": "VERB(upper-case|all caps)|uppercase [this|it|LINES]",
  "lower case": "VERBlower-case|lowercase [this|it|LINES]",
  "Title Case": "VERBtitle-case",
  camelCase: "VERBcamel-case",
  PascalCase: "VERBpascal-case",
  CONSTANT_CASE: "VERB(constant|screaming-snake)-case",
  snake_case: "VERBsnake-case",
  "kebab-case": "VERBkebab-case",
};
const cases = (Object.keys(caseRows) as CaseName[]).map(
  (name) => [name, form(caseRows[name], parts)] as const,
);

export const text: ExactAbility = {
  id: 41,
  name: () => t("Text"),
  text: () =>
    t(
      "Sorts, reverses, numbers or counts the lines of an attached plain text, removes repeated ones, or changes its case.",
    ),
  examples: [
    { question: "sort lines", attached: "pear\napple\nfig", answer: "apple\nfig\npear" },
    { question: "sort these lines descending", attached: "9\n10\n2", answer: "10\n9\n2" },
    { question: "reverse lines", attached: "a\nb\nc", answer: "c\nb\na" },
    { question: "remove duplicate lines", attached: "a\nb\na", answer: "a\nb" },
    { question: "number lines", attached: "a\nb", answer: "1. a\n2. b" },
    { question: "count lines", attached: "a\nb\nc", answer: "3 lines" },
    { question: "to uppercase", attached: "it's done", answer: "IT'S DONE" },
    { question: "to snake_case: userProfileImage", answer: "user_profile_image" },
    {
      question: "to camelCase",
      attached: "max retry count\nuser_id",
      answer: "maxRetryCount\nuserId",
    },
  ],
  read({ words, attached }) {
    if (!attached || attached.isCode || !isPlainText(attached.language)) return undefined;
    const all = attached.text.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n");
    if (counting.test(words)) {
      const number = attached.text === "" ? 0 : all.length;
      return { answer: () => fence(count(number, "line"), "text") };
    }
    for (const { pattern, change } of changes) {
      if (!pattern.test(words)) continue;
      if (all.length < 2 || areNumbersWithCommas(all)) return undefined;
      if (!/\blines?\b/i.test(words) && all.some(isMoreThanAnItem)) return undefined;
      const [title, changed] = change(all);
      return { answer: () => shown(title, changed) };
    }
    const [wanted] = cases.find(([, pattern]) => pattern.test(words)) ?? [];
    return wanted && inCase(wanted, all);
  },
};

const nameOrPhrase = /^\s*(?:[\p{L}\p{N}]+(?:[ _.-][\p{L}\p{N}]+)*|_*[\p{L}\p{N}_]+)?\s*$/u;

function inCase(wanted: CaseName, all: readonly string[]) {
  const isOfNames = !/^(?:Title|UPPER|lower) /.test(wanted);
  if (isOfNames && !all.every((line) => nameOrPhrase.test(line)))
    return { refusal: t("Only names and phrases can be written in {0}, one a line.", wanted) };
  return {
    answer: async () => {
      const { inCase: write } = await import("./caseText");
      return shown(
        t("In {0}", wanted),
        all.map((line) => write(wanted, line)),
      );
    },
  };
}

/** A comma may divide thousands or decimals. */
const areNumbersWithCommas = (all: readonly string[]) =>
  all.every((line) => /^\s*[-+]?[\d.,]+\s*$/.test(line)) && all.some((line) => line.includes(","));

/** A row of a table or a line of code: what is to be sorted then may be something else than lines. */
const isMoreThanAnItem = (line: string) => /[()[\]{}<>=;,|"]/.test(line);

function shown(title: string, changed: readonly string[]): string {
  return paragraphs(`${title}:`, fence(changed.join("\n"), "text"));
}

const number = /^\s*[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?\s*$/i;
const collator = new Intl.Collator("en", { numeric: true });

/** Numbers by their value, other text as in a dictionary, with 2 before 10. */
function sorted(all: readonly string[]): readonly string[] {
  const areNumbers = all.every((line) => number.test(line));
  return all.toSorted((a, b) => (areNumbers ? Number(a) - Number(b) : collator.compare(a, b)));
}
