import type { AttachedText, ExactQuestion } from "../form";
import { pointer } from "../pointer";

export type Coding = "base64" | "url" | "html" | "hex" | "jwt";

export interface EncodeRequest {
  /** Exactly as written. */
  readonly text: string;
  readonly act: "encode" | "decode" | "hash";
  /** A coding, or a digest such as `sha256`. */
  readonly name: string;
}

const maxWords = 2000;
const codings: readonly (readonly [Coding, string])[] = [
  ["base64", "(?:base-?64|b64)"],
  ["url", "(?:ur[li](?:[\\s-]component)?|percent)"],
  ["html", "html(?: entit(?:y|ies))?"],
  ["hex", "hex(?:adecimal)?"],
];
const hash = "(?<hash>md5|sha[\\s-]?(?:1|224|256|384|512))(?:\\s?(?:hash|sum|digest|checksum))?";
const token = "(?:jwt|json web token)(?: token)?";
const the = "(?:(?:this|the|my|following) )*";
const text = "(?<text>.+?)";
const encode = "(?:encode|escape)";
const decode = "(?:decode|unescape)";
const turn = "(?:convert|turn|transform)";

function formsOf(name: string): { encode: string[]; decode: string[] } {
  return {
    encode: [
      `${name}[\\s-]?${encode}(?: (?:of|for))?(?: ${text})?`,
      `(?:the )?${name} encod(?:ing|ed)(?: (?:of|for))?(?: ${text})?`,
      `${encode}(?: ${text})? (?:to|as|in|into|with|using) ${name}(?: encoding)?`,
      `${encode} ${name}(?: ${text})?`,
      `${turn}(?: ${text})? (?:to|into) ${name}`,
      `(?:${text} )?(?:to|in|as) ${name}`,
      `(?:the )?${name} (?:of|for) ${text}`,
    ],
    decode: [
      `${name}[\\s-]?${decode}(?: of)?(?: ${text})?`,
      `${decode} ${the}${name}(?: (?:string|text|value))?(?: ${text})?`,
      `${decode}(?: ${text})? (?:from|as|with|using) ${name}`,
      `${turn} ${text} from ${name}`,
    ],
  };
}

interface Form {
  readonly act: EncodeRequest["act"];
  /** Without it the hash is part of the pattern. */
  readonly coding?: Coding;
  readonly pattern: RegExp;
}

/** A space in a form is any white space between words. */
function formOf(act: Form["act"], row: string, coding?: Coding): Form {
  return {
    act,
    ...(coding && { coding }),
    pattern: new RegExp(`^${row.replaceAll(" ", "\\s+")}$`, "is"),
  };
}

/** The whole grammar. Words must fit one row from their beginning to their end. */
const grammar: readonly Form[] = [
  ...codings.flatMap(([coding, name]) => {
    const forms = formsOf(name);
    return [
      ...forms.encode.map((row) => formOf("encode", row, coding)),
      ...forms.decode.map((row) => formOf("decode", row, coding)),
    ];
  }),
  ...codings
    .filter(([coding]) => coding === "base64" || coding === "hex")
    .map(([coding, name]) =>
      formOf(
        "decode",
        `(?:${turn} )?${the}${name}(?: string)?(?: ${text})? (?:back )?to (?:plain )?text`,
        coding,
      ),
    ),
  ...[
    `${decode} (?:a )?${the}${token}(?: ${text})?`,
    `jwt(?: token)? decode(?: ${text})?`,
    `${decode} ${text} as (?:a )?${token}`,
  ].map((row) => formOf("decode", row, "jwt")),
  ...[
    `(?:(?:compute|calculate|get|show|give me) )?(?:the |an? )?${hash}(?: (?:of|for))?(?: ${text})?`,
    `hash(?: ${text})? (?:with|using|as|to|by|in) ${hash}`,
    `(?:${text} )?(?:to|in|as) ${hash}`,
  ].map((row) => formOf("hash", row)),
];

/** Words that stand for something else or belong to the grammar: they are never the text themselves. */
const reserved = new RegExp(
  `^(?:${pointer}|the|an?|my|to|from|of|for|in|into|as|with|using|those|all|everything|nothing|above|below|here|something|` +
    "texts?|strings?|words?|values?|contents?|data|files?|documents?|blocks?|lines?|input|output|selection|clipboard|result|" +
    "tokens?|images?|pictures?|numbers?|bytes|binary|plain|ascii|unicode|utf-?8|json|yaml|csv|xml|ur[li]s?|component|percent|" +
    "html|entit(?:y|ies)|hex|hexadecimal|base-?64|b64|jwts?|md5|sha-?\\d*|hash|sum|digest|checksum|" +
    "(?:en|de)cod(?:e|ed|ing)|(?:un)?escape|convert|turn|transform|compute|calculate|get|show|back)$",
  "i",
);
const quoted =
  /^(?:(?:the |this )?(?:string|text|word|value) )?(?:"([^"]*)"|'([^']*)'|`([^`]*)`|“([^”]*)”)$/is;
const oneWord = /^[^\s"'`“”‘’](?:\S*[^\s"'`“”‘’,:])?$/;
const bearer = /^bearer\s+(\S+)$/i;
const fileName =
  /^(?:[\w.~\\/-]*[\w-])?\.[a-z]\w{0,9}$|(?:^|[\\/])(?:makefile|dockerfile|readme|license|changelog|gemfile|jenkinsfile)$/i;

/** What a question wants encoded, decoded or hashed, if the grammar accounts for every word. */
export function encodeRequest({
  words,
  attached,
}: ExactQuestion): EncodeRequest | { readonly refusal: string } | undefined {
  const asked = words.trim().replace(/\s*:$/, "");
  if (asked.length > maxWords) return undefined;
  for (const { act, coding, pattern } of grammar) {
    const groups = pattern.exec(asked)?.groups ?? (pattern.test(asked) ? {} : undefined);
    if (!groups) continue;
    const name = coding ?? groups["hash"]!.toLowerCase().replaceAll(/[\s-]/g, "");
    const written = groups["text"];
    const found = literalOf(written, attached, coding);
    if (found === undefined) continue;
    if (found === written) {
      const form = (text: string) => asked.replace(written, () => text);
      // Numbers and colours have other hexadecimal forms than that of their letters.
      const isVague = !/encode/i.test(form("")) || /[\d#(]/.test(written);
      if (act === "encode" && coding === "hex" && isVague) continue;
      if (isFile(written, act, coding)) {
        const [name, content] = [form(`"${written}"`), form("this")];
        return {
          refusal: `\`${name}\` is about the name; for the file, attach it and write \`${content}\`.`,
        };
      }
    }
    return { text: found, act, name };
  }
  return undefined;
}

/** The attached text, what is in quotation marks, or the only word. */
function literalOf(
  written: string | undefined,
  attached: AttachedText | undefined,
  coding: Coding | undefined,
): string | undefined {
  if (written === undefined || new RegExp(`^${pointer}$`, "i").test(written)) return attached?.text;
  if (attached) return undefined;
  const inner = quoted
    .exec(written)
    ?.slice(1)
    .find((part) => part !== undefined);
  if (inner !== undefined) return inner;
  if (coding === "jwt" && bearer.test(written)) return written;
  return oneWord.test(written) && !reserved.test(written) ? written : undefined;
}

function isFile(word: string, act: EncodeRequest["act"], coding: Coding | undefined): boolean {
  if (act === "decode" && coding !== "url" && coding !== "html") return false;
  const isPath =
    /[\\/]/.test(word) && !word.includes("://") && coding !== "url" && coding !== "html";
  return fileName.test(word) || isPath;
}
