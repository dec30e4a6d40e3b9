import type { ExactQuestion } from "../form";
import { pointer } from "../pointer";

export interface RegexRequest {
  readonly act: "explain" | "test" | "list";
  readonly pattern: string;
  readonly flags: string;
  /** The text to try it on; empty for an explanation. */
  readonly text: string;
}

const maxWords = 4000;
const literal = String.raw`\/(?<pattern>(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/(?<flags>[a-z]*)`;
const kind = "(?:regex|regexp|regular expression|pattern)";
const regex = `(?:(?:(?:the|this) )?${kind}:? )?${literal}`;
const text =
  "(?:(?:the |this )?(?:string|text|word|value) (?=[\"'`“]))?" +
  `(?<text>"[^"]*"|'[^']*'|\`[^\`]*\`|“[^”]*”|${pointer}|[^\\s"'\`“/]\\S*)`;
const inIt = `(?: in ${pointer})?`;

/** The whole grammar. Words must fit one row from their beginning to their end. */
const rows: readonly (readonly [RegexRequest["act"], readonly string[]])[] = [
  [
    "explain",
    [
      `(?:explain|describe) ${regex}`,
      `explain what ${regex} (?:matches|does|means)`,
      `what does ${regex} (?:do|mean|match)`,
      `how does ${regex} work`,
      `(?:the )?meaning of ${regex}`,
      `${regex} (?:explained|meaning)`,
    ],
  ],
  [
    "test",
    [
      `(?:does|would|will) ${text} match(?: against)? ${regex}`,
      `(?:does|would|will) ${regex} match ${text}`,
      `is ${text} matched by ${regex}`,
      `${text} matches ${regex}`,
      `(?:test|try|check|match) ${text} (?:against|with|on) ${regex}`,
      `(?:test|try|check) ${regex} (?:against|with|on) ${text}`,
      `check (?:if|whether) ${text} matches ${regex}`,
      `check (?:if|whether) ${regex} matches ${text}`,
    ],
  ],
  [
    "list",
    [
      regex,
      `(?:find |list |show |get )?(?:all |every )?(?:the )?match(?:es)? (?:of|for) ${regex}${inIt}`,
      `(?:find|match|search for)(?: all)? ${regex}${inIt}`,
      `(?:what|where) does ${regex} match(?: here|${inIt})`,
      `(?:apply|run) ${regex} (?:on|to|over) ${pointer}`,
    ],
  ],
];
const grammar = rows.flatMap(([act, patterns]) =>
  patterns.map((row) => ({ act, form: new RegExp(`^${row.replaceAll(" ", "\\s+")}$`, "i") })),
);
const alone = new RegExp(`^${literal}$`);
const explainsAttached = new RegExp(`^explain (?:${pointer}|(?:this|the) ${kind})$`, "i");

/** What a question asks of an expression between slashes, if the grammar accounts for every word. */
export function regexRequest({
  words,
  attached,
}: ExactQuestion): RegexRequest | { readonly refusal: string } | undefined {
  if (words.length > maxWords) return undefined;
  const asked = words.trim().replace(/\s*:$/, "");
  const own = attached && explainsAttached.test(asked) && alone.exec(attached.text.trim());
  if (own) return requestOf("explain", own.groups, "");
  for (const { act, form } of grammar) {
    const groups = form.exec(asked)?.groups;
    if (!groups) continue;
    if (act === "explain" && attached) continue;
    const tried = act === "test" ? literalOf(groups["text"] ?? "", attached?.text) : attached?.text;
    if (tried === undefined && act !== "explain") return undefined;
    return requestOf(act, groups, tried ?? "");
  }
  return undefined;
}

function requestOf(
  act: RegexRequest["act"],
  { pattern = "", flags = "" }: Readonly<Record<string, string>> = {},
  tried: string,
): RegexRequest | { readonly refusal: string } | undefined {
  if (/[^dgimsuvy]/.test(flags)) return undefined;
  const isTwice = new Set(flags).size < flags.length || /u.*v|v.*u/.test(flags);
  if (isTwice) return { refusal: `The flags \`${flags}\` cannot stand together.` };
  return { act, pattern, flags, text: tried };
}

/** What is in quotation marks, the attached text, or one word that is no ordinary one. */
function literalOf(written: string, attached: string | undefined): string | undefined {
  if (new RegExp(`^${pointer}$`, "i").test(written)) return attached;
  if (attached !== undefined) return undefined;
  const inner = /^(?:"(.*)"|'(.*)'|`(.*)`|“(.*)”)$/s.exec(written)?.slice(1);
  const isWord = /[^\p{L}]/u.test(written) && !/["'`”,;:]$/.test(written);
  const quoted = inner?.find((part) => part !== undefined);
  // It may be an escape, or a character of its own.
  if (quoted?.includes("\\")) return undefined;
  return quoted ?? (isWord ? written : undefined);
}
