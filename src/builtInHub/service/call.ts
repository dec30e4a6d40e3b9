import type { IncomingMessage } from "node:http";
import type { WithPictures } from "../../contract/picture";
import type { AgentRequest, LlmRequest } from "../../contract/types";
import { KeyMask } from "../../contract/secrets/keyMask";
import { schemaError, schema } from "../../contract/conformity";
import { Refusal } from "../refusal";
import { parsedJson } from "../../contract/record";

/** A request that conforms to the description, ready to be answered. */
export type Call =
  | { readonly endpoint: "get_user" }
  | { readonly endpoint: "get_expert"; readonly expertId: number }
  | {
      readonly endpoint: "invoke_agent";
      readonly expertId: number;
      readonly body: AgentRequest & WithPictures;
    }
  | {
      readonly endpoint: "invoke_llm";
      readonly expertId: number;
      readonly body: LlmRequest & WithPictures;
    };

const prefix = "/api/v1/";
const endpoints: ReadonlySet<string> = new Set([
  "get_user",
  "get_expert",
  "invoke_agent",
  "invoke_llm",
  "openapi.json",
]);

export async function readCall(request: IncomingMessage, maxBodyBytes: number): Promise<Call> {
  const { pathname, searchParams } = target(request);
  const [endpoint, id, ...rest] = pathname.startsWith(prefix)
    ? pathname.slice(prefix.length).split("/")
    : [];
  if (rest.length > 0 || (id !== undefined && endpoint !== "get_expert")) throw unknownPath();
  switch (endpoint) {
    case "get_user":
      assertMethod(request, "GET");
      assertParameters(searchParams, []);
      refuseBody(request);
      return { endpoint };
    case "get_expert":
      assertMethod(request, "GET");
      assertParameters(searchParams, ["id"]);
      refuseBody(request);
      return { endpoint, expertId: expertId(id ?? "", searchParams.getAll("id")) };
    case "invoke_agent":
    case "invoke_llm": {
      assertMethod(request, "POST");
      assertParameters(searchParams, []);
      const body = parseJson(await readBody(request, maxBodyBytes));
      const wanted = schema(endpoint === "invoke_agent" ? "AgentRequest" : "LlmRequest");
      const found = schemaError(body, wanted);
      if (found !== undefined) throw new Refusal(400, found);
      return {
        endpoint,
        expertId: (body as { expert_id: number }).expert_id,
        body: body as object,
      };
    }
    default:
      throw unknownPath();
  }
}

/** The path of a request, without its query; `undefined` if it has none. */
export function pathOf(request: IncomingMessage): string | undefined {
  return /^\/[^?#]*/.exec(request.url ?? "")?.[0];
}

/** What a request is for, whether it is answered or not; `undefined` for an unknown path. */
export function endpointOf(request: IncomingMessage): string | undefined {
  const path = pathOf(request) ?? "";
  const [name = ""] = path.startsWith(prefix) ? path.slice(prefix.length).split("/") : [];
  return endpoints.has(name) ? name : undefined;
}

function target(request: IncomingMessage): URL {
  try {
    return new URL(`http://127.0.0.1${request.url ?? ""}`);
  } catch {
    throw unknownPath();
  }
}

function unknownPath(): Refusal {
  return new Refusal(404, "There is nothing at this address.");
}

export function assertMethod(request: IncomingMessage, method: "GET" | "POST"): void {
  if (request.method !== method) {
    throw new Refusal(405, `This address takes ${method}.`, { allow: method, connection: "close" });
  }
}

function assertParameters(given: URLSearchParams, known: readonly string[]): void {
  for (const name of given.keys()) {
    if (!known.includes(name)) {
      throw new Refusal(400, `${new KeyMask().line(name, 80)} is not a parameter of this request.`);
    }
  }
}

/** From the path or from `?id=`; if given in both places, they must agree. */
function expertId(inPath: string, inQuery: readonly string[]): number {
  const [text, ...others] = [...new Set([...(inPath === "" ? [] : [inPath]), ...inQuery])];
  if (text === undefined) throw new Refusal(400, "id is required.");
  if (others.length > 0) throw new Refusal(400, "id is given more than once, with other values.");
  const id = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw new Refusal(400, "id must be an integer.");
  return id;
}

const mebibyte = 1024 * 1024;

/** How many times the limit is read before the connection is closed. */
const maxReadFactor = 4;

/** The body of a POST as text: UTF-8 declared as JSON. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  const [type = "", ...parameters] = (request.headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json") {
    throw new Refusal(415, "The Content-Type must be application/json.");
  }
  const charset = parameters.map((text) => text.trim()).find((text) => /^charset=/i.test(text));
  if (charset !== undefined && !/^charset="?utf-8"?$/i.test(charset)) {
    throw new Refusal(415, "The body must be UTF-8.");
  }
  if (request.headers["content-encoding"] !== undefined) {
    throw new Refusal(415, "The body must not be compressed.");
  }
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
    // Most clients read the answer only once they have sent everything.
    if (size > maxBytes * maxReadFactor) throw bodyTooLarge(maxBytes, { connection: "close" });
  }
  if (size > maxBytes) throw bodyTooLarge(maxBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Refusal(400, "The body is not UTF-8.");
  }
}

function bodyTooLarge(maxBytes: number, headers?: Readonly<Record<string, string>>): Refusal {
  const most = Number((maxBytes / mebibyte).toPrecision(3));
  return new Refusal(413, `The body is larger than ${most} MiB.`, headers);
}

/** A GET has no body. */
function refuseBody(request: IncomingMessage): void {
  const length = request.headers["content-length"];
  if ((length !== undefined && length !== "0") || request.headers["transfer-encoding"]) {
    throw new Refusal(400, "This request takes no body.", { connection: "close" });
  }
}

function parseJson(text: string): unknown {
  const value = parsedJson(text);
  if (value === undefined) throw new Refusal(400, "The body is not JSON.");
  return value;
}
