import { createHash } from "node:crypto";
import type { Ability } from "./ability";
import { fence, paragraphs } from "../reading/markdown";
import type { Question } from "../reading/question";
import { decodeToken, decodeUtf8, fromHtml, toHtml } from "../reading/codecs";

interface Coding {
  readonly name: string;
  readonly asked: RegExp;
  /** Matches text that can only be in this encoding, if none was requested. */
  readonly looks?: RegExp;
  encode(text: string): string;
  decode(text: string): string;
}

const codings: readonly Coding[] = [
  {
    name: "JSON web token",
    asked: /\b(?:jwt|json web token|token)\b/i,
    looks: /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/,
    encode: () => {
      throw new Error("A token can only be decoded here: making one needs a key.");
    },
    decode: decodeToken,
  },
  {
    name: "base64url",
    asked: /\bbase64[ -]?url\b/i,
    encode: (text) => Buffer.from(text).toString("base64url"),
    decode: (text) => decodeUtf8(text, "base64url"),
  },
  {
    name: "base64",
    asked: /\bbase-?64\b|\bb64\b/i,
    looks:
      /^(?=.*[A-Z])(?=.*[a-z])(?=.{8})(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/,
    encode: (text) => Buffer.from(text).toString("base64"),
    decode: (text) => decodeUtf8(text, "base64"),
  },
  {
    name: "URL encoding",
    asked: /\b(?:url|uri|percent)\b/i,
    looks: /%[\da-f]{2}/i,
    encode: encodeURIComponent,
    decode: (text) => decodeURIComponent(text.replaceAll("+", " ")),
  },
  {
    name: "HTML entities",
    asked: /\b(?:html|xml|entit(?:y|ies))\b/i,
    looks: /&(?:[a-z]+|#\d+|#x[\da-f]+);/i,
    encode: toHtml,
    decode: fromHtml,
  },
  {
    name: "hexadecimal",
    asked: /\bhex(?:adecimal)?\b/i,
    looks: /^(?=.*[a-f\s:])(?:[\da-f]{2}[\s:]?){4,}$/i,
    encode: (text) => Buffer.from(text).toString("hex"),
    decode: (text) => decodeUtf8(text.replace(/0x|[\s:]/gi, ""), "hex"),
  },
  {
    name: "a JSON string",
    asked: /\b(?:string|escape|unescape|quote|unquote)\b/i,
    encode: (text) => JSON.stringify(text),
    decode: (text) => String(JSON.parse(text.startsWith('"') ? text : `"${text}"`)),
  },
];
const hashes = /\b(md5|sha-?1|sha-?224|sha-?256|sha-?384|sha-?512)\b/i;
const leading =
  /^(?:please\s+)?(?:(?:de|en)code|escape|unescape|convert|turn|hash|what is|(?:base-?64(?:[ -]?url)?|b64|url|uri|html|hex|jwt|md5|sha-?\d+|of|the|this|from|to|as|into|text|string|token|percent|decode|encode)\b)[\s:]*/i;

export const encoding: Ability = {
  id: 33,
  name: "Encode and decode",
  text: "Base64, base64url, URL, HTML, hexadecimal and string escapes in both directions, JSON web tokens decoded without checking them, and MD5 and SHA hashes.",
  example: "decode aGVsbG8gd29ybGQ=",
  tools: [],
  suits: ({ words, text, isAttached }) =>
    /\b(?:encode|decode|escape|unescape|base-?64|jwt|md5|sha-?\d+|hash)\b/i.test(words) ||
    (!isAttached && codings.some(({ looks }) => looks?.test(text.trim()))),
  answer(question, { isBrief }) {
    const text = payload(question);
    if (text === "")
      return "Select the text, or write it behind the request, such as `decode aGVsbG8=`.";
    const hash = hashes.exec(question.words)?.[1]?.toLowerCase().replace("-", "");
    if (hash !== undefined) {
      const digest = fence(createHash(hash).update(text).digest("hex"), "text");
      return isBrief
        ? digest
        : paragraphs(`${hash.toUpperCase()} of ${Buffer.byteLength(text)} bytes of UTF-8:`, digest);
    }
    return converted(question.words, text, isBrief);
  },
};

function converted(words: string, text: string, isBrief: boolean): string {
  const compact = text.trim();
  const coding =
    codings.find(({ asked }) => asked.test(words)) ??
    codings.find(({ looks }) => looks?.test(compact));
  if (!coding) {
    return "Name the coding: base64, base64url, URL, HTML, hex, string, JWT, or a hash such as SHA-256.";
  }
  const isDecoding =
    /\b(?:de(?:code|coded|coding)|unescape|unquote|from)\b/i.test(words) ||
    (!/\b(?:en(?:code|coded|coding)|escape|quote|to|as|into)\b/i.test(words) &&
      (coding.looks?.test(compact) ?? false));
  try {
    const result = isDecoding ? coding.decode(compact) : coding.encode(text);
    const block = fence(result, coding.name === "JSON web token" ? "json" : "text");
    if (isBrief) return block;
    return paragraphs(
      isDecoding ? `Decoded from ${coding.name}:` : `Encoded as ${coding.name}:`,
      block,
      coding.name === "JSON web token" &&
        "The signature was not checked: anyone can write such a token.",
    );
  } catch (error) {
    return `This could not be ${isDecoding ? "decoded from" : "encoded as"} ${coding.name}: ${(error as Error).message}`;
  }
}

/** The text itself, without the words of the request if both are on one line. */
function payload({ text, words, isAttached, previous }: Question): string {
  if (isAttached || words === "") return text;
  let rest = words;
  for (let before = ""; before !== rest;) {
    before = rest;
    rest = rest.replace(leading, "");
  }
  const quoted = /^(["'`])([^]*)\1$/.exec(rest)?.[2];
  return quoted ?? (rest === "" ? (previous ?? "") : rest);
}
