import { createHash } from "node:crypto";
import { decodeHTML } from "entities/decode";
import { escapeUTF8 } from "entities/escape";
import { count } from "../../markdown";
import { formatJson } from "../data/jsonText";
import type { Coding, EncodeRequest } from "./encodeRequest";

interface Coded {
  readonly opening: string;
  readonly text: string;
  readonly language?: "json";
  readonly note?: string;
}

const names = {
  base64: "base64",
  url: "URL encoding",
  html: "HTML entities",
  hex: "hexadecimal",
  jwt: "a JSON web token",
} as const satisfies Record<Coding, string>;
const maxBytes = 1000;

/** The result, or both where a text means two; throws an error that says what is wrong. */
export function codedTexts({ text, act, name }: EncodeRequest): Coded[] {
  if (!text.isWellFormed()) throw new Error("The text has half of a character.");
  if (act === "hash") {
    const opening = `${name.toUpperCase()} of ${count(Buffer.byteLength(text), "byte")} of UTF-8:`;
    return [{ opening, text: createHash(name).update(text).digest("hex"), ...escapes(text) }];
  }
  const coding = name as Coding;
  const as = names[coding];
  if (act === "encode") {
    return [{ opening: `In ${as}:`, text: encoders[coding](text), ...escapes(text) }];
  }
  const opening = `Decoded from ${as}:`;
  switch (coding) {
    case "base64":
      return [shown(opening, base64Bytes(text))];
    case "hex":
      return [shown(opening, hexBytes(text))];
    case "html":
      return [shown(opening, Buffer.from(decodeHTML(text)))];
    case "jwt":
      return [token(text)];
    default:
      if (!text.includes("+")) return [shown(opening, urlBytes(text))];
      return [
        shown("As form data, in which `+` is a space:", urlBytes(text.replaceAll("+", " "))),
        shown("As a path, in which `+` is a plus:", urlBytes(text)),
      ];
  }
}

function urlBytes(text: string): Buffer {
  return Buffer.from(decodeURIComponent(text));
}

const encoders: Readonly<Record<Coding, (text: string) => string>> = {
  base64: (text) => Buffer.from(text).toString("base64"),
  url: encodeURIComponent,
  html: escapeUTF8,
  hex: (text) => Buffer.from(text).toString("hex"),
  jwt: () => "",
};

function escapes(text: string): { note?: string } {
  return /\\[nrt]/.test(text) ? { note: "A backslash was taken as a character of its own." } : {};
}

function base64Bytes(text: string): Buffer {
  const compact = text.replaceAll(/\s/g, "");
  const bytes = Buffer.from(compact, "base64");
  const bare = compact.replace(/={1,2}$/, "");
  const isPadded = bare !== compact;
  const again = [bytes.toString("base64").replaceAll("=", ""), bytes.toString("base64url")];
  if (!again.includes(bare) || (isPadded && compact.length % 4 !== 0)) {
    throw new Error("It is not base64, or a part of it is missing.");
  }
  return bytes;
}

function hexBytes(text: string): Buffer {
  if (!/^\s*(?:(?:0x)?[\da-f]{2}(?:[\s:,-]+|$|(?=[\da-f])))*$/i.test(text)) {
    throw new Error("It is not a row of pairs of hexadecimal digits.");
  }
  return Buffer.from(text.replaceAll(/0x|[^\da-f]/gi, ""), "hex");
}

/** Bytes as UTF-8 text; in hexadecimal if they are not text, or not all of it can be seen. */
function shown(opening: string, bytes: Buffer): Coded {
  const hex = bytes.subarray(0, maxBytes).toString("hex") + (bytes.length > maxBytes ? "…" : "");
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const isInvisible = /[^\P{C}\t\n]|[^\P{Z} ]/u.test(text);
    const note = isInvisible
      ? `It has characters that cannot be seen; its bytes: \`${hex}\``
      : text.endsWith("\n") && "It ends with a line break.";
    return { opening, text, ...(note && { note }) };
  } catch {
    return {
      opening: `${count(bytes.length, "byte")} of no UTF-8 text, in hexadecimal:`,
      text: hex,
    };
  }
}

/** Header and payload of a JSON web token, their numbers as written. */
function token(written: string): Coded {
  const parts = written
    .trim()
    .replace(/^bearer\s+/i, "")
    .split(".");
  if (parts.length !== 3) throw new Error("It does not have the three parts of a signed token.");
  const [header = "", payload = ""] = parts
    .slice(0, 2)
    .map((part) => new TextDecoder("utf-8", { fatal: true }).decode(base64Bytes(part)));
  JSON.parse(header);
  const claims = JSON.parse(payload) as Readonly<Record<string, unknown>> | null;
  const times = ["iat", "nbf", "exp"].flatMap((name) => {
    const seconds = claims?.[name];
    const isTime = typeof seconds === "number" && Math.abs(seconds) <= 8.64e12;
    return isTime ? [`\`${name}\` is ${new Date(seconds * 1000).toISOString()}.`] : [];
  });
  return {
    opening: "Header and payload:",
    text: formatJson(`{"header":${header},"payload":${payload}}`, "  "),
    language: "json",
    note: ["The signature was not checked: anyone can write such a token.", ...times].join(" "),
  };
}
