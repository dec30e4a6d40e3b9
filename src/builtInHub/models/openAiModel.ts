import {
  ModelProblem,
  servedModelKey,
  type ChatModel,
  type ModelAnswer,
  type ModelRequest,
} from "../../hub/chatModel";
import type { SendOne, SendResponse } from "../../hub/send";
import { Completion } from "./completion";
import type { ModelAddress } from "./modelAddress";
import { problemIn, problemOf, type Asked } from "./modelErrors";
import { requestBody } from "./requestBody";
import { items, record, text } from "./record";

/** A server with OpenAI-compatible Chat Completions. */
export interface ModelServer {
  readonly address: ModelAddress;
  readonly send: SendOne;
  /** The key of this origin; `undefined` if the server needs none. */
  readonly key: () => Promise<string | undefined>;
}

const maxBytes = 16 * 1024 * 1024;
const maxListed = 500;
const listingMs = 10_000;

/** The identifiers of the models that a server offers. Rejects with `ModelProblem`. */
export async function listModels(server: ModelServer, signal: AbortSignal): Promise<string[]> {
  const asked = { model: "the list of models", host: server.address.host };
  const within = AbortSignal.any([signal, AbortSignal.timeout(listingMs)]);
  const response = await reach(server, asked, { path: "/models", signal: within });
  const body = await bodyOf(response, asked);
  const problem = problemIn(body, response.status, asked);
  if (problem) throw problem;
  const listed = Array.isArray(body) ? body : items(record(body)["data"] ?? record(body)["models"]);
  const names = listed.map(
    (each) => text(each) ?? text(record(each)["id"]) ?? text(record(each)["name"]),
  );
  return [...new Set(names.filter((name) => name !== undefined && name !== ""))].slice(
    0,
    maxListed,
  ) as string[];
}

/** A model of a server, asked through Chat Completions. */
export class OpenAiModel implements ChatModel {
  readonly key: string;
  readonly name: string;
  readonly identifier: string;
  readonly provider: string;
  readonly #server: ModelServer;

  constructor(server: ModelServer, identifier: string) {
    this.#server = server;
    this.identifier = identifier;
    this.name = identifier;
    this.provider = server.address.host;
    this.key = servedModelKey({ address: server.address.base, identifier });
  }

  async complete(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
    const secret = await this.#server.key();
    const masked = (text: string) => (secret ? text.replaceAll(secret, "•••") : text);
    try {
      const { onText } = request;
      const answer = await this.#complete(
        { ...request, ...(onText && { onText: (text: string) => onText(masked(text)) }) },
        signal,
      );
      return { ...answer, text: masked(answer.text) };
    } catch (error) {
      if (!ModelProblem.is(error)) throw error;
      throw new ModelProblem(error.kind, masked(error.message), error.retryAfterSeconds);
    }
  }

  async #complete(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
    const asked = { model: this.identifier, host: this.provider };
    const body = requestBody(this.identifier, request);
    const response = await reach(this.#server, asked, { path: "/chat/completions", body, signal });
    const type = String(response.headers["content-type"] ?? "");
    const completion = new Completion();
    if (response.status === 200 && /^text\/event-stream\b/i.test(type))
      await this.#stream(response, completion, { request, asked, signal });
    else {
      const json = await bodyOf(response, asked, signal);
      const problem = problemIn(json, response.status, asked);
      if (problem) throw withWait(problem, response);
      const added = completion.add(json);
      if (added !== "") request.onText?.(added);
    }
    if (!completion.hasChoice) throw unusable(asked);
    return completion.answer();
  }

  async #stream(
    response: SendResponse,
    completion: Completion,
    { request, asked, signal }: { request: ModelRequest; asked: Asked; signal: AbortSignal },
  ): Promise<void> {
    const { createParser } = await import("eventsource-parser");
    let problem: ModelProblem | undefined;
    let isDone = false;
    const parser = createParser({
      onEvent: ({ data }) => {
        if (data.trim() === "[DONE]") isDone = true;
        if (isDone || problem) return;
        const json = parsed(data);
        problem = json === undefined ? unusable(asked) : problemIn(json, 200, asked);
        const added = problem ? "" : completion.add(json);
        if (added !== "") request.onText?.(added);
      },
    });
    const decoder = new TextDecoder();
    for await (const chunk of chunks(response, asked, signal)) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      if (problem) throw problem;
      if (isDone) return;
    }
    parser.reset({ consume: true });
    if (problem) throw problem;
    if (!isDone && !completion.isFinished)
      throw new ModelProblem("bad-answer", `${asked.host} broke off its answer.`);
  }
}

async function reach(
  { address, send, key }: ModelServer,
  asked: Asked,
  { path, body, signal }: { path: string; body?: string; signal: AbortSignal },
): Promise<SendResponse> {
  const secret = await key();
  signal.throwIfAborted();
  let response: SendResponse;
  try {
    response = await send({
      url: new URL(address.base + path),
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept: body === undefined ? "application/json" : "text/event-stream, application/json",
        "accept-encoding": "identity",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
      },
      ...(body !== undefined && { body }),
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    throw new ModelProblem("unreachable", `${asked.host} cannot be reached. ${reason(error)}`);
  }
  if (response.status >= 300 && response.status < 400)
    throw new ModelProblem("bad-answer", `${asked.host} redirects. Redirects are not followed.`);
  return response;
}

async function bodyOf(
  response: SendResponse,
  asked: Asked,
  signal?: AbortSignal,
): Promise<unknown> {
  const decoder = new TextDecoder();
  let whole = "";
  for await (const chunk of chunks(response, asked, signal))
    whole += decoder.decode(chunk, { stream: true });
  const json = parsed(whole + decoder.decode());
  if (json !== undefined) return json;
  if (response.status >= 400) throw withWait(problemOf(response.status, {}, asked), response);
  throw unusable(asked);
}

async function* chunks(response: SendResponse, asked: Asked, signal?: AbortSignal) {
  let size = 0;
  try {
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > maxBytes) break;
      yield chunk;
    }
  } catch {
    signal?.throwIfAborted();
    throw new ModelProblem("unreachable", `The connection to ${asked.host} was lost.`);
  }
  if (size > maxBytes)
    throw new ModelProblem("bad-answer", `The answer of ${asked.host} is too large.`);
}

function withWait(problem: ModelProblem, { headers }: SendResponse): ModelProblem {
  const seconds = Number(headers["retry-after"]);
  if (problem.kind !== "rate-limited" || !(seconds >= 0)) return problem;
  return new ModelProblem(problem.kind, problem.message, Math.ceil(seconds));
}

function unusable({ host }: Asked): ModelProblem {
  return new ModelProblem("bad-answer", `${host} answered with something that is no completion.`);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : "";
}
