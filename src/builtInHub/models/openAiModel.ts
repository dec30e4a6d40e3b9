import { t } from "../../kit/l10n";
import {
  ModelProblem,
  servedModelKey,
  type ChatModel,
  type ModelAnswer,
  type ModelRequest,
} from "../../contract/chatModel";
import { type Dialect, Dialects } from "../../contract/dialect";
import type { KeyMask } from "../../contract/secrets/keyMask";
import { enoughRead, type SendResponse } from "../../contract/send";
import { requestTo, unusable, withKey, type ModelServer, answerValues } from "./modelServer";
import { Completion, type Added } from "./completion";
import { problemIn, problemInWords, type RequestedModel } from "./modelErrors";
import { OllamaWindows } from "./ollama";
import { requestBody } from "./requestBody";

/** A server may leave the connection open after an answer, and count its tokens last. */
const patienceMs = 500;

interface Asking {
  readonly body: string;
  readonly request: ModelRequest;
  readonly hear: (added: Added) => void;
  readonly key: string | undefined;
  readonly keys: KeyMask;
}

/** What is known of servers, for as long as this lives. */
export class Learned {
  readonly dialects = new Dialects();
  readonly windows = new OllamaWindows();
}

/** A model of a server, asked through Chat Completions. */
export class OpenAiModel implements ChatModel {
  readonly key: string;
  readonly name: string;
  readonly identifier: string;
  readonly provider: string;
  readonly #server: ModelServer;
  readonly #dialect: Dialect;
  readonly #windows: OllamaWindows;

  constructor(server: ModelServer, identifier: string, learned = new Learned()) {
    this.#server = server;
    this.#windows = learned.windows;
    this.#dialect = learned.dialects.of(server.address.base, identifier);
    this.identifier = identifier;
    this.name = identifier;
    this.provider = server.address.host;
    this.key = servedModelKey({ address: server.address.base, identifier });
  }

  get contextTokens(): number | undefined {
    return this.#windows.of(this.#server, this.identifier) ?? this.#server.context?.tokens;
  }

  async complete(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
    try {
      return await this.#masked(request, signal);
    } catch (error) {
      const limit = ModelProblem.is(error) ? error.context?.limit : undefined;
      if (limit !== undefined) this.#server.context?.learned(limit);
      if (ModelProblem.is(error) && error.kind === "no-pictures")
        this.#server.context?.seesNoPictures?.();
      throw error;
    }
  }

  async #masked(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
    return withKey(this.#server, async (key, keys) => {
      const text = keys.pieces((piece) => request.onText?.(piece));
      const reasoning = keys.pieces((piece) => request.onReasoning?.(piece));
      let isSilent = true;
      const hear = (added: Added) => {
        isSilent &&= added.reasoning + added.text === "";
        reasoning.add(added.reasoning);
        text.add(added.text);
      };
      try {
        const { answer, without } = await this.#dialect.ask({
          body: (parts) => requestBody(this.identifier, request, parts),
          ask: (body) => this.#complete({ body, request, hear, key, keys }, signal),
          isSilent: () => isSilent && !signal.aborted,
        });
        const { purpose } = request;
        const asked = { model: this.identifier, key, keys, purpose };
        const before = this.contextTokens;
        const window = await this.#windows.ask(this.#server, asked, signal);
        if (window !== undefined && window !== before) this.#server.context?.learned(window);
        return {
          ...answer,
          ...(window !== undefined && { window }),
          ...(without.length > 0 && { without }),
          text: keys.text(answer.text),
          ...(answer.reasoning !== undefined && { reasoning: keys.text(answer.reasoning) }),
          calls: answer.calls.map((call) => ({
            ...call,
            name: keys.text(call.name),
            arguments: keys.text(call.arguments),
          })),
        };
      } finally {
        reasoning.end();
        text.end();
      }
    });
  }

  async #complete(
    { body, request, hear, key, keys }: Asking,
    signal: AbortSignal,
  ): Promise<ModelAnswer> {
    const { purpose } = request;
    const withPictures = hasPictures(request);
    const asked = { model: this.identifier, host: this.provider, keys, withPictures };
    const enough = new AbortController();
    const either = AbortSignal.any([signal, enough.signal]);
    const sent = { path: "/chat/completions", key, body, purpose, signal: either };
    const response = await requestTo(this.#server, asked, sent);
    const completion = new Completion();
    try {
      await this.#read(response, { asked, completion, hear, enough }, either);
    } catch (error) {
      signal.throwIfAborted();
      // An answer that is complete needs no connection any longer.
      const isOver = ModelProblem.is(error) && error.kind === "unreachable";
      if (!enough.signal.aborted && !(isOver && completion.isFinished)) throw error;
    }
    if (!completion.hasChoice) throw unusable(asked);
    if (completion.isBroken)
      throw new ModelProblem("bad-answer", t("{0} broke off its answer.", asked.host));
    return completion.answer();
  }

  /** Reads an answer to its end, which is not always that of the connection. */
  async #read(
    response: SendResponse,
    {
      asked,
      completion,
      hear,
      enough,
    }: {
      readonly asked: RequestedModel;
      readonly completion: Completion;
      readonly hear: Asking["hear"];
      readonly enough: AbortController;
    },
    signal: AbortSignal,
  ): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    try {
      for await (const value of answerValues(response, asked, signal)) {
        clearTimeout(timer);
        if (value.kind === "done") return completion.end();
        const { isError = false } = value;
        const problem =
          value.kind === "json"
            ? problemIn(value.json, response, asked, isError)
            : problemInWords(value.text, response, asked, isError);
        // What is wrong after the end of an answer changes nothing about it.
        if (problem && completion.isFinished) return;
        if (problem) throw problem;
        if (value.kind === "text") throw unusable(asked);
        this.#windows.heard(this.#server, value.json);
        hear(completion.add(value.json));
        if (completion.isFinished) timer = setTimeout(() => enough.abort(enoughRead()), patienceMs);
      }
    } finally {
      clearTimeout(timer);
    }
    const nothing = response.status >= 400 ? problemInWords("", response, asked) : undefined;
    if (nothing) throw nothing;
  }
}

function hasPictures({ messages }: ModelRequest): boolean {
  return messages.some((each) => each.role === "user" && each.pictures !== undefined);
}
