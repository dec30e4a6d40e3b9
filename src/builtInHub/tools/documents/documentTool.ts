import { answering, CallProblem } from "../callProblem";
import { asData, oneLine } from "../dataBlock";
import { argumentsOf, countArgument, textArgument } from "../givenArguments";
import type { Tool } from "../tool";
import { get, type GetLimits } from "../web/get";
import { anywhere, publicInternet, type Reach } from "../web/reach";
import { documentText } from "./documentText";
import { passagesOf, ranked, type Passage } from "./passages";

export const documentLimits: GetLimits = {
  redirects: 3,
  bytes: 5 * 1024 * 1024,
  milliseconds: 20_000,
};

const maxDocuments = 20;
const maxQuery = 500;
const maxQuoted = 8000;
const accept = "text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.1";

export interface DocumentOptions {
  /** Whether private, loopback and other special networks may be reached; default no. */
  readonly allowPrivate?: boolean;
  /** Default: the public internet, or anywhere with `allowPrivate`. */
  readonly reach?: Reach;
  readonly limits?: GetLimits;
}

/**
 * `document_retriever` for a model: reads the documents that the user listed in `document_urls`
 * (service 4.3), each at most once, and quotes what suits a query.
 */
export function documentTool(urls: readonly string[], options: DocumentOptions = {}): Tool {
  const { allowPrivate = false, limits = documentLimits } = options;
  const reach = options.reach ?? (allowPrivate ? anywhere : publicInternet);
  const listed = new Map(urls.flatMap(addressOf).slice(0, maxDocuments));
  const read = new Map<string, Passage[]>();

  const passagesAt = async (address: URL, signal: AbortSignal): Promise<Passage[]> => {
    const known = read.get(address.href);
    if (known) return known;
    const document = await get(address, { accept, reach, limits }, signal);
    const passages = passagesOf(await documentText(document, signal));
    read.set(address.href, passages);
    return passages;
  };

  return answering({
    name: "document_retriever",
    description:
      "Reads a web page or text document that the user listed and quotes its passages, those that suit the query first. " +
      "Without a query it quotes from the beginning. It reads no other addresses.",
    parameters: {
      type: "object",
      properties: {
        url: { type: "string", enum: [...listed.keys()], description: "The document to read." },
        query: { type: "string", description: "What to look for, in a few words." },
        offset: { type: "integer", description: "How many passages to skip, to read on." },
      },
      required: ["url"],
    },
    async run(given, signal) {
      const named = argumentsOf(given, "url");
      const address = listedAddress(listed, textArgument(named, "url", 4000));
      const query = textArgument(named, "query", maxQuery);
      const offset = countArgument(named, "offset", 0) ?? 0;
      const passages = await passagesAt(address, signal);
      const found = query === undefined ? passages : await ranked(passages, query);
      if (found.length > 0) return quoted(address, found, offset, query);
      const note = `[No passage of ${address.href} has words of the query. This is its beginning:]`;
      return `${note}\n${quoted(address, passages, offset, undefined)}`;
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

function quoted(
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
    if (shown.length > 0 && length + passage.length > maxQuoted) break;
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
