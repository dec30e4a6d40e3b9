import { t } from "../../kit/l10n";
import {
  ModelProblem,
  servedModelKey,
  type ChatModel,
  type ModelAnswer,
  type ModelRequest,
  type ModelMessage,
} from "../../contract/chatModel";
import type { KeyMask } from "../../contract/secrets/keyMask";
import { parsedJson } from "../../contract/record";
import type { SendResponse } from "../../contract/send";
import { Completion, type Added } from "./completion";
import { problemIn, type AskedModel } from "./modelErrors";
import {
  bodyOf,
  chunks,
  requestTo,
  unusable,
  waitOf,
  withKey,
  type ModelServer,
} from "./modelServer";

interface Asking {
  readonly request: ModelRequest;
  readonly hear: (added: Added) => void;
  readonly key: string | undefined;
  readonly keys: KeyMask;
  readonly signal: AbortSignal;
  /** Whether the server is not asked to count tokens, since it may have refused just that. */
  readonly withoutUsage?: boolean;
}

/** Whether servers take the field that asks them to count tokens, by base address. */
export type UsageSupport = Map<string, boolean>;

/** A model of a server, asked through Chat Completions. */
export class OpenAiModel implements ChatModel {
  readonly key: string;
  readonly name: string;
  readonly identifier: string;
  readonly provider: string;
  readonly #server: ModelServer;
  /** Whether it refused a conversation without its own reasoning. */
  #wantsReasoning = false;
  readonly #usageSupport: UsageSupport;

  constructor(server: ModelServer, identifier: string, usageSupport: UsageSupport = new Map()) {
    this.#server = server;
    this.#usageSupport = usageSupport;
    this.identifier = identifier;
    this.name = identifier;
    this.provider = server.address.host;
    this.key = servedModelKey({ address: server.address.base, identifier });
  }

  get contextTokens(): number | undefined {
    return this.#server.context?.tokens;
  }

  async complete(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
    try {
      return await this.#masked(request, signal);
    } catch (error) {
      const limit = ModelProblem.is(error) ? error.context?.limit : undefined;
      if (limit !== undefined) this.#server.context?.learned(limit);
      throw error;
    }
  }

  async #masked(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
    return withKey(this.#server, async (key, keys) => {
      const text = keys.pieces((piece) => request.onText?.(piece));
      const reasoning = keys.pieces((piece) => request.onReasoning?.(piece));
      const hear = (added: Added) => {
        reasoning.add(added.reasoning);
        text.add(added.text);
      };
      try {
        const answer = await this.#complete({ request, hear, key, keys, signal });
        return {
          ...answer,
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

  async #complete(asking: Asking): Promise<ModelAnswer> {
    const { request, hear, key, keys, signal } = asking;
    const asked = { model: this.identifier, host: this.provider, keys };
    const { base } = this.#server.address;
    const takesUsage = this.#usageSupport.get(base);
    const withUsage = takesUsage !== false && asking.withoutUsage !== true;
    const withReasoning = this.#wantsReasoning;
    const body = requestBody(this.identifier, request, { withReasoning, withUsage });
    const { purpose } = request;
    const sent = { path: "/chat/completions", key, body, purpose, signal };
    const response = await requestTo(this.#server, asked, sent);
    const type = String(response.headers["content-type"] ?? "");
    const completion = new Completion();
    if (response.status === 200 && /^text\/event-stream\b/i.test(type))
      await this.#stream(response, (json) => hear(completion.add(json)), {
        asked,
        isFinished: () => completion.isFinished,
        signal,
      });
    else {
      const json = await bodyOf(response, asked, signal);
      const problem = problemIn(json, response.status, asked, waitOf(response, json));
      if (problem && !this.#wantsReasoning && isAboutReasoning(problem, request)) {
        this.#wantsReasoning = true;
        return this.#complete(asking);
      }
      if (problem && withUsage && mayBeAboutUsage(problem, response.status, takesUsage)) {
        const answer = await this.#complete({ ...asking, withoutUsage: true });
        this.#usageSupport.set(base, false);
        return answer;
      }
      if (problem) throw problem;
      hear(completion.add(json));
    }
    if (!completion.hasChoice) throw unusable(asked);
    if (withUsage) this.#usageSupport.set(base, true);
    return completion.answer();
  }

  async #stream(
    response: SendResponse,
    add: (json: unknown) => void,
    {
      asked,
      isFinished,
      signal,
    }: { asked: AskedModel; isFinished(): boolean; signal: AbortSignal },
  ): Promise<void> {
    const { createParser } = await import("eventsource-parser");
    let problem: ModelProblem | undefined;
    let isDone = false;
    const parser = createParser({
      onEvent: ({ data }) => {
        if (data.trim() === "[DONE]") isDone = true;
        if (isDone || problem || data.trim() === "") return;
        const json = parsedJson(data);
        problem = json === undefined ? unusable(asked) : problemIn(json, 200, asked);
        if (!problem) add(json);
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
    if (!isDone && !isFinished())
      throw new ModelProblem("bad-answer", t("{0} broke off its answer.", asked.host));
  }
}

/** Whether a server complains that the reasoning beside earlier calls is missing. */
function isAboutReasoning(
  { message, nothingRan }: ModelProblem,
  { messages }: ModelRequest,
): boolean {
  if (!nothingRan) return false;
  const hasReasoning = messages.some(
    (each) => each.role === "assistant" && each.reasoning !== undefined,
  );
  return hasReasoning && /\breasoning(?:_content)?\b/i.test(message);
}

/** Whether a server may have refused a request only since it does not know how to count tokens. */
function mayBeAboutUsage(
  { kind, message, nothingRan }: ModelProblem,
  status: number,
  takesUsage: boolean | undefined,
): boolean {
  // It has read no further than to this field.
  if (status >= 400 && /\bstream_options\b|\binclude_usage\b/i.test(message)) return true;
  // Many do not say which field they do not know.
  return (
    nothingRan &&
    takesUsage === undefined &&
    kind === "failed" &&
    (status === 400 || status === 422)
  );
}

interface Dialect {
  /** Whether reasoning is sent back. */
  readonly withReasoning: boolean;
  /** Whether the server is asked to count tokens. */
  readonly withUsage: boolean;
}

/** The body of a Chat Completions request; what is not set is left out. */
function requestBody(
  model: string,
  request: ModelRequest,
  { withReasoning, withUsage }: Dialect,
): string {
  const { messages, tools, temperature, reasoningEffort, maxTokens } = request;
  return JSON.stringify({
    model,
    messages: messages.map((message) => ({
      ...messageOf(message),
      reasoning_content:
        withReasoning && message.role === "assistant" ? message.reasoning : undefined,
    })),
    tools:
      tools.length > 0 ? tools.map((tool) => ({ type: "function", function: tool })) : undefined,
    temperature,
    reasoning_effort: reasoningEffort,
    max_tokens: maxTokens,
    stream: true,
    stream_options: withUsage ? { include_usage: true } : undefined,
  });
}

function messageOf(message: ModelMessage): object {
  if (message.role === "tool")
    return { role: "tool", tool_call_id: message.callId, content: message.content };
  if (message.role !== "assistant" || !message.calls?.length)
    return { role: message.role, content: message.content };
  return {
    role: "assistant",
    content: message.content,
    tool_calls: message.calls.map(({ id, name, arguments: given, extra }) => ({
      id,
      type: "function",
      // A server may refuse to take back the broken arguments that its model wrote.
      function: { name, arguments: parsedJson(given) === undefined ? "{}" : given },
      extra_content: extra,
    })),
  };
}
