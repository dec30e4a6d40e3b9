import type { IncomingMessage } from "node:http";
import type { AgentRequest, LlmRequest } from "../../contract/types";
import { KeyMask } from "../../contract/secrets/keyMask";
import { schemaError, schema } from "../../contract/conformity";
import { parseJson, readBody, refuseBody } from "./body";
import { Refusal } from "../refusal";

/** A request that conforms to the description, ready to be answered. */
export type Call =
  | { readonly endpoint: "get_user" }
  | { readonly endpoint: "get_expert"; readonly expertId: number }
  | { readonly endpoint: "invoke_agent"; readonly expertId: number; readonly body: AgentRequest }
  | { readonly endpoint: "invoke_llm"; readonly expertId: number; readonly body: LlmRequest };

const prefix = "/api/v1/";
const endpoints: ReadonlySet<string> = new Set([
  "get_user",
  "get_expert",
  "invoke_agent",
  "invoke_llm",
  "openapi.json",
]);

/** Reads a request strictly. */
export async function readCall(request: IncomingMessage, maxBodyBytes: number): Promise<Call> {
  const { pathname, searchParams } = target(request);
  const [endpoint, id, ...rest] = pathname.startsWith(prefix)
    ? pathname.slice(prefix.length).split("/")
    : [];
  if (rest.length > 0 || (id !== undefined && endpoint !== "get_expert")) throw unknownPath();
  switch (endpoint) {
    case "get_user":
      expectMethod(request, "GET");
      expectParameters(searchParams, []);
      refuseBody(request);
      return { endpoint };
    case "get_expert":
      expectMethod(request, "GET");
      expectParameters(searchParams, ["id"]);
      refuseBody(request);
      return { endpoint, expertId: expertId(id ?? "", searchParams.getAll("id")) };
    case "invoke_agent":
    case "invoke_llm": {
      expectMethod(request, "POST");
      expectParameters(searchParams, []);
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

export function expectMethod(request: IncomingMessage, method: "GET" | "POST"): void {
  if (request.method !== method) {
    throw new Refusal(405, `This address takes ${method}.`, { allow: method, connection: "close" });
  }
}

function expectParameters(given: URLSearchParams, known: readonly string[]): void {
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
