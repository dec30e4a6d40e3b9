import { t } from "../../kit/l10n";
import { ModelProblem, type ServedModel } from "../../contract/chatModel";
import { type AddressExtras, noExtras } from "../../contract/addressExtras";
import { parsedJson, record } from "../../contract/record";
import type { Purpose } from "../../contract/purpose";
import type { SendOne, SendResponse } from "../../contract/send";
import { KeyMask } from "../../contract/secrets/keyMask";
import type { ModelAddress } from "../../contract/builtInHubApi";
import type { RequestedModel } from "./modelErrors";
import { decompressed } from "../decompressed";
import { webAddress } from "../../contract/webAddress";

/** A server with OpenAI-compatible Chat Completions. */
export interface ModelServer {
  readonly address: ModelAddress;
  readonly send: SendOne;
  /** The key of this origin; `undefined` if the server needs none. */
  readonly key: () => Promise<string | undefined>;
  /** What goes along with each request. */
  readonly extras?: ServedModel["extras"];
  readonly context?: ServedModel["context"];
}

const maxResponseBytes = 16 * 1024 * 1024;

/** Runs with the key of a server, and with what keeps it out of whatever the server says. */
export async function withKey<T>(
  server: ModelServer,
  run: (key: string | undefined, keys: KeyMask) => Promise<T>,
): Promise<T> {
  const [key, { headers }] = await Promise.all([server.key(), server.extras?.() ?? noExtras]);
  return run(key, new KeyMask(key, { mayBePlaceholder: true, also: Object.values(headers) }));
}

interface Sent {
  readonly path: string;
  readonly key: string | undefined;
  readonly body?: string;
  readonly purpose: Purpose;
  readonly signal: AbortSignal;
}

export async function requestTo(
  { address, send, extras }: ModelServer,
  asked: RequestedModel,
  { path, key, body, purpose, signal }: Sent,
): Promise<SendResponse> {
  const { headers: own, fields } = (await extras?.()) ?? noExtras;
  signal.throwIfAborted();
  const url = new URL(address.base);
  url.pathname = url.pathname.replace(/\/$/, "") + path;
  let response: SendResponse;
  try {
    response = await send({
      url,
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(key !== undefined && keyHeader(address, key)),
        ...own,
        accept: body === undefined ? "application/json" : "text/event-stream, application/json",
        "accept-encoding": "identity",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: withFields(body, fields) }),
      purpose,
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (ModelProblem.is(error)) throw error;
    throw new ModelProblem(
      "unreachable",
      t("{0} cannot be reached. {1}", asked.host, reason(error)).trim(),
    );
  }
  if (response.status >= 300 && response.status < 400)
    throw new ModelProblem(
      "bad-answer",
      t("{0} redirects. Redirects are not followed.", asked.host),
    );
  return response;
}

/** What the request itself says counts. */
function withFields(body: string, fields: AddressExtras["fields"]): string {
  return Object.keys(fields).length === 0
    ? body
    : JSON.stringify({ ...fields, ...record(parsedJson(body)) });
}

function keyHeader({ base, host }: ModelAddress, key: string): Record<string, string> {
  return isAzure(host) || deploymentIn(base) !== undefined
    ? { "api-key": key }
    : { authorization: `Bearer ${key}` };
}

const isAzure = (host: string): boolean =>
  /\.(?:openai|cognitiveservices|services\.ai)\.azure\.(?:com|us|cn)(?::\d+)?$/.test(host);

/** The name of the deployment that an address of Azure leads to: it has no list of models. */
export function deploymentIn(base: string): string | undefined {
  const [, name] = /\/openai\/deployments\/([^/?]+)/.exec(base) ?? [];
  return name && decodeURIComponent(name);
}

export async function* chunks(response: SendResponse, asked: RequestedModel, signal: AbortSignal) {
  let size = 0;
  try {
    const body = decompressed(response);
    if (!body) throw unusable(asked);
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxResponseBytes) break;
      yield chunk;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (ModelProblem.is(error)) throw error;
    throw new ModelProblem("unreachable", t("The connection to {0} was lost.", asked.host));
  }
  if (size > maxResponseBytes)
    throw new ModelProblem("bad-answer", t("The answer of {0} is too large.", asked.host));
}

export function unusable({ host, model }: RequestedModel): ModelProblem {
  const sentence =
    model === undefined
      ? t("{0} answered with something that is no list of models.", host)
      : t("{0} answered with something that is no completion.", host);
  return new ModelProblem("bad-answer", sentence);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : "";
}

/**
 * Reads an address as a user types it; throws an error whose message says what is wrong with it. The
 * version in the query of an address of Azure belongs to its base.
 */
export function modelAddress(
  typed: string,
  reach: { readonly localNetwork?: boolean } = {},
): ModelAddress {
  const [, plain = typed, version = ""] =
    /^([^?#]*)(\?api-version=[\w.-]+)$/.exec(typed.trim()) ?? [];
  const { origin, host, pathname } = webAddress(plain, undefined, reach);
  const path = pathname.replace(/\/+$/, "").replace(/\/chat\/completions$|\/models$/, "");
  const root = isAzure(host) ? "/openai/v1" : "/v1";
  return { base: `${origin}${path === "" ? root : path}${version}`, origin, host };
}

/** What an answer says next: a JSON value, text that is none, or that it has ended. */
type AnswerValue =
  | { readonly kind: "json"; readonly json: unknown; readonly isError?: boolean }
  | { readonly kind: "text"; readonly text: string; readonly isError?: boolean }
  | { readonly kind: "done" };

/** A larger body is read as JSON only once it is there completely. */
const maxTried = 256 * 1024;

/**
 * The values of an answer as soon as they are complete. Whatever its type says, it may be a stream of
 * events, JSON in lines, or a single JSON text.
 */
export async function* answerValues(
  response: SendResponse,
  asked: RequestedModel,
  signal: AbortSignal,
): AsyncGenerator<AnswerValue> {
  const { createParser } = await import("eventsource-parser");
  const found: AnswerValue[] = [];
  const events = createParser({
    onEvent: ({ data, event }) => found.push(...valuesOf(data, event === "error")),
  });
  let form: Form = "unknown";
  let rest = "";
  const isEvents = () => form === "events";
  const add = (text: string) => {
    if (isEvents()) return events.feed(text);
    rest += text;
    if (form === "unknown") {
      rest = rest.trimStart();
      form = formOf(rest);
    }
    if (isEvents()) {
      events.feed(rest);
      rest = "";
    } else if (form === "lines") {
      const complete = rest.split("\n");
      rest = complete.pop() ?? "";
      for (const line of complete) found.push(...valuesOf(line));
    }
    // The end of the connection is not waited for.
    const json =
      rest.length < maxTried && /[}\]]\s{0,4}$/.test(text) ? parsedJson(rest) : undefined;
    if (json === undefined) return;
    found.push({ kind: "json", json });
    [form, rest] = ["lines", ""];
  };
  const decoder = new TextDecoder();
  for await (const chunk of chunks(response, asked, signal)) {
    add(decoder.decode(chunk, { stream: true }));
    yield* found.splice(0);
  }
  add(decoder.decode());
  // The blank line after the last event may be missing.
  if (isEvents()) events.feed("\n\n");
  else found.push(...valuesOf(rest));
  yield* found;
}

type Form = "unknown" | "events" | "lines" | "whole";

function formOf(begun: string): Form {
  if (/^[[{]/.test(begun)) {
    const end = begun.indexOf("\n");
    if (end === -1) return "unknown";
    return parsedJson(begun.slice(0, end)) === undefined ? "whole" : "lines";
  }
  if (/^(?:data|event|id|retry)?:/.test(begun)) return "events";
  return begun.length < "retry:".length ? "unknown" : "whole";
}

function valuesOf(data: string, isError = false): AnswerValue[] {
  const text = data.trim();
  if (text === "") return [];
  if (text === "[DONE]") return [{ kind: "done" }];
  const json = parsedJson(text);
  if (json !== undefined) return [{ kind: "json", json, isError }];
  const lines = text.split("\n");
  // Some servers leave out the blank line between two events.
  const isList =
    lines.length > 1 && lines.every((line) => /^(?:\{.*\}|\[DONE\]|)$/.test(line.trim()));
  return isList
    ? lines.flatMap((line) => valuesOf(line, isError))
    : [{ kind: "text", text, isError }];
}
