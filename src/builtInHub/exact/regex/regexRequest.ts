import type { ExactQuestion } from "../exactAbility";
import { form, formsOf, pointer, pointsAtText, quotedText } from "../form";

export interface RegexRequest {
  readonly act: "explain" | "test" | "list";
  readonly pattern: string;
  readonly flags: string;
  /** The text to try it on; empty for an explanation. */
  readonly text: string;
}

const literal = String.raw`\/(?<pattern>(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/(?<flags>[a-z]*)`;
const kind = "(?:regex|regexp|regular expression|pattern)";
const regexParts = {
  REGEX: `(?:(?:(?:the|this) )?${kind}:? )?${literal}`,
  THIS: pointer,
  TEXT:
    "(?:(?:the |this )?(?:string|text|word|value) (?=[\"'`“]))?" +
    `(?<text>"[^"]*"|'[^']*'|\`[^\`]*\`|“[^”]*”|${pointer}|[^\\s"'\`“/]\\S*)`,
};

/** The whole grammar. */
const grammar = formsOf<RegexRequest["act"]>(
  {
    explain: [
      "(explain|describe) REGEX",
      "explain what REGEX (matches|does|means)",
      "what does REGEX (do|mean|match)",
      "how does REGEX work",
      "[the] meaning of REGEX",
      "REGEX (explained|meaning)",
    ],
    test: [
      "(does|would|will) TEXT match [against] REGEX",
      "(does|would|will) REGEX match TEXT",
      "is TEXT matched by REGEX",
      "[check if|check whether] TEXT matches REGEX",
      "check (if|whether) REGEX matches TEXT",
      "(test|try|check|match) TEXT (against|with|on) REGEX",
      "(test|try|check) REGEX (against|with|on) TEXT",
    ],
    list: [
      "REGEX",
      "[find|list|show|get] [all|every] [the] (match|matches) (of|for) REGEX [in THIS]",
      "(find|match|search for) [all] REGEX [in THIS]",
      "(what|where) does REGEX match [here|in THIS]",
      "(apply|run) REGEX (on|to|over) THIS",
    ],
  },
  regexParts,
);
const alone = new RegExp(`^${literal}$`);
const explainsAttached = form(`explain (THIS|(this|the) ${kind})`, regexParts);

/** What a question asks of an expression between slashes, if the grammar accounts for every word. */
export function regexRequest({
  words,
  attached,
}: ExactQuestion): RegexRequest | { readonly refusal: string } | undefined {
  const question = words.trim().replace(/\s*:$/, "");
  const own = attached && explainsAttached.test(question) && alone.exec(attached.text.trim());
  if (own) return requestOf("explain", own.groups, "");
  for (const { act, pattern } of grammar) {
    const groups = pattern.exec(question)?.groups;
    if (!groups || (act === "explain" && attached)) continue;
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
  if (pointsAtText.test(written)) return attached;
  if (attached !== undefined) return undefined;
  const isWord = /[^\p{L}]/u.test(written) && !/["'`”,;:]$/.test(written);
  const quoted = quotedText(written);
  // It may be an escape, or a character of its own.
  if (quoted?.includes("\\")) return undefined;
  return quoted ?? (isWord ? written : undefined);
}
