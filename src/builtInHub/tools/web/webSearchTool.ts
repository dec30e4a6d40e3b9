import { parsedJson, record } from "../../../contract/record";
import type { Cause } from "../../../contract/purpose";
import type { SendOne } from "../../../contract/send";
import { webAddress } from "../../../contract/webAddress";
import { withErrorText, CallProblem, type ServiceTool, argumentsOf, textArgument } from "../tool";
import { asData, oneLine } from "../dataBlock";
import { get, StatusProblem, type Fetched, type GetLimits } from "./get";
import { anywhere } from "./reach";

export const searchLimits: GetLimits = {
  redirects: 2,
  bytes: 2 * 1024 * 1024,
  milliseconds: 10_000,
};

const maxSearchQuery = 400;
const defaultResults = 5;
const maxShownResults = 20;
const maxAddress = 2000;
const jsonHint = "SearXNG answers with JSON only if its setting search.formats lists json.";

interface SearchOptions {
  /** Base address of the search service; it may lie in a private network, since the user chose it. */
  readonly address: string;
  /** The way to the network. */
  readonly send: SendOne;
  readonly cause: Cause;
  /** `web_search_max_results` of the request (service 4.3). */
  readonly maxResults?: number | undefined;
  readonly limits?: GetLimits;
}

/** `web_search` for a model: asks a search service that answers like SearXNG. */
export function webSearchTool(options: SearchOptions): ServiceTool {
  const { maxResults = defaultResults } = options;
  const wanted = Math.min(Math.max(Math.trunc(maxResults) || defaultResults, 1), maxShownResults);
  return withErrorText<ServiceTool>({
    name: "web_search",
    description: `Searches the web and returns title, address and snippet of up to ${wanted} results. Use it for current or public facts.`,
    parameters: {
      type: "object",
      properties: { query: { type: "string", description: "What to search for, in a few words." } },
      required: ["query"],
    },
    async run(given, signal) {
      const query = textArgument(argumentsOf(given, "query"), "query", maxSearchQuery);
      if (query === undefined) throw new CallProblem("The argument query is empty.");
      const { bytes } = await askSearchServer(query, options, signal);
      const results = resultsOf(bytes.toString("utf8"));
      if (results.length === 0) return "The search found nothing.";
      const shown = results.slice(0, wanted);
      const more = results.length - shown.length;
      return [
        asData("a web search", shown.map(resultText).join("\n\n")),
        ...(more > 0
          ? [`[${more} more results are not shown; search for something narrower.]`]
          : []),
      ].join("\n");
    },
  });
}

async function askSearchServer(
  query: string,
  { address, send, cause, limits = searchLimits }: SearchOptions,
  signal: AbortSignal,
): Promise<Fetched> {
  const accept = "application/json";
  const purpose = { ...cause, kind: "search" } as const;
  try {
    return await get(
      queryAddress(address, query),
      { accept, send, purpose, reach: anywhere, limits, mayFollow: isSameHost },
      signal,
    );
  } catch (error) {
    const isForbidden = error instanceof StatusProblem && error.status === 403;
    throw isForbidden ? new CallProblem(`${error.message} ${jsonHint}`) : error;
  }
}

const isSameHost = (one: URL, other: URL): boolean => one.hostname === other.hostname;

function queryAddress(typed: string, query: string): URL {
  const address = searchAddress(typed);
  address.pathname = `${address.pathname.replace(/\/(?:search\/?)?$/, "")}/search`;
  address.search = new URLSearchParams({ q: query, format: "json" }).toString();
  return address;
}

function searchAddress(typed: string): URL {
  try {
    return webAddress(typed);
  } catch (error) {
    throw new CallProblem(
      `The search address in the settings cannot be used. ${(error as Error).message}`,
    );
  }
}

interface SearchResult {
  readonly title: string;
  readonly address: string;
  readonly snippet: string;
}

function resultsOf(text: string): SearchResult[] {
  const answer = parsedJson(text);
  if (answer === undefined)
    throw new CallProblem(`The search service did not answer with JSON. ${jsonHint}`);
  const { results: listed } = record(answer);
  if (!Array.isArray(listed)) throw new CallProblem("The search service sent no list of results.");
  return listed.flatMap((each: unknown) => {
    const { title, url, content } = record(each);
    const address = typeof url === "string" ? URL.parse(url) : null;
    if (!address || !/^https?:$/.test(address.protocol) || address.href.length > maxAddress)
      return [];
    return [{ title: said(title, 200), address: address.href, snippet: said(content, 400) }];
  });
}

const said = (value: unknown, most: number): string =>
  typeof value === "string" ? oneLine(value, most) : "";

function resultText({ title, address, snippet }: SearchResult, index: number): string {
  return [`${index + 1}. ${title}`, address, snippet].filter((line) => line !== "").join("\n");
}
