import { createHash } from "node:crypto";
import { fence, paragraphs } from "../reading/markdown";
import { inTime, type Ability } from "./ability";
import { codingOf, encodingRequest, type EncodingRequest } from "./encodingRequest";

export const encoding: Ability = {
  id: 33,
  name: "Encode and decode",
  text: "Base64, base64url, URL, HTML, hexadecimal and string escapes in both directions, JSON web tokens decoded without checking them, and MD5 and SHA hashes.",
  example: "decode aGVsbG8gd29ybGQ=",
  opening: "Decode aGVsbG8gd29ybGQ= from base64",
  suits(question) {
    const request = encodingRequest(question);
    if (request?.text !== undefined) {
      const { hash, from, to } = request;
      const isNumber = /^-?(?:0x[\da-f]+|\d+)$/i.test(request.text.trim()) && to === "hex";
      if (isNumber) return "none";
      if ((hash ?? from ?? to) !== undefined) return "certain";
      return question.isAttached || !/\s/.test(request.text) ? "clear" : "none";
    }
    if (request && (request.hash ?? request.from ?? request.to) !== undefined) return "clear";
    const isBare =
      !question.isAttached || /^(?:what(?:'s| is) (?:this|that|it)\b.*)?$/i.test(question.words);
    return isBare && codingOf(question.text) !== undefined ? "clear" : "none";
  },
  async answer(question, { isBrief }) {
    const { text, ...wanted } = encodingRequest(question) ?? bareText(question.text);
    if (text === undefined || text === "")
      return "Select the text, or write it after the request, such as `decode aGVsbG8=`.";
    if (wanted.hash === undefined) return converted(text, wanted, isBrief);
    const digest = fence(createHash(wanted.hash).update(text).digest("hex"), "text");
    if (isBrief) return digest;
    const name = wanted.hash.toUpperCase();
    return paragraphs(`${name} of ${Buffer.byteLength(text)} bytes of UTF-8:`, digest);
  },
};

function bareText(text: string): EncodingRequest {
  const from = codingOf(text);
  return { text, ...(from && { from }) };
}

async function converted(
  text: string,
  { from, to }: Omit<EncodingRequest, "text" | "hash">,
  isBrief: boolean,
): Promise<string> {
  if (from === undefined && to === undefined) {
    return "Name the encoding: base64, base64url, URL, HTML, hex, string, JWT, or a hash such as SHA-256.";
  }
  const { codecs, textOf } = await import("./codecs");
  const [source, target] = [from && codecs[from], to && codecs[to]];
  const done = [
    source && `Decoded from ${source.name}`,
    target && `${source ? "encoded" : "Encoded"} as ${target.name}`,
  ].filter((part) => part !== undefined);
  let result: string;
  try {
    result = inTime(() => {
      const bytes = source ? source.decode(text.trim()) : Buffer.from(text);
      return target ? target.encode(bytes) : textOf(bytes);
    });
  } catch (error) {
    const what = source ? `decoded from ${source.name}` : `encoded as ${target?.name}`;
    return `This could not be ${what}: ${(error as Error).message}`;
  }
  const isToken = from === "jwt";
  const block = fence(result, isToken && !target ? "json" : "text");
  if (isBrief) return block;
  return paragraphs(
    `${done.join(" and ")}:`,
    block,
    isToken && "The signature was not checked: anyone can write such a token.",
  );
}
