import type { AttachedText, ExactQuestion } from "../exactAbility";
import { formsOf, pointsAtText, quotedText } from "../form";

export type Coding = "base64" | "url" | "html" | "hex" | "jwt";

export interface EncodeRequest {
  /** Exactly as written. */
  readonly text: string;
  readonly act: "encode" | "decode" | "hash";
  /** A coding, or a digest such as `sha256`. */
  readonly name: string;
}

const maxRequestLength = 2000;
const encodeParts = {
  TEXT: "(?<text>.+?)",
  THE: "(?:this|the|my|following|an?)(?: (?:this|the|my|following|an?))*",
  ENCODE: "(?:encode|escape)",
  DECODE: "(?:decode|unescape)",
  TURN: "(?:convert|turn|transform)",
  PLAIN: "(?:back )?to (?:plain )?(?:text|string)",
  JWT: "(?:jwt|json web token)(?: token)?",
  HASH: "(?<hash>md5|sha[\\s-]?(?:1|224|256|384|512))(?:\\s?(?:hash|sum|digest|checksum))?",
};
const bytesRows = [
  "[TURN] TEXT from NAME",
  "[TURN] [THE] NAME [string] [TEXT] PLAIN",
  "NAME PLAIN TEXT",
];

/** `NOUN` is the name where no verb says that something is encoded: "to html" may mean anything. */
function codingForms(coding: Coding, NAME: string, NOUN?: string) {
  const rows = {
    encode: [
      "NAME-ENCODE [of|for] [TEXT]",
      "ENCODE [TEXT] (to|as|in|into|with|using) NAME [encoding]",
      "ENCODE NAME [TEXT]",
      "[TURN] [TEXT] (to|into|in|as) NOUN",
      "[THE] NOUN [encoding] (of|for) TEXT",
    ],
    decode: [
      "NAME-DECODE [of|for] [TEXT]",
      "DECODE [THE] NAME [string|text|value] [TEXT]",
      "DECODE [TEXT] (from|as|with|using) NAME",
      ...(NOUN === undefined ? bytesRows : []),
    ],
  };
  const forms = formsOf(rows, { ...encodeParts, NAME, NOUN: NOUN ?? NAME });
  return forms.map((each) => ({ ...each, coding }));
}

const otherRows = {
  decode: [
    "(DECODE|parse|read|inspect) [THE] JWT [TEXT]",
    "JWT decode [TEXT]",
    "DECODE TEXT as [THE] JWT",
  ],
  hash: [
    "HASH [of|for] [TEXT]",
    "[compute|calculate|generate|create|get|show] [THE] HASH [(of|for) TEXT]",
    "HASH\\(TEXT\\)",
    "hash [TEXT] (with|using|as|to|by|in) HASH",
    "[TEXT] (to|in|as) HASH",
  ],
};
/** The whole grammar. */
const encodeGrammar: readonly { act: EncodeRequest["act"]; pattern: RegExp; coding?: Coding }[] = [
  ...codingForms("base64", "(?:base[\\s-]?64|b64)"),
  ...codingForms("hex", "hex(?:adecimal)?"),
  ...codingForms(
    "url",
    "(?:ur[li](?:[\\s-]component)?|percent)",
    "(?:ur[li]|percent)[\\s-]encoding",
  ),
  ...codingForms("html", "html(?: entit(?:y|ies))?", "html entit(?:y|ies)"),
  ...formsOf(otherRows, encodeParts).map((each) =>
    each.act === "decode" ? { ...each, coding: "jwt" as const } : each,
  ),
];

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
  if (words.length > maxRequestLength) return undefined;
  const question = words.trim().replace(/\s*:$/, "");
  for (const { act, coding, pattern } of encodeGrammar) {
    const match = pattern.exec(question);
    // `3/4 in percent` is a calculation.
    if (!match || (/\bpercent$/i.test(question) && !/encod/i.test(question))) continue;
    const written = match.groups?.["text"];
    const text = literalOf(written, attached, coding);
    if (text === undefined) continue;
    if (text === attached?.text && attached.language === "" && inQuotes.test(text)) {
      return { refusal: quotesInDoubt };
    }
    const withText = (instead: string) => question.replace(written ?? "", () => instead);
    const isBare = text === written;
    if (act === "encode" && coding === "hex") {
      const isVague = !/encode/i.test(withText("")) && (isBare || /^\s*\w+\s*$|\d/.test(text));
      if (isVague || numberOrColour.test(text.slice(0, 200))) return undefined;
    }
    if (isBare && coding !== "jwt" && /[.!]$/.test(text)) return { refusal: markInDoubt };
    if (isBare && isFile(text, act, coding)) {
      const [name, content] = [withText(`"${text}"`), withText("this")];
      const refusal = `\`${name}\` is about the name; for the file, attach it and write \`${content}\`.`;
      return { refusal };
    }
    const name = coding ?? match.groups!["hash"]!.toLowerCase().replaceAll(/[\s-]/g, "");
    return { text, act, name };
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
  const inner = quotedText(written);
  if (inner !== undefined) return inner;
  const isToken = coding === "jwt" && /^bearer\s+\S+$/i.test(written);
  return isToken || (oneWord.test(written) && !reserved.test(written)) ? written : undefined;
}

function isFile(word: string, act: EncodeRequest["act"], coding: Coding | undefined): boolean {
  const isMarkup = coding === "url" || coding === "html";
  if (act === "decode" && !isMarkup) return false;
  return fileName.test(word) || (!isMarkup && /[\\/]/.test(word) && !word.includes("://"));
}
