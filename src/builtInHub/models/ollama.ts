import type { Purpose } from "../../contract/purpose";
import { contextTokensIn } from "../../contract/contextSize";
import { items, record, textValue } from "../../contract/record";
import { requestTo, type ModelServer, answerValues } from "./modelServer";
import type { RequestedModel } from "./modelErrors";

/** Its own port, where no other server listens by default. */
const ownPort = "11434";
/** What it says of its window counts for so long, since a model may be loaded with another one. */
const freshMs = 60_000;
const patienceMs = 1000;

interface Question {
  readonly model: string;
  readonly key: string | undefined;
  readonly keys: RequestedModel["keys"];
  readonly purpose: Purpose;
}

/**
 * The context windows of models that Ollama runs. It cuts what is longer without a word, and its own
 * limit is often far below that of the model, so it is asked.
 */
export class OllamaWindows {
  readonly #servers = new Set<string>();
  readonly #known = new Map<string, { readonly tokens: number | undefined; readonly at: number }>();

  /** Each answer of Ollama is marked as its own. */
  heard(server: ModelServer, body: unknown): void {
    const mark = textValue(record(body)["system_fingerprint"]) ?? "";
    if (/ollama/i.test(mark)) this.#servers.add(server.address.base);
  }

  of(server: ModelServer, model: string): number | undefined {
    return this.#known.get(keyOf(server, model))?.tokens;
  }

  /** Asks for the window of a model after an answer, if its server is Ollama. */
  async ask(
    server: ModelServer,
    question: Question,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const { base, origin } = server.address;
    if (new URL(origin).port !== ownPort && !this.#servers.has(base)) return undefined;
    const key = keyOf(server, question.model);
    const known = this.#known.get(key);
    if (known && performance.now() - known.at < freshMs) return known.tokens;
    const late = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    const tokens =
      (await windowIn(server, question, late)) ?? (await setWindow(server, question, late));
    signal.throwIfAborted();
    this.#known.set(key, { tokens, at: performance.now() });
    return tokens;
  }
}

const keyOf = ({ address }: ModelServer, model: string): string => `${address.base} ${model}`;

/** With which a model is loaded. */
async function windowIn(server: ModelServer, question: Question, signal: AbortSignal) {
  const listed = items(record(await valueAt(server, "/api/ps", question, signal))["models"]);
  const isAsked = (name: unknown) => name === question.model || name === `${question.model}:latest`;
  const loaded = listed.map(record).find((each) => isAsked(each["model"]) || isAsked(each["name"]));
  return contextTokensIn(loaded?.["context_length"]);
}

/** With which a model is to be loaded, where its file sets that. */
async function setWindow(server: ModelServer, question: Question, signal: AbortSignal) {
  const shown = record(await valueAt(server, "/api/show", question, signal));
  const set = /^\s*num_ctx\s+(\d+)\s*$/m.exec(textValue(shown["parameters"]) ?? "")?.[1];
  return contextTokensIn(Number(set));
}

/** `undefined` where it does not answer with JSON in time. */
async function valueAt(
  server: ModelServer,
  path: "/api/ps" | "/api/show",
  { model, key, keys, purpose }: Question,
  signal: AbortSignal,
): Promise<unknown> {
  const { address } = server;
  const own = { ...server, address: { ...address, base: address.base.replace(/\/v1$/, "") } };
  const asked = { model, host: address.host, keys };
  const body = path === "/api/show" ? JSON.stringify({ model }) : undefined;
  try {
    const sent = { path, key, purpose: { ...purpose, kind: "models" } as const, signal };
    const response = await requestTo(own, asked, { ...sent, ...(body && { body }) });
    for await (const value of answerValues(response, asked, signal))
      return value.kind === "json" && response.status < 300 ? value.json : undefined;
  } catch {
    // The answer to the question is there already, and does not depend on it.
  }
  return undefined;
}
