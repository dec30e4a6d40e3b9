import { formsOf } from "../form";

export type Format = "JSON" | "YAML" | "CSV" | "TSV" | "Markdown";

/** What the words ask for. */
export interface DataRequest {
  readonly act: "convert" | "format" | "minify" | "check";
  /** Only if the words name it. */
  readonly from: Format | undefined;
  /** Of a conversion. */
  readonly to: Format;
}

const dataParts = {
  SOURCE: "(?:THEFROM(?: NOUN)?|THENOUN|this|that|it|these|them|the following)",
  NOUN: "(?:data|text|file|document|string|object|array|list|config|content|block|snippet|rows|records|input)",
  THE: "(?:(?:this|that|these|the|my|following|above|attached|selected) )*",
  FROM: "(?<from>json|ya?ml|csv|tsv|(?:markdown |md )?table)",
  TARGET: "(?:an? |the )?(?<to>json|ya?ml|csv|(?:(?:markdown|md) )?table|markdown|md)(?: format)?",
  TURN: "(?:convert|turn|transform|change|translate|reformat|rewrite|export|put|show(?: me)?|render|format|print|write|make)",
  INTO: "(?:to|into|as|in)",
  FORMAT: "(?:re-?format|format|pretty[ -]?print|prettify|beautify|pretty|tidy)",
  MINIFY: "(?:minify|minimi[sz]e|compact)",
  CHECK: "(?:validate|lint)",
  KIND: "(?<from>json|ya?ml)",
  VALID: "(?:valid|correct|well-?formed|ok)",
};

/** The whole grammar. */
const dataGrammar = formsOf<DataRequest["act"]>(
  {
    convert: [
      "[TURN] INTO TARGET",
      "TURN SOURCE INTO TARGET",
      "SOURCE (INTO|->|=>|→) TARGET",
      "[TURN] from FROM to TARGET",
      "(make|generate) (a|an) TARGET",
      "TARGET from SOURCE",
      "(make|create|generate) TARGET (from|of|out of) SOURCE",
      "(?<from>json|yaml|csv|tsv)2(?<to>json|yaml|csv)",
    ],
    format: ["FORMAT [this|that|it]", "FORMAT THEKIND [NOUN]", "KIND (FORMAT|formatter|formatted)"],
    minify: ["MINIFY [this|that|it]", "MINIFY THEKIND [NOUN]", "KIND (MINIFY|minifier|minified)"],
    check: [
      "CHECK [this|that|it]",
      "(CHECK|check|verify) THEKIND [NOUN]",
      "KIND (CHECK|check|validator|validation|linter)",
      "(is|check (if|whether|that)) (this|that|it|the following) [NOUN] [is] VALID KIND",
      "(is|check (if|whether|that)) THEKIND [NOUN] [is] VALID",
      "(is|check (if|whether)) (this|that|it) [is] valid",
      "check [the] syntax of THEKIND [NOUN]",
      "check KIND syntax",
      "VALID KIND",
    ],
  },
  dataParts,
);

/** The request if the grammar accounts for every word. */
export function dataRequest(words: string): DataRequest | undefined {
  const question = words.trim().replace(/ ?:$/, "");
  for (const { act, pattern } of dataGrammar) {
    const match = pattern.exec(question);
    if (!match) continue;
    const { from, to = "json" } = match.groups ?? {};
    return { act, from: from === undefined ? undefined : formatOf(from), to: formatOf(to)! };
  }
  return undefined;
}

const formats: Readonly<Record<string, Format>> = {
  json: "JSON",
  jsonc: "JSON",
  yaml: "YAML",
  yml: "YAML",
  csv: "CSV",
  tsv: "TSV",
  markdown: "Markdown",
  md: "Markdown",
  table: "Markdown",
};

/** The format of this name, such as `yml` or `markdown table`. */
export function formatOf(name: string): Format | undefined {
  return formats[name.toLowerCase().replace(/.*\s/, "")];
}
