import { decodeHTML } from "entities/decode";
import { escapeUTF8 } from "entities/escape";
import type { Coding } from "./encodingRequest";
import { formatted } from "./jsonText";

/** Text to an encoding and back; both throw an error that says what is wrong. */
export interface Codec {
  readonly name: string;
  encode(bytes: Buffer): string;
  decode(text: string): Buffer;
}

const alphabets = {
  base64: /^[A-Za-z\d+/\s]*={0,2}\s*$/,
  base64url: /^[\w\s-]*={0,2}\s*$/,
  hex: /^(?:[\da-f]{2})*$/i,
};

function bytesOf(text: string, coding: keyof typeof alphabets): Buffer {
  if (!alphabets[coding].test(text)) throw new Error("It has characters that do not belong there.");
  return Buffer.from(text, coding);
}

export const codecs: Readonly<Record<Coding, Codec>> = {
  jwt: {
    name: "JSON web token",
    encode: () => {
      throw new Error("A token can only be decoded here, because making one needs a key.");
    },
    decode: (text) => Buffer.from(decodeToken(text)),
  },
  base64: {
    name: "base64",
    encode: (bytes) => bytes.toString("base64"),
    // Either alphabet: what is called base64 is often base64url.
    decode: (text) => bytesOf(text, /[-_]/.test(text) ? "base64url" : "base64"),
  },
  base64url: {
    name: "base64url",
    encode: (bytes) => bytes.toString("base64url"),
    decode: (text) => bytesOf(text, "base64url"),
  },
  url: {
    name: "URL encoding",
    encode: (bytes) => encodeURIComponent(bytes.toString()),
    decode: (text) => Buffer.from(decodeURIComponent(text.replaceAll("+", " "))),
  },
  html: {
    name: "HTML entities",
    encode: (bytes) => escapeUTF8(bytes.toString()),
    decode: (text) => Buffer.from(decodeHTML(text)),
  },
  hex: {
    name: "hexadecimal",
    encode: (bytes) => bytes.toString("hex"),
    decode: (text) => bytesOf(text.replace(/0x|[\s:]/gi, ""), "hex"),
  },
  string: {
    name: "a JSON string",
    encode: (bytes) => JSON.stringify(bytes.toString()),
    decode: (text) => Buffer.from(String(JSON.parse(text.startsWith('"') ? text : `"${text}"`))),
  },
};

/** Bytes as UTF-8 text; as hexadecimal if they are not text. */
export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const shown = bytes.subarray(0, 256).toString("hex");
    return `${bytes.length} bytes that are not UTF-8 text: ${shown}${bytes.length > 256 ? "…" : ""}`;
  }
}

/** Header and payload of a JSON web token, their numbers as written, and its times as dates. */
function decodeToken(token: string): string {
  const [head = "", body = ""] = token.replace(/^(?:authorization:\s*)?bearer\s+/i, "").split(".");
  const [header, payload] = [head, body].map((part) => textOf(bytesOf(part, "base64url")));
  if (header === undefined || payload === undefined) throw new Error("It has no payload.");
  const claims = JSON.parse(payload) as Record<string, unknown>;
  const times = ["iat", "nbf", "exp"].flatMap((name) => {
    const seconds = claims[name];
    const isTime = typeof seconds === "number" && Math.abs(seconds) < 8.64e12;
    return isTime ? [`"${name}":"${new Date(seconds * 1000).toISOString()}"`] : [];
  });
  JSON.parse(header);
  return formatted(`{"header":${header},"payload":${payload},"times":{${times.join()}}}`, "  ");
}
