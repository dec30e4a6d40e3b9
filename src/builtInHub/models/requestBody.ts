import type { ModelMessage, ModelRequest } from "../../contract/chatModel";
import { parsedJson } from "../../contract/record";

interface Dialect {
  /** Whether reasoning is sent back. */
  readonly withReasoning: boolean;
  /** Whether the server is asked to count tokens. */
  readonly withUsage: boolean;
}

/** The body of a Chat Completions request; what is not set is left out. */
export function requestBody(
  model: string,
  request: ModelRequest,
  { withReasoning, withUsage }: Dialect,
): string {
  const { messages, tools, temperature, maxTokens } = request;
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
