import type { Cause } from "../../../contract/purpose";
import type { SendOne } from "../../../contract/send";
import {
  withErrorText,
  CallProblem,
  type ServiceTool,
  argumentsOf,
  countArgument,
  textArgument,
} from "../tool";
import { asData, oneLine } from "../dataBlock";
import { get, type GetLimits, type Fetched } from "../web/get";
import { anywhere, publicInternet, type Reach } from "../web/reach";
import { passagesOf, rankPassages, type Passage } from "./passages";
import { htmlText } from "./htmlText";

export const documentLimits: GetLimits = {
  redirects: 3,
  bytes: 5 * 1024 * 1024,
  milliseconds: 20_000,
};

const maxDocuments = 100;
/** Documents that stay in memory for further calls. */
const maxKept = 4;
const maxDocumentQuery = 500;
const maxQuoted = 8000;
const accept = "text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.1";

export interface DocumentOptions {
  /** The way to the network. */
  readonly send: SendOne;
  readonly cause: Cause;
  /** Whether private, loopback and other special networks may be reached; default no. */
  readonly allowPrivate?: boolean;
  /** Default: the public internet, or anywhere with `allowPrivate`. */
  readonly reach?: Reach;
  readonly limits?: GetLimits;
}

/**
 * `document_retriever` for a model: reads the documents that the user listed in `document_urls`
 * (service 4.3) and quotes what suits a query.
 */
export function documentTool(urls: readonly string[], options: DocumentOptions): ServiceTool {
  const { send, allowPrivate = false, limits = documentLimits } = options;
  const purpose = { ...options.cause, kind: "document" } as const;
  const reach = options.reach ?? (allowPrivate ? anywhere : publicInternet);
  const listed = new Map(urls.flatMap(addressOf).slice(0, maxDocuments));
  const kept = new Map<string, { reading: Promise<Passage[]>; signal: AbortSignal }>();

  const passagesAt = (address: URL, signal: AbortSignal): Promise<Passage[]> => {
    const known = kept.get(address.href);
    if (known && !known.signal.aborted) return known.reading;
    const reading = get(address, { accept, send, purpose, reach, limits }, signal)
      .then((found) => documentText(found, signal))
      .then(passagesOf);
    kept.set(address.href, { reading, signal });
    for (const oldest of kept.keys()) if (kept.size > maxKept) kept.delete(oldest);
    reading.catch(() => {
      if (kept.get(address.href)?.reading === reading) kept.delete(address.href);
    });
    return reading;
  };

  return withErrorText<ServiceTool>({
    name: "document_retriever",
    description:
      "Reads a web page or text document that the user listed and quotes its passages, those that suit the query first. " +
      "Without a query it quotes from the beginning. It reads no other addresses." +
      (urls.length > maxDocuments
        ? ` Of ${urls.length} listed documents it reads the first ${maxDocuments}.`
        : ""),
    parameters: {
      type: "object",
      properties: {
        url: {
          type: "string",
          // Servers refuse a list of nothing.
          ...(listed.size > 0 && { enum: [...listed.keys()] }),
          description: "The document to read.",
        },
        query: { type: "string", description: "What to look for, in a few words." },
        offset: { type: "integer", description: "How many passages to skip, to read on." },
      },
      required: ["url"],
    },
    async run(given, signal) {
      const named = argumentsOf(given, "url");
      const address = listedAddress(listed, textArgument(named, "url", 4000));
      const query = textArgument(named, "query", maxDocumentQuery);
      const offset = countArgument(named, "offset", 0) ?? 0;
      const passages = await passagesAt(address, signal);
      const found = query === undefined ? passages : await rankPassages(passages, query);
      if (found.length > 0) return quotedPassages(address, found, offset, query);
      const note = `[No passage of ${address.href} has words of the query. This is its beginning:]`;
      return `${note}\n${quotedPassages(address, passages, offset, undefined)}`;
    },
  });
}

function addressOf(url: string): [string, URL][] {
  const address = URL.parse(url.trim());
  if (!address) return [];
  address.hash = "";
  return [[address.href, address]];
}

function listedAddress(listed: ReadonlyMap<string, URL>, url: string | undefined): URL {
  const [only] = listed.values();
  if (url === undefined && only && listed.size === 1) return only;
  const [named] = addressOf(url ?? "");
  const address = listed.get(named?.[0] ?? "");
  if (address) return address;
  const allowed = [...listed.keys()].map((each) => `\n- ${oneLine(each, 2000)}`).join("");
  throw new CallProblem(
    listed.size === 0
      ? "The user listed no document that can be read."
      : `Only the documents that the user listed can be read; url must be one of these:${allowed}`,
  );
}

function quotedPassages(
  { href }: URL,
  found: readonly Passage[],
  offset: number,
  query: string | undefined,
): string {
  if (offset >= found.length) {
    return `[There are ${found.length} passages; offset must be less.]`;
  }
  const shown: string[] = [];
  let length = 0;
  for (const { id, heading, text } of found.slice(offset)) {
    const passage = `[passage ${id + 1}${heading === "" ? "" : `: ${heading}`}]\n${text}`;
    if (length + passage.length > maxQuoted) break;
    shown.push(passage);
    length += passage.length;
  }
  const end = offset + shown.length;
  const kind = query === undefined ? "passages, in their order" : "matching passages, best first";
  const more = end < found.length ? `; read on with offset ${end}` : "";
  return [
    asData(href, shown.join("\n\n")),
    `[${offset + 1} to ${end} of ${found.length} ${kind}${more}. Quote ${href} as the source.]`,
  ].join("\n");
}

const plainTypes =
  /^(?:text\/.+|application\/(?:[\w.-]+\+)?(?:javascript|json|toml|x-yaml|xml|yaml))$/;
const htmlTypes = new Set(["text/html", "application/xhtml+xml"]);

/** The text of a fetched document. Throws `CallProblem` for one that is no text or has none. */
async function documentText(document: Fetched, signal: AbortSignal): Promise<string> {
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
