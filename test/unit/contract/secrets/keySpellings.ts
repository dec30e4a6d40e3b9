import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { some } from "../../../support/testSize";

const visible = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).join("");
const word = visible.replaceAll(/[^A-Za-z0-9]/g, "");

/** Made of a digest, so that each run has the same ones. */
function made(seed: string, length: number, alphabet: string): string {
  let key = "";
  for (let count = 0; key.length < length; count++)
    for (const byte of createHash("sha256").update(`${seed} ${count}`).digest())
      key += alphabet.charAt(byte % alphabet.length);
  return key.slice(0, length);
}

/**
 * Keys of 8 to 400 characters: of letters and digits, of all that may stand in a header, and as
 * services make them. A third of them without `--all`.
 */
export function keysOfEveryLength(): string[] {
  const lengths = [8, 9, 11, 12, 16, 24, 40, 75, 77, 164, 400];
  const keys = [
    ...lengths.map((length) => made(`word ${length}`, length, word)),
    ...lengths.map((length) => made(`visible ${length}`, length, visible)),
    ...[12, 48].map((length) => made(`hex ${length}`, length, "0123456789abcdef")),
    `sk-proj-${made("service", 56, `${word}-_`)}`,
    "KEY-CANARY-5f0c",
    'a\\b"c/d+e=f&g%41',
    "((((....****$$$$",
  ];
  return some(keys, 9);
}

/** What servers, proxies and programs make of a key when they repeat it. */
export function spellings(key: string): [how: string, spelled: string][] {
  const escaped = (form: (code: string) => string) =>
    Array.from(key, (each) => form(each.charCodeAt(0).toString(16).padStart(2, "0"))).join("");
  const wrapped = (columns: number, by: string) =>
    key.replaceAll(new RegExp(`.{${columns}}(?=.)`, "g"), (line) => line + by);
  const json = JSON.stringify(key).slice(1, -1);
  const html = key
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
  return [
    ["as it is", key],
    ["twice", key + key],
    ["in quotes", `"${key}"`],
    ["within a word", `x${key}y`],
    ["as a bearer", `Bearer ${key}`],
    ["in lower case", key.toLowerCase()],
    ["in upper case", key.toUpperCase()],
    ["as a string of JSON", json],
    ["as a string of JSON in JSON", JSON.stringify(json).slice(1, -1)],
    ["with escaped slashes", json.replaceAll("/", "\\/")],
    ["as code points of JSON", escaped((hex) => `\\u00${hex}`)],
    ["as capital code points", escaped((hex) => `\\u00${hex.toUpperCase()}`)],
    ["as bytes of a string", escaped((hex) => `\\x${hex}`)],
    [
      "as Go writes HTML in JSON",
      json.replaceAll("&", "\\u0026").replaceAll("<", "\\u003c").replaceAll(">", "\\u003e"),
    ],
    ["in an address", encodeURIComponent(key)],
    ["in an address, twice encoded", encodeURIComponent(encodeURIComponent(key))],
    ["in an address, each byte", escaped((hex) => `%${hex}`)],
    ["in HTML", html],
    ["in HTML by code points", escaped((hex) => `&#x${hex};`)],
    ["in base64", Buffer.from(key).toString("base64")],
    ["in base64 for addresses", Buffer.from(key).toString("base64url")],
    ["as the password of a header", Buffer.from(`user:${key}`).toString("base64")],
    ["as the name of a header", Buffer.from(`me:${key}:x`).toString("base64")],
    ["in hexadecimal", Buffer.from(key).toString("hex")],
    ["wrapped at 76 columns", wrapped(76, "\n")],
    ["wrapped at 20 columns", wrapped(20, "\r\n    ")],
    ["folded in a header", wrapped(5, "\r\n\t")],
    ["with blanks", wrapped(4, " ")],
    ["with soft hyphens", wrapped(3, "\u00AD")],
  ];
}

/** No four characters of the key in a row, whatever their case, also where the text is decoded. */
export function assertNoPart(text: string, key: string, about: string): void {
  // The port of a test's server may happen to have four digits of a key.
  const lower = text.toLowerCase().replaceAll(/127\.0\.0\.1:\d+/g, "");
  const part = (of: string, characters: number) => {
    for (let at = 0; at + characters <= of.length; at++) {
      const found = of.slice(at, at + characters);
      assert.ok(!lower.includes(found.toLowerCase()), `${about}: ${found} of ${key} is in ${text}`);
    }
  };
  part(key, 4);
  // Three bytes are four characters; the neighbours of the key change the first and the last.
  const encoded = Buffer.from(key).toString("base64").replaceAll("=", "");
  part(encoded.slice(0, encoded.length - 1), 8);
  part(Buffer.from(key).toString("hex"), 8);
}
