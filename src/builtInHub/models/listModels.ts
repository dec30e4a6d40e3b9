import { t } from "../../kit/l10n";
import type { ServerModel } from "../../contract/builtInHubApi";
import { ModelProblem } from "../../contract/chatModel";
import type { KeyMask } from "../../contract/secrets/keyMask";
import { contextTokensIn } from "../../contract/contextSize";
import {
  deploymentIn,
  requestTo,
  unusable,
  withKey,
  type ModelServer,
  answerValues,
} from "./modelServer";
import { problemIn, problemInWords } from "./modelErrors";
import { items, record, textValue } from "../../contract/record";

const maxListed = 500;
const listingMs = 10_000;

/** The models that a server offers. Rejects with `ModelProblem`. */
export async function listModels(
  server: ModelServer,
  signal: AbortSignal,
  withinMs = listingMs,
): Promise<ServerModel[]> {
  const { base, host } = server.address;
  const deployment = deploymentIn(base);
  if (deployment !== undefined) return [{ name: deployment }];
  const deadline = AbortSignal.timeout(withinMs);
  return withKey(server, async (key, keys) => {
    try {
      const body = await modelsAt(server, { key, keys }, AbortSignal.any([signal, deadline]));
      const models = modelsIn(body).map((model) => ({ ...model, name: keys.text(model.name) }));
      return models
        .filter(({ name }, at) => models.findIndex((other) => other.name === name) === at)
        .slice(0, maxListed);
    } catch (error) {
      signal.throwIfAborted();
      if (!deadline.aborted) throw error;
      const sentence = t("{0} did not list its models within {1} seconds.", host, withinMs / 1000);
      throw new ModelProblem("unreachable", sentence);
    }
  });
}

async function modelsAt(
  server: ModelServer,
  { key, keys }: { key: string | undefined; keys: KeyMask },
  signal: AbortSignal,
): Promise<unknown> {
  const asked = { host: server.address.host, keys };
  const purpose = { by: "setup", kind: "models" } as const;
  const response = await requestTo(server, asked, { path: "/models", key, purpose, signal });
  for await (const value of answerValues(response, asked, signal)) {
    if (value.kind === "done") continue;
    const problem =
      value.kind === "json"
        ? problemIn(value.json, response, asked)
        : problemInWords(value.text, response, asked);
    if (problem) throw problem;
    if (value.kind === "json") return value.json;
    break;
  }
  throw response.status >= 400 ? problemInWords("", response, asked) : unusable(asked);
}

function modelsIn(body: unknown): ServerModel[] {
  const listed = Array.isArray(body) ? body : items(record(body)["data"] ?? record(body)["models"]);
  return listed.flatMap((each) => {
    const fields = record(each);
    const name = textValue(each) ?? textValue(fields["id"]) ?? textValue(fields["name"]) ?? "";
    const contextTokens = contextFields
      .map((field) => contextTokensIn(fields[field]))
      .find((tokens) => tokens !== undefined);
    const seesPictures = seesPicturesIn(fields);
    if (name === "") return [];
    return [
      {
        name,
        ...(contextTokens !== undefined && { contextTokens }),
        ...(seesPictures !== undefined && { seesPictures }),
      },
    ];
  });
}

/** As OpenRouter, GitHub, Mistral, LM Studio and llama.cpp say it; `undefined` if nothing is said. */
function seesPicturesIn(fields: Readonly<Record<string, unknown>>): boolean | undefined {
  const architecture = record(fields["architecture"]);
  const taken = [
    architecture["input_modalities"],
    fields["input_modalities"],
    fields["supported_input_modalities"],
    record(fields["modalities"])["input"],
  ].find(Array.isArray);
  if (taken) return taken.some((one) => /^(?:image|vision)$/i.test(String(one)));
  const { capabilities } = fields;
  const named = items(capabilities).some((one) =>
    /^(?:vision|multimodal|image)/i.test(String(one)),
  );
  if (named || fields["type"] === "vlm") return true;
  const said = [record(capabilities)["vision"], fields["supports_vision"], fields["vision"]];
  return said.find((one) => typeof one === "boolean");
}

/** What LM Studio has loaded, then as vLLM, OpenRouter, Together, Groq, Mistral and Anthropic call it. */
const contextFields = [
  "loaded_context_length",
  "max_model_len",
  "context_length",
  "context_window",
  "max_context_length",
  "max_input_tokens",
];
