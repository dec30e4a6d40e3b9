import commonmark from "commonmark-spec";
import fc from "fast-check";
import { casesOf, readJson, sampled } from "../../support/corpora";

export interface Example {
  markdown: string;
  html: string;
  section: string;
}

interface Said {
  markdown: string;
  text: string;
}

const plain = (text: string): Said => ({ markdown: text, text });
const word = fc.constantFrom(..."one two drei quatre Σίγμα слово 語 x1 long-word 3.5".split(" "));

const inline: fc.Arbitrary<Said> = fc.oneof(
  word.map(plain),
  word.map((text) => ({ markdown: `**${text}**`, text })),
  word.map((text) => ({ markdown: `\`${text}\``, text })),
  word.map((text) => ({ markdown: `~~${text}~~`, text })),
  word.map((text) => ({ markdown: `[${text}](https://a.example/${text.length})`, text })),
);
const cell: fc.Arbitrary<Said> = fc.oneof(
  inline,
  fc.tuple(inline, inline).map(([one, other]) => ({
    markdown: `${one.markdown} ${other.markdown}`,
    text: one.text + other.text,
  })),
  word.map((text) => ({ markdown: `${text}\\|${text}`, text: `${text}|${text}` })),
  word.map((text) => ({ markdown: `\`${text}\\|\``, text: `${text}|` })),
  fc.constant(plain("")),
);

const line = (cells: readonly Said[]) => `| ${cells.map(({ markdown }) => markdown).join(" | ")} |`;

/** Rows may be shorter or longer than the head: excess cells are dropped. */
const table: fc.Arbitrary<Example> = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.tuple(
      fc.array(cell, { minLength: width, maxLength: width }),
      fc.array(fc.constantFrom("---", ":--", "--:", ":-:", "-"), {
        minLength: width,
        maxLength: width,
      }),
      fc.array(fc.array(cell, { minLength: 1, maxLength: width + 2 }), { maxLength: 4 }),
    ),
  )
  .map(([head, rules, rows]) => ({
    section: "table",
    markdown: [line(head), `| ${rules.join(" | ")} |`, ...rows.map(line)].join("\n"),
    html: paragraphOf(
      [head, ...rows].flatMap((cells) => cells.slice(0, head.length)).map(({ text }) => text),
    ),
  }));

/** Two tildes that neither open nor close anything stay. */
const strikethrough: fc.Arbitrary<Example> = fc
  .tuple(word, word, word)
  .chain(([one, two, three]) =>
    fc.constantFrom<[string, string]>(
      [`${one} ~~${two}~~ ${three}`, `${one}${two}${three}`],
      [`${one}~~${two} ${three}~~`, `${one}${two}${three}`],
      [`**${one} ~~${two}~~** ${three}`, `${one}${two}${three}`],
      [`${one} ~~${two} ${three}`, `${one}~~${two}${three}`],
      [`${one} ~~ ${two} ~~ ${three}`, `${one}~~${two}~~${three}`],
      [`${one} \\~~${two}\\~~ ${three}`, `${one}~~${two}~~${three}`],
    ),
  )
  .map(([markdown, text]) => ({ section: "strikethrough", markdown, html: paragraphOf([text]) }));

const tasks: fc.Arbitrary<Example> = fc
  .array(fc.tuple(fc.constantFrom("[ ] ", "[x] ", "[X] ", "[y] ", "[] "), word), {
    minLength: 1,
    maxLength: 4,
  })
  .map((items) => ({
    section: "task",
    markdown: items.map(([mark, text]) => `- ${mark}${text}`).join("\n"),
    // The box itself is drawn by the page.
    html: paragraphOf(items.map(([mark, text]) => (/[ xX]\]/.test(mark) ? text : mark + text))),
  }));

/** Only the text of the expected HTML is compared. */
function paragraphOf(texts: string[]): string {
  return `<p>${texts.join(" ")}</p>`;
}

const tabs = (text: string) => text.replaceAll("→", "\t");

/** What Markdown should look like, and the minimum number of comparable examples. */
export const specifications: Record<string, { examples(): readonly Example[]; least: number }> = {
  CommonMark: {
    examples: () =>
      casesOf(
        commonmark.tests.map(({ markdown, html, section }) => ({
          markdown: tabs(markdown),
          html: tabs(html),
          section,
        })),
        "commonmark",
        (folder) => readJson(folder, "spec.json") as Example[],
      ),
    least: 400,
  },
  "tables, strikethrough and tasks": {
    examples: () =>
      casesOf(
        [...sampled(table, 200), ...sampled(strikethrough, 100), ...sampled(tasks, 60)],
        "gfm",
        (folder) =>
          ["spec", "extensions", "regression"].flatMap(
            (file) => readJson(folder, `${file}.json`) as Example[],
          ),
      ),
    least: 200,
  },
};
