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
const text = "(?<text>.+?)";
const ofText = `(?: (?:of|for))?(?: ${text})?`;
const the = "(?:(?:this|the|my|following|an?) )*";
const encode = "(?:encode|escape)";
const decode = "(?:decode|unescape)";
const turn = "(?:convert|turn|transform)";
const jwt = "(?:jwt|json web token)(?: token)?";
const hash = "(?<hash>md5|sha[\\s-]?(?:1|224|256|384|512))(?:\\s?(?:hash|sum|digest|checksum))?";

function formsOf(act: EncodeRequest["act"], coding: Coding | undefined, rows: readonly string[]) {
  // A space in a row is any white space between words.
  const patterns = rows.map((row) => new RegExp(`^${row.replaceAll(" ", "\\s+")}$`, "is"));
  return patterns.map((pattern) => ({ act, coding, pattern }));
}

/** `noun` is the name where no verb says that something is encoded: "to html" may mean anything. */
function codingForms(coding: Coding, name: string, noun: string, toText: readonly string[] = []) {
  return [
    ...formsOf("encode", coding, [
      `${name}[\\s-]?${encode}${ofText}`,
      `${encode}(?: ${text})? (?:to|as|in|into|with|using) ${name}(?: encoding)?`,
      `${encode} ${name}(?: ${text})?`,
      `(?:${turn} )?(?:${text} )?(?:to|into|in|as) ${noun}`,
      `${the}${noun}(?: encoding)? (?:of|for) ${text}`,
    ]),
    ...formsOf("decode", coding, [
      `${name}[\\s-]?${decode}${ofText}`,
      `${decode} ${the}${name}(?: (?:string|text|value))?(?: ${text})?`,
      `${decode}(?: ${text})? (?:from|as|with|using) ${name}`,
      ...toText,
    ]),
  ];
}

/** Codings of bytes, which are nothing but codings. */
function byteForms(coding: Coding, name: string) {
  const plain = "(?:back )?to (?:plain )?(?:text|string)";
  return codingForms(coding, name, name, [
    `(?:${turn} )?${text} from ${name}`,
    `(?:${turn} )?${the}${name}(?: string)?(?: ${text})? ${plain}`,
    `${name} ${plain} ${text}`,
  ]);
}

/** The whole grammar. Words must fit one row from their beginning to their end. */
const grammar = [
  ...byteForms("base64", "(?:base[\\s-]?64|b64)"),
  ...byteForms("hex", "hex(?:adecimal)?"),
  ...codingForms(
    "url",
    "(?:ur[li](?:[\\s-]component)?|percent)",
    "(?:ur[li]|percent)[\\s-]encoding",
  ),
  ...codingForms("html", "html(?: entit(?:y|ies))?", "html entit(?:y|ies)"),
  ...formsOf("decode", "jwt", [
    `(?:${decode}|parse|read|inspect) ${the}${jwt}(?: ${text})?`,
    `jwt(?: token)? decode(?: ${text})?`,
    `${decode} ${text} as ${the}${jwt}`,
  ]),
  ...formsOf("hash", undefined, [
    `${hash}${ofText}`,
    `(?:(?:compute|calculate|generate|create|get|show) )?${the}${hash}(?: (?:of|for) ${text})?`,
    `${hash}\\(${text}\\)`,
    `hash(?: ${text})? (?:with|using|as|to|by|in) ${hash}`,
    `(?:${text} )?(?:to|in|as) ${hash}`,
  ]),
];

const pointsAtText = new RegExp(`^${pointer}$`, "i");
/** Words that stand for something else or belong to the grammar: they are never the text themselves. */
const reserved = new RegExp(
  "^(?:the|an?|my|to|from|of|for|in|into|as|with|using|those|all|everything|nothing|above|below|here|something|" +
    "algorithm|function|implementation|example|library|online|meaning|generator|encoder|decoder|explained|python|javascript|" +
    "typescript|java|node|react|rust|go|php|ruby|bash|vs|texts?|strings?|words?|values?|contents?|data|files?|documents?|blocks?|lines?|input|output|selection|clipboard|result|" +
    "tokens?|images?|pictures?|numbers?|bytes|binary|plain|ascii|unicode|utf-?8|json|yaml|csv|xml|ur[li]s?|component|percent|" +
    "html|entit(?:y|ies)|hex|hexadecimal|base-?64|b64|jwts?|md5|sha-?\\d*|hash|sum|digest|checksum|" +
    "(?:en|de)cod(?:e|ed|ing)|(?:un)?escape|convert|turn|transform|compute|calculate|get|show|back)$",
  "i",
);
const quoted =
  /^(?:(?:the |this )?(?:string|text|word|value) )?(?:"([^"]*)"|'([^']*)'|`([^`]*)`|“([^”]*)”)$/is;
const inQuotes = /^\s*["'`“][^]*["'`”]\s*$/;
const markInDoubt = "Put the text in quotation marks: its last mark may belong to it or not.";
const quotesInDoubt =
  "Put the text without its quotation marks in a code block, or name the block `text` if they belong to it.";
const oneWord = /^[^\s"'`“”‘’«»„](?:\S*[^\s"'`“”‘’«»,:])?$/;
/** They have other hexadecimal forms than that of their letters. */
const numberOrColour =
  /^\s*(?:#[\da-f]+|(?:rgb|hsl)a?\(.*\)|[-+]?(?:0x[\da-f]+|[.,]?\d[\d.,\s_]*))\s*$/i;
const fileName =
  /^(?:[\w.~\\/-]*[\w-])?\.[a-z]\w{0,9}$|(?:^|[\\/])(?:makefile|dockerfile|readme|license|changelog|gemfile|jenkinsfile)$/i;

/** What a question wants encoded, decoded or hashed, if the grammar accounts for every word. */
export function encodeRequest({
  words,
  attached,
}: ExactQuestion): EncodeRequest | { readonly refusal: string } | undefined {
  if (words.length > maxWords) return undefined;
  const asked = words.trim().replace(/\s*:$/, "");
  for (const { act, coding, pattern } of grammar) {
    const match = pattern.exec(asked);
    if (!match) continue;
    // `3/4 in percent` is a calculation.
    if (/\bpercent$/i.test(asked) && !/encod/i.test(asked)) continue;
    const written = match.groups?.["text"];
    const found = literalOf(written, attached, coding);
    if (found === undefined) continue;
    if (found === attached?.text && attached.language === "" && inQuotes.test(found)) {
      return { refusal: quotesInDoubt };
    }
    const form = (instead: string) => asked.replace(written ?? "", () => instead);
    const isBare = found === written;
    if (act === "encode" && coding === "hex") {
      const isVague = !/encode/i.test(form("")) && (isBare || /^\s*\w+\s*$|\d/.test(found));
      if (isVague || numberOrColour.test(found.slice(0, 200))) return undefined;
    }
    if (isBare && coding !== "jwt" && /[.!]$/.test(written)) return { refusal: markInDoubt };
    if (isBare && isFile(written, act, coding)) {
      const [name, content] = [form(`"${written}"`), form("this")];
      const refusal = `\`${name}\` is about the name; for the file, attach it and write \`${content}\`.`;
      return { refusal };
    }
    const name = coding ?? match.groups!["hash"]!.toLowerCase().replaceAll(/[\s-]/g, "");
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
  if (written === undefined || pointsAtText.test(written)) return attached?.text;
  if (attached) return undefined;
  const inner = quoted.exec(written)?.slice(1);
  if (inner) return inner.find((part) => part !== undefined);
  const isToken = coding === "jwt" && /^bearer\s+\S+$/i.test(written);
  return isToken || (oneWord.test(written) && !reserved.test(written)) ? written : undefined;
}

function isFile(word: string, act: EncodeRequest["act"], coding: Coding | undefined): boolean {
  const isMarkup = coding === "url" || coding === "html";
  if (act === "decode" && !isMarkup) return false;
  return fileName.test(word) || (!isMarkup && /[\\/]/.test(word) && !word.includes("://"));
}
