import { columnsOf, isMarkdownTable, looksLikeJson } from "../reading/dataShape";
import { count, fence, paragraphs, table } from "../reading/markdown";
import type { Question } from "../reading/question";
import { inTime, type Ability } from "./ability";
import type { Data, Format } from "./tableText";

export const tables: Ability = {
  id: 32,
  name: "Tables",
  text: "Turns CSV, TSV, a JSON array or a Markdown table into a Markdown table, CSV or JSON.",
  example: "as a table:\nname,size\ncart.ts,12\nlist.ts,7",
  suits(question) {
    const { words, text, isAttached } = question;
    const source = sourceOf(question) ?? "";
    const isRows = isTable(source);
    const names = /\b(?:tables?|csv|tsv)\b/i.test(words);
    const asksFormat =
      names || /\b(?:to|as|into|in) (?:\w+ )?(?:json|ya?ml|markdown|md)\b/i.test(words);
    if (/\b(?:sql|html|latex|columns?|rows?)\b/i.test(words)) return "none";
    if (words === "") return isRows && !looksLikeCode(text) ? "clear" : "none";
    if (asksFormat && (isRows || (names && looksLikeJson(source)))) return "certain";
    if (isAttached) return names ? "clear" : "none";
    return /\b(?:csv|tsv|table|json)\b.*\b(?:to|as|into)\b.*\b(?:csv|tsv|table|json)\b/i.test(words)
      ? "clear"
      : "none";
  },
  async answer(question, { isBrief }) {
    const [{ readTable, csvOf, jsonOf }, yaml] = await Promise.all([
      import("./tableText"),
      /\bya?ml\b/i.test(question.words) ? import("./yamlText") : undefined,
    ]);
    return inTime(() => {
      const source = sourceOf(question);
      const data = source === undefined ? undefined : readTable(source);
      if (!data) return "Select CSV, TSV, a JSON array of objects or a Markdown table.";
      const target = wanted(question.words, data.from);
      const written = {
        Markdown: () => fence(table(data.head, data.rows), "markdown"),
        CSV: () => fence(csvOf(data), "csv"),
        JSON: () => fence(jsonOf(data), "json"),
        YAML: () => fence(yaml?.yamlFromJson(jsonOf(data)) ?? "", "yaml"),
      }[target]();
      return isBrief ? written : paragraphs(told(data, target), written, ...notes(data, target));
    });
  },
};

function isTable(text: string): boolean {
  return isMarkdownTable(text) || columnsOf(text) > 1;
}

function sourceOf({ isAttached, text, words, previous }: Question): string | undefined {
  return isAttached || words === "" || isTable(text) ? text : previous;
}

function looksLikeCode(text: string): boolean {
  return /[;{}]\s*$|\)\s*$/m.test(text.slice(0, 2000));
}

/** The requested format: the last one named, as in *from JSON to CSV*; else the most useful one. */
function wanted(words: string, from: Format): Format {
  const named = [...words.matchAll(/\b(markdown|md|table|csv|json|ya?ml)\b/gi)].map(
    ([, name = ""]) => name.toLowerCase(),
  );
  const formats = named.map((name): Format =>
    name === "csv" ? "CSV" : name === "json" ? "JSON" : name.startsWith("y") ? "YAML" : "Markdown",
  );
  return (
    formats.findLast((format) => format !== from) ?? (from === "Markdown" ? "CSV" : "Markdown")
  );
}

function told({ from, head, rows }: Data, target: Format): string {
  return `${from} read: ${count(head.length, "column")}, ${count(rows.length, "row")}. As ${target}:`;
}

function notes({ from, notes: changed }: Data, target: Format): string[] {
  const types = "Cells that are numbers, true, false or null in JSON are written as such.";
  return [
    ...changed,
    ...((target === "JSON" || target === "YAML") && from !== "JSON" ? [types] : []),
  ];
}
