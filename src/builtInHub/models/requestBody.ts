import type { ModelMessage, ModelRequest } from "../../contract/chatModel";
import { parsedJson } from "../../contract/record";

/**
 * The body of a Chat Completions request; what is not set is left out. Reasoning is sent back only
 * `withReasoning`.
 */
export function requestBody(
  model: string,
  request: ModelRequest,
  { withReasoning }: { withReasoning: boolean },
): string {
  const { messages, tools, temperature, maxTokens } = request;
  return JSON.stringify({
    model,
    messages: messages.map((message) => ({
      ...messageOf(message),
      ...(withReasoning &&
        message.role === "assistant" &&
        message.reasoning !== undefined && { reasoning_content: message.reasoning }),
    })),
    ...(tools.length > 0 && {
      tools: tools.map((tool) => ({ type: "function", function: tool })),
    }),
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    stream: true,
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
      ...(extra !== undefined && { extra_content: extra }),
    })),
  };
}
