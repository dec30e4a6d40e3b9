import type { ModelCall, ModelMessage, ModelRequest } from "../../contract/chatModel";
import type { RequestParts } from "../../contract/dialect";
import { parsedJson } from "../../contract/record";

/** The body of a Chat Completions request without these parts; what is not set is left out. */
export function requestBody(model: string, request: ModelRequest, without: RequestParts): string {
  const { tools, toolChoice, temperature, reasoningEffort, maxTokens } = request;
  const hasTools = tools.length > 0 && !without.has("tools");
  const isStream = !without.has("stream");
  const countsTokens = isStream && !without.has("stream_options");
  const isRenamed = without.has("max_tokens");
  const limit = without.has("max_completion_tokens") ? undefined : maxTokens;
  return JSON.stringify({
    model,
    messages: messagesOf(request, without),
    tools: hasTools ? tools.map((tool) => ({ type: "function", function: tool })) : undefined,
    tool_choice: hasTools && !without.has("tool_choice") ? toolChoice : undefined,
    temperature: without.has("temperature") ? undefined : temperature,
    reasoning_effort: without.has("reasoning_effort") ? undefined : reasoningEffort,
    max_tokens: isRenamed ? undefined : limit,
    max_completion_tokens: isRenamed ? limit : undefined,
    stream: isStream ? true : undefined,
    stream_options: countsTokens ? { include_usage: true } : undefined,
  });
}

/** The same for a model that is not asked through Chat Completions. */
export function requestWithout(request: ModelRequest, without: RequestParts): ModelRequest {
  const hasTools = !without.has("tools");
  return {
    ...request,
    messages: saidIn(request, without),
    tools: hasTools ? request.tools : [],
    toolChoice: hasTools && !without.has("tool_choice") ? request.toolChoice : undefined,
    temperature: without.has("temperature") ? undefined : request.temperature,
    reasoningEffort: without.has("reasoning_effort") ? undefined : request.reasoningEffort,
    maxTokens: without.has("max_completion_tokens") ? undefined : request.maxTokens,
  };
}

function saidIn({ messages }: ModelRequest, without: RequestParts): readonly ModelMessage[] {
  let said = messages;
  if (without.has("tools")) said = asText(said);
  if (without.has("content")) said = filled(said);
  if (without.has("order")) said = alternating(said);
  if (without.has("system")) said = withoutSystem(said);
  return said;
}

function messagesOf(request: ModelRequest, without: RequestParts): object[] {
  const names = new Map(callsIn(request.messages).map(({ id, name }) => [id, name]));
  return saidIn(request, without).map((message) => {
    if (message.role === "tool")
      return {
        role: "tool",
        tool_call_id: message.callId,
        name: without.has("name") ? undefined : names.get(message.callId),
        content: message.content,
      };
    if (message.role === "user" && message.pictures) return withPictures(message);
    const { role, content } = message;
    if (role !== "assistant") return { role, content };
    return {
      role,
      content: content === "" && message.calls && without.has("content") ? null : content,
      tool_calls: message.calls?.length ? message.calls.map(wireCall) : undefined,
      reasoning_content: without.has("reasoning") ? message.reasoning : undefined,
    };
  });
}

function withPictures({ role, content, pictures = [] }: ModelMessage & { role: "user" }): object {
  const images = pictures.map(({ type, data }) => ({
    type: "image_url",
    image_url: { url: `data:${type};base64,${data}` },
  }));
  return { role, content: [{ type: "text", text: content }, ...images] };
}

function wireCall({ id, name, arguments: given, extra }: ModelCall): object {
  return {
    id,
    type: "function",
    // A server may refuse to take back the broken arguments that its model wrote.
    function: { name, arguments: parsedJson(given) === undefined ? "{}" : given },
    extra_content: extra,
  };
}

function callsIn(messages: readonly ModelMessage[]): ModelCall[] {
  return messages.flatMap((message) =>
    message.role === "assistant" ? [...(message.calls ?? [])] : [],
  );
}

/** Calls and their results as text, for a model that knows no tools. */
function asText(messages: readonly ModelMessage[]): ModelMessage[] {
  if (!messages.some(({ role }) => role === "tool")) return [...messages];
  const names = new Map(callsIn(messages).map(({ id, name }) => [id, name]));
  const said = messages.flatMap((message): ModelMessage[] => {
    if (message.role === "tool") {
      const name = names.get(message.callId) ?? "a tool";
      return [{ role: "user", content: `Result of ${name}:\n${message.content}` }];
    }
    if (message.role !== "assistant" || !message.calls) return [message];
    const { content } = message;
    return content.trim() === "" ? [] : [{ role: "assistant", content }];
  });
  return alternating(said);
}

/** Without empty messages, and with a word for an empty result. */
function filled(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.flatMap((message): ModelMessage[] => {
    if (message.content.trim() !== "") return [message];
    if (message.role === "tool") return [{ ...message, content: "(empty)" }];
    if (message.role === "assistant" && message.calls) return [{ ...message, content: "" }];
    return [];
  });
}

/** The system first, then user and assistant in turns, which begin and end with the user. */
function alternating(messages: readonly ModelMessage[]): ModelMessage[] {
  const system = systemIn(messages);
  const turns: ModelMessage[] = [];
  for (const message of messages) {
    if (message.role === "system") continue;
    const last = turns.at(-1);
    const isSame =
      last?.role === message.role &&
      message.role !== "tool" &&
      !(last.role === "assistant" && last.calls);
    if (isSame) turns[turns.length - 1] = { ...last, ...message, content: joined(last, message) };
    else turns.push(message);
  }
  if (turns[0]?.role === "assistant") turns.unshift({ role: "user", content: "Begin." });
  if (turns.at(-1)?.role === "assistant") turns.push({ role: "user", content: "Go on." });
  return [...(system === "" ? [] : [{ role: "system" as const, content: system }]), ...turns];
}

/** What the system says goes into the first question. */
function withoutSystem(messages: readonly ModelMessage[]): ModelMessage[] {
  const system = systemIn(messages);
  if (system === "") return messages.filter(({ role }) => role !== "system");
  const said = messages.filter(({ role }) => role !== "system");
  const first = said.findIndex(({ role }) => role === "user");
  if (first === -1) return [{ role: "user", content: system }, ...said];
  return said.map((message, at) =>
    at === first && message.role === "user"
      ? { ...message, content: joined({ content: system }, message) }
      : message,
  );
}

function systemIn(messages: readonly ModelMessage[]): string {
  return messages
    .filter(({ role, content }) => role === "system" && content.trim() !== "")
    .map(({ content }) => content)
    .join("\n\n");
}

function joined(...messages: readonly { readonly content: string }[]): string {
  return messages
    .map(({ content }) => content)
    .filter((content) => content !== "")
    .join("\n\n");
}
