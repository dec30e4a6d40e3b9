import type { Question } from "../reading/question";
import { opened, subjectOf } from "../reading/request";

export type Coding = "jwt" | "base64url" | "base64" | "url" | "html" | "hex" | "string";

export interface EncodingRequest {
  /** Exactly as written; `undefined` if there is none. */
  readonly text: string | undefined;
  /** The digest to compute, such as `sha256`. */
  readonly hash?: string;
  /** The encoding that the text is in. */
  readonly from?: Coding;
  /** The encoding that it should get. */
  readonly to?: Coding;
}

const names: readonly (readonly [Coding, string])[] = [
  ["jwt", "jwts?|json web tokens?|(?:bearer |access |id )?tokens?"],
  ["base64url", "base-?64[ -]?url|url[ -]?safe base-?64"],
  ["base64", "base-?64|b64"],
  ["url", "ur[li](?:[ -]?component)?|percent"],
  ["html", "html(?: entit(?:y|ies))?|xml(?: entit(?:y|ies))?|entit(?:y|ies)"],
  ["hex", "hex(?:adecimal)?"],
  ["string", "(?:json|js|javascript|c) strings?|string literals?|strings?"],
];
const coding = `(?:${names.map(([, pattern]) => pattern).join("|")})(?:[ -]encod(?:ing|ed))?`;
const hash = "(?:md5|sha-?(?:1|224|256|384|512))(?:[ -]?(?:hash|sum|digest|checksum))?";
const plain = "(?:plain ?|readable ?|normal ?)?(?:text|ascii|utf-?8|bytes)|strings?";
const encodes = "(?:en(?:code|coding)|escape|quote)d?";
const decodes = "(?:de(?:code|coding)|unescape|unquote)d?";
const link = "(?::|of|for|this|the (?:string|text|word|value))?";

/** The shapes of a request, the first that fits counts; `text` is taken as it stands. */
const shapes: readonly RegExp[] = [
  `^(?:what is |what's |compute |calculate |generate |get |give me |show )?(?:the |an? )?(?<hash>${hash})(?:\\s+(?:of|for|on|from))?(?::?\\s+(?<text>.+))?$`,
  `^(?:hash|digest|checksum)\\s+(?<text>.+?)\\s+(?:with|using|as|to|by|in|via)\\s+(?<hash>${hash})$`,
  `^(?<text>.+?)\\s+(?:to|as|in)\\s+(?<hash>${hash})$`,
  `^(?<from>${coding})[ -]?${decodes}\\b${link}(?:\\s+(?<text>.+))?$`,
  `^(?<to>${coding})[ -]?${encodes}\\b${link}(?:\\s+(?<text>.+))?$`,
  `^${decodes}\\s+(?<text>.+?)\\s+(?:from|as|with|using)\\s+(?<from>${coding})$`,
  `^${decodes}\\s+(?:(?:this|the|my|an?|these|from)\\s+)*(?<from>${coding})(?:\\s+strings?)?(?:\\s+(?<text>.+))?$`,
  `^${encodes}\\s+(?<text>.+?)\\s+(?:to|as|in|into|for|with|using)\\s+(?:an? )?(?<to>${coding})$`,
  `^${encodes}\\s+(?:(?:this|the|my|an?|as|to|in)\\s+)*(?<to>${coding})(?:\\s+(?<text>.+))?$`,
  `^${decodes}(?:\\s+(?<text>.+))?$`,
  `^(?:convert|turn|translate|change|transform)\\s+(?:(?:this|the|my|an?)\\s+)*(?<from>${coding})(?:\\s+(?<text>.+?))?\\s+(?:back )?(?:to|into|as)\\s+(?:${plain})$`,
  `^(?:convert|turn|translate|change|transform)\\s+(?:(?:this|the|my|an?)\\s+)*(?<from>${coding})(?:\\s+(?<text>.+?))?\\s+(?:to|into|as)\\s+(?<to>${coding})$`,
  `^(?:convert|turn|translate|change|transform|encode)\\s+(?:(?<text>.+?)\\s+)?(?:to|into|as)\\s+(?<to>${coding})$`,
  `^(?:convert|turn|translate|change|transform)\\s+(?<text>.+?)\\s+from\\s+(?<from>${coding})(?:\\s+(?:to|into)\\s+(?:${plain}))?$`,
  `^from\\s+(?<from>${coding})$`,
  `^(?<from>${coding})\\s+to\\s+(?:${plain})$`,
  `^(?<from>${coding})\\s+to\\s+(?<to>${coding})$`,
  `^(?:what is |what's )?(?<text>.+?)\\s+(?:to|as|in|into)\\s+(?<to>base-?64(?:[ -]?url)?|b64|hex(?:adecimal)?|(?:url|percent|html)[ -]encoding)$`,
  `^(?:to|as|in|into)\\s+(?<to>${coding})$`,
  `^(?<to>base-?64(?:[ -]?url)?|b64)(?:\\s+(?:this|that|it|these|the \\w+))?$`,
  `^(?:what (?:is|does|are)|what's|show|read|inspect|parse)\\s+(?:(?:in|inside|this|the|my|an?)\\s+)*(?<from>${coding})(?:\\s+(?:say|mean|contain|hold|decode to|payload|claims|value)s?)?(?:\\s+(?<text>.+))?$`,
  `^(?<to>base-?64|b64)\\s+(?:of\\s+)(?<text>.+)$`,
].map((shape) => {
  const endsWithText = /<text>\.\+\)(?:\)\?)?\$$/.test(shape);
  return new RegExp(endsWithText ? shape : shape.replace(/\$$/, "[?.!]*$"), "is");
});

const looks: readonly (readonly [Coding, RegExp])[] = [
  ["jwt", /^(?:(?:authorization:\s*)?bearer\s+)?eyJ[\w-]+\.[\w-]+\.[\w-]*$/i],
  [
    "base64",
    /^(?=[^]*[A-Z])(?=[^]*[a-z])(?=[^]{8})(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)$/,
  ],
  ["url", /^\S*%[\da-f]{2}\S*$/i],
  ["html", /&(?:[a-z]{2,8}|#\d+|#x[\da-f]+);/i],
  ["hex", /^(?=.*[a-f\s:])(?:[\da-f]{2}[\s:]?){4,}$/i],
];

/** The encoding that a text can only be in. */
export function codingOf(text: string): Coding | undefined {
  const compact = text.trim();
  if (compact.length > 100_000) return undefined;
  return looks.find(([, pattern]) => pattern.test(compact))?.[0];
}

/** The encoding of a text that is to be decoded: short base64 counts here. */
function likelyCoding(text: string): Coding | undefined {
  const isBase64 = /^(?:[A-Za-z\d+/]{4})+(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;
  const compact = text.trim();
  return (
    codingOf(text) ?? (compact.length < 100_000 && isBase64.test(compact) ? "base64" : undefined)
  );
}

/** What a question wants encoded, decoded or hashed; `undefined` if it does not ask for that. */
export function encodingRequest(question: Question): EncodingRequest | undefined {
  const words = opened(question.words);
  for (const shape of shapes) {
    const groups = shape.exec(words)?.groups;
    if (!groups) continue;
    const text = subjectOf(question, groups["text"]);
    const hash = groups["hash"]?.toLowerCase().replace(/[ -]|hash|sum|digest|checksum/g, "");
    if (hash !== undefined) return { text, hash };
    const to = named(groups["to"]);
    const from =
      named(groups["from"]) ?? (to || text === undefined ? undefined : likelyCoding(text));
    return { text, ...(from && { from }), ...(to && { to }) };
  }
  return undefined;
}

function named(words: string | undefined): Coding | undefined {
  if (words === undefined) return undefined;
  return names.find(([, pattern]) =>
    new RegExp(`^(?:${pattern})(?:[ -]encod|$)`, "i").test(words),
  )?.[0];
}
