import { CallProblem } from "../tool";
import type { Fetched } from "../web/get";
import { htmlText } from "./htmlText";

const plainTypes =
  /^(?:text\/.+|application\/(?:[\w.-]+\+)?(?:javascript|json|toml|x-yaml|xml|yaml))$/;
const htmlTypes = new Set(["text/html", "application/xhtml+xml"]);

/** The text of a fetched document. Throws `CallProblem` for one that is no text or has none. */
export async function documentText(document: Fetched, signal: AbortSignal): Promise<string> {
  const { address, bytes } = document;
  const type = typeOf(document);
  if (type === "application/pdf") {
    throw new CallProblem(
      `${address.href} is a PDF document, which this tool cannot read. Ask for a web page or text version of it.`,
    );
  }
  const isHtml = htmlTypes.has(type);
  if (!isHtml && !plainTypes.test(type)) {
    throw new CallProblem(
      `${address.href} is ${/^[\w.+-]{1,50}\/[\w.+-]{1,50}$/.test(type) ? type : "of an unknown type"}, which this tool cannot read; it reads HTML, Markdown and plain text.`,
    );
  }
  const decoded = textDecoder(document, isHtml).decode(bytes);
  const text = isHtml ? await htmlText(decoded, address, signal) : decoded.replaceAll("\r\n", "\n");
  if (text.trim() === "") throw new CallProblem(`${address.href} contains no readable text.`);
  return text;
}

/** As the server says, unless its beginning says otherwise. */
function typeOf({ type, bytes }: Fetched): string {
  const start = bytes.subarray(0, 1024).toString("latin1").trimStart();
  if (start.startsWith("%PDF-")) return "application/pdf";
  const isVague = type === "" || type === "text/plain" || type === "application/octet-stream";
  if (isVague && /^(?:<!doctype html|<html)\b/i.test(start)) return "text/html";
  const isText = !bytes.includes(0);
  if (type === "" || type === "application/octet-stream") return isText ? "text/plain" : type;
  return isText || /^(?:\xff\xfe|\xfe\xff)/.test(start) ? type : "application/octet-stream";
}

function textDecoder(
  { bytes, charset }: Fetched,
  isHtml: boolean,
): InstanceType<typeof TextDecoder> {
  const start = bytes.subarray(0, 2048).toString("latin1");
  const marks: readonly [string, string][] = [
    ["\xef\xbb\xbf", "utf-8"],
    ["\xff\xfe", "utf-16le"],
    ["\xfe\xff", "utf-16be"],
  ];
  const marked = marks.find(([mark]) => start.startsWith(mark))?.[1];
  const declared = isHtml
    ? /<meta[^>]{0,200}charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(start)
    : null;
  for (const label of [marked, charset, declared?.[1]]) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label);
    } catch {
      // An encoding that nobody knows: the next one counts.
    }
  }
  return new TextDecoder();
}
