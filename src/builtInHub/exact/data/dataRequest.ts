export type Format = "JSON" | "YAML" | "CSV" | "TSV" | "Markdown";

/** What the words ask for. */
export interface DataRequest {
  readonly act: "convert" | "format" | "minify" | "check";
  /** Only if the words name it. */
  readonly from: Format | undefined;
  /** Of a conversion. */
  readonly to: Format;
}

const noun =
  "(?:data|text|file|document|string|object|array|list|config|content|block|snippet|rows|records|input)";
const determiner = "(?:(?:this|that|these|the|my|following|above|attached|selected) )*";
const from = "(?<from>json|ya?ml|csv|tsv|(?:markdown |md )?table)";
const source = `(?:${determiner}(?:${from}(?: ${noun})?|${noun})|this|that|it|these|them|the following)`;
const to = "(?:an? |the )?(?<to>json|ya?ml|csv|(?:(?:markdown|md) )?table|markdown|md)(?: format)?";
const turn =
  "(?:convert|turn|transform|change|translate|reformat|rewrite|export|put|show(?: me)?|render|format|print|write|make)";
const into = "(?:to|into|as|in)";

const format = "(?:re-?format|format|pretty[ -]?print|prettify|beautify|pretty|tidy)";
const minify = "(?:minify|minimi[sz]e|compact)";
const check = "(?:validate|lint)";
const kind = "(?<from>json|ya?ml)";
const subject = `${determiner}${kind}(?: ${noun})?`;
const valid = "(?:valid|correct|well-?formed|ok)";

/** The whole grammar. Words in lower case must fit one row from their beginning to their end. */
const forms: readonly (readonly [DataRequest["act"], readonly string[]])[] = [
  [
    "convert",
    [
      `${into} ${to}`,
      `${turn} ${into} ${to}`,
      `${turn} ${source} ${into} ${to}`,
      `${source} (?:to|into|as|in|->|=>|→) ${to}`,
      `${turn} from ${from} to ${to}`,
      `from ${from} to ${to}`,
      `(?:make|generate) an? ${to}`,
      `${to} from ${source}`,
      `(?:make|create|generate) (?:an? )?${to} (?:from|of|out of) ${source}`,
      "(?<from>json|yaml|csv|tsv)2(?<to>json|yaml|csv)",
    ],
  ],
  [
    "format",
    [
      `${format} ${subject}`,
      `${format}(?: this| that| it)?`,
      `${kind} (?:${format}|formatter|formatted)`,
    ],
  ],
  [
    "minify",
    [
      `${minify} ${subject}`,
      `${minify}(?: this| that| it)?`,
      `${kind} (?:minify|minifier|minified)`,
    ],
  ],
  [
    "check",
    [
      `(?:${check}|check|verify) ${subject}`,
      `${check}(?: this| that| it)?`,
      `${kind} (?:${check}|check|validator|validation|linter)`,
      `(?:is |check (?:if|whether|that) )(?:this|that|it|the following)(?: ${noun})?(?: is)? ${valid} ${kind}`,
      `(?:is |check (?:if|whether|that) )${subject}(?: is)? ${valid}`,
      "(?:is |check (?:if|whether) )(?:this|that|it)(?: is)? valid",
      `check (?:the )?syntax of ${subject}`,
      `check ${kind} syntax`,
      `${valid} ${kind}`,
    ],
  ],
];
const grammar = forms.flatMap(([act, rows]) =>
  rows.map((row) => ({ act, pattern: new RegExp(`^${row}$`) })),
);

/** The request if the grammar accounts for every word. */
export function dataRequest(words: string): DataRequest | undefined {
  const plain = words.trim().toLowerCase().replace(/\s+/g, " ").replace(/ ?:$/, "");
  for (const { act, pattern } of grammar) {
    const match = pattern.exec(plain);
    if (!match) continue;
    const { from, to = "json" } = match.groups ?? {};
    return { act, from: from === undefined ? undefined : formatOf(from), to: formatOf(to) };
  }
  return undefined;
}

function formatOf(name: string): Format {
  if (name === "json") return "JSON";
  if (name === "csv") return "CSV";
  if (name === "tsv") return "TSV";
  return name.startsWith("y") ? "YAML" : "Markdown";
}
