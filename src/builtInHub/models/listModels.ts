import { ModelProblem } from "../../contract/chatModel";
import { problemIn } from "./modelErrors";
import { bodyOf, requestTo, withKey, type ModelServer } from "./modelServer";
import { items, record, textValue } from "../../contract/record";

const maxListed = 500;
const listingMs = 10_000;

/** The identifiers of the models that a server offers. Rejects with `ModelProblem`. */
export async function listModels(
  server: ModelServer,
  signal: AbortSignal,
  withinMs = listingMs,
): Promise<string[]> {
  const { host } = server.address;
  const deadline = AbortSignal.timeout(withinMs);
  return withKey(server, async (key, masks) => {
    try {
      const body = await modelsAt(server, key, AbortSignal.any([signal, deadline]));
      const names = namesIn(body).map((name) => masks.mask(name));
      return [...new Set(names)].slice(0, maxListed);
    } catch (error) {
      signal.throwIfAborted();
      if (!deadline.aborted) throw error;
      const sentence = `${host} did not list its models within ${withinMs / 1000} seconds.`;
      throw new ModelProblem("unreachable", sentence);
    }
  });
}

async function modelsAt(
  server: ModelServer,
  key: string | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const asked = { host: server.address.host };
  const response = await requestTo(server, asked, { path: "/models", key, signal });
  const body = await bodyOf(response, asked, signal);
  const problem = problemIn(body, response.status, asked);
  if (problem) throw problem;
  return body;
}

function namesIn(body: unknown): string[] {
  const listed = Array.isArray(body) ? body : items(record(body)["data"] ?? record(body)["models"]);
  return listed
    .map(
      (each) =>
        textValue(each) ?? textValue(record(each)["id"]) ?? textValue(record(each)["name"]) ?? "",
    )
    .filter((name) => name !== "");
}
