/** Text that is not code in a language: a string or a comment. Sources of regular expressions. */
export interface Quote {
  readonly open: string;
  /** May depend on the opening text, such as the word of a here-document. */
  readonly close: string | ((open: string) => string);
  readonly kind: "string" | "comment" | "regex";
  /** A backslash escapes the next character. */
  readonly escapes?: boolean;
  /** May span several lines. */
  readonly lines?: boolean;
  /** Contains code between `${` and `}`. */
  readonly interpolates?: boolean;
  /** Begins on the next line, and ends with a line of its own. */
  readonly here?: boolean;
}

const string = (quote: string): Quote => ({
  open: quote,
  close: quote,
  kind: "string",
  escapes: true,
});
const strings = (open: string, close: Quote["close"] = open): Quote => ({
  open,
  close,
  kind: "string",
  escapes: true,
  lines: true,
});
const raw = (open: string, close: Quote["close"] = open): Quote => ({
  open,
  close,
  kind: "string",
  lines: true,
});
const toLineEnd = (open: string): Quote => ({ open, close: "$", kind: "comment" });
const comment = (open: string, close: string): Quote => ({
  open,
  close,
  kind: "comment",
  lines: true,
});
/** Ends with its own word. */
const here = (open: string): Quote => ({
  open,
  close: (opened) => {
    const word = /[\p{L}_][\p{L}\p{N}_.-]*/u.exec(opened)?.[0] ?? "";
    const blanks = /^<<(?![-~<])/.test(opened) ? "" : "[ \\t]*";
    return `^${blanks}${escapedForRegex(word)}(?=[;,)\\s]|$)`;
  },
  kind: "string",
  lines: true,
  here: true,
});

const double = string('"');
const singleQuoted = string("'");
const doubles = strings('"');
const singles = strings("'");
const tripleDouble = strings('"""');
const tripleSingle = strings("'''");
/** A character literal, not a lifetime or a digit separator. */
const character: Quote = {
  open: "(?<![\\p{L}\\p{N}_])'(?=\\\\|[^\\n]')",
  close: "'",
  kind: "string",
  escapes: true,
};
const template: Quote = { ...strings("`"), interpolates: true };
const slashes = toLineEnd("\\/\\/");
const hash = toLineEnd("#");
const hashWord = toLineEnd("(?<![^\\s;&|(])#");
const starComment = comment("\\/\\*", "\\*\\/");
const markup = comment("<!--", "-->");
const regex: Quote = { open: "\\/(?![*/])", close: "\\/", kind: "regex", escapes: true };
const hereWord = here(
  "<<[-~]?[ \\t]*(?:[\"'`][\\p{L}_][^\"'`\\n]*[\"'`]|\\\\?[\\p{L}_][\\p{L}\\p{N}_]*)",
);
/** Not the operator, as in `a <<b`. */
const hereUpper = here("<<[-~]?(?:[\"'`][\\p{L}_][^\"'`\\n]*[\"'`]|[A-Z_][\\p{L}\\p{N}_]*)");
const slashed = [slashes, starComment];

const script = [...slashed, template, double, singleQuoted, regex];
const like: Readonly<Record<string, readonly Quote[]>> = {
  script,
  c: [
    ...slashed,
    raw('R"[^()\\\\\\s]*\\(', (open) => `\\)${escapedForRegex(open.slice(2, -1))}"`),
    double,
    character,
  ],
  sharp: [
    ...slashed,
    raw('\\$*"""+', (open) => open.replace(/\$/g, "")),
    raw('(?:\\$@|@\\$?)"', '"(?!")'),
    double,
    character,
  ],
  java: [...slashed, tripleDouble, double, character],
  dart: [...slashed, tripleDouble, tripleSingle, double, singleQuoted],
  go: [...slashed, raw("`"), double, character],
  rust: [...slashed, raw('r#*"', (open) => `"${open.slice(1, -1)}`), doubles, character],
  style: [...slashed, double, singleQuoted],
  python: [hash, tripleDouble, tripleSingle, double, singleQuoted],
  shell: [hashWord, hereWord, strings("\\$'", "'"), raw("(?<!\\\\)'"), strings('(?<!\\\\)"', '"')],
  ruby: [comment("^=begin\\b", "^=end\\b"), hash, hereUpper, doubles, singles, regex],
  perl: [comment("^=[a-z]", "^=cut\\b"), hashWord, hereUpper, doubles, singles, regex],
  php: [
    ...slashed,
    hash,
    here("<<<[ \\t]*[\"']?[\\p{L}_][\\p{L}\\p{N}_]*[\"']?"),
    doubles,
    singles,
  ],
  lua: [
    comment("--\\[\\[", "\\]\\]"),
    toLineEnd("--"),
    raw("\\[=*\\[", (open) => open.replaceAll("[", "\\]")),
    double,
    singleQuoted,
  ],
  sql: [
    toLineEnd("--"),
    starComment,
    raw("\\$[\\p{L}_]*\\$", (open) => escapedForRegex(open)),
    raw("'"),
    raw('"'),
  ],
  powershell: [
    comment("<#", "#>"),
    hashWord,
    raw('@"(?=[ \\t]*$)', '^"@'),
    raw("@'(?=[ \\t]*$)", "^'@"),
    raw('"'),
    raw("'"),
  ],
  hash: [hash, tripleDouble, tripleSingle, double, singleQuoted],
  terraform: [...slashed, hash, hereWord, double],
  docker: [toLineEnd("^[ \\t]*#"), hereWord, double, singleQuoted],
  nix: [hash, starComment, raw("''"), doubles],
  markup: [markup, raw("<pre\\b", "<\\/pre>"), raw("<textarea\\b", "<\\/textarea>")],
  component: [markup, raw("<pre\\b", "<\\/pre>"), ...script.filter(({ kind }) => kind !== "regex")],
  data: [...slashed, double],
  unknown: [...slashed, tripleDouble, double, singleQuoted],
};

function escapedForRegex(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
}

const kinds: Readonly<Record<string, readonly string[]>> = {
  script: ["javascript", "javascriptreact", "typescript", "typescriptreact"],
  c: ["c", "cpp", "cuda-cpp", "objective-c", "objective-cpp"],
  sharp: ["csharp"],
  java: ["groovy", "java", "kotlin", "scala", "swift"],
  dart: ["dart"],
  go: ["go"],
  rust: ["rust"],
  style: ["css", "less", "scss"],
  python: ["python"],
  shell: ["shellscript"],
  ruby: ["ruby"],
  perl: ["perl", "perl6"],
  php: ["php"],
  lua: ["lua"],
  sql: ["sql"],
  powershell: ["powershell"],
  hash: ["elixir", "julia", "r", "toml"],
  terraform: ["hcl", "terraform"],
  docker: ["dockerfile"],
  nix: ["nix"],
  markup: ["xml", "xsl"],
  component: ["astro", "handlebars", "html", "svelte", "vue"],
  data: ["json", "jsonc", "jsonl"],
};

const byLanguage = new Map(
  Object.entries(kinds).flatMap(([kind, ids]) => ids.map((id) => [id, like[kind] ?? []] as const)),
);

/** The strings and comments of a language, by the editor's language id. */
export function quotesOf(languageId: string): readonly Quote[] {
  return byLanguage.get(languageId) ?? like["unknown"] ?? [];
}
