import {
  ModelProblem,
  servedModelKey,
  type ChatModel,
  type ModelAnswer,
  type ModelRequest,
} from "../../hub/chatModel";
import type { SendResponse } from "../../hub/send";
import { Completion } from "./completion";
import { problemIn, type Asked } from "./modelErrors";
import {
  bodyOf,
  chunks,
  parsed,
  requestTo,
  unusable,
  withKey,
  withWait,
  type ModelServer,
} from "./modelServer";
import { requestBody } from "./requestBody";

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
    return withKey(this.#server, async (key, masks) => {
      const pieces = masks.pieces((text) => request.onText?.(text));
      try {
        const masked = { ...request, onText: (text: string) => pieces.add(text) };
        const answer = await this.#complete(masked, key, signal);
        const calls = answer.calls.map((call) => ({
          ...call,
          arguments: masks.mask(call.arguments),
        }));
        return { ...answer, text: masks.mask(answer.text), calls };
      } finally {
        pieces.end();
      }
    });
  }

  async #complete(
    request: ModelRequest,
    key: string | undefined,
    signal: AbortSignal,
  ): Promise<ModelAnswer> {
    const asked = { model: this.identifier, host: this.provider };
    const body = requestBody(this.identifier, request);
    const sent = { path: "/chat/completions", key, body, signal };
    const response = await requestTo(this.#server, asked, sent);
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
    // The blank line after the last event may be missing.
    parser.feed("\n\n");
    if (problem) throw problem;
    if (!isDone && !completion.isFinished)
      throw new ModelProblem("bad-answer", `${asked.host} broke off its answer.`);
  }
}
