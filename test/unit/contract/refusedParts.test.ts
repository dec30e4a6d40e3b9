import assert from "node:assert/strict";
import { refusedParts } from "../../../src/contract/refusedParts";

/** What is left out first, the words of a server, and its status if that is not 400. */
const refusals: readonly (readonly [part: string, words: string, status?: number])[] = [
  ["tools", "Tool use is not supported for this model"],
  ["tools", "This endpoint does not allow `tools`"],
  ["tools", "Model qwen does not support function call"],
  ["tools", "'tools' is a required property to be absent"],
  ["tools", "extra fields not permitted: tools"],
  ["tools", "Additional properties are not allowed ('tools' was unexpected)"],
  ["tools", 'json: unknown field "tools"'],
  ["tools", "tool_use is unsupported by the selected provider"],
  ["tools", "Failed to parse tools: this template does not support them", 500],
  ["tools", "The requested operation is unsupported: tool calling", 501],
  ["tools", "This model is not compatible with tools"],
  ["tools", "Tool calls are disabled on this deployment"],
  ["tools", "No provider available that can handle tool calling", 503],
  ["tools", "does not support tool_calls", 400],
  ["tool_choice", "tool_choice 'none' is not supported"],
  ["tool_choice", "Invalid value for tool_choice: none"],
  ["stream", "stream: Input should be False"],
  ["stream", "This model does not support streaming responses"],
  ["stream", "Only non-streaming requests are supported"],
  ["stream", "`stream` must be false"],
  ["stream", "Streaming not available for o1-pro", 400],
  ["stream_options", "stream_options: Extra inputs are not permitted"],
  ["stream_options", "The 'stream_options' parameter is only allowed when 'stream' is enabled."],
  ["temperature", "`temperature` is deprecated for this model."],
  ["temperature", "temperature must be strictly positive"],
  ["temperature", "Temperature is fixed for reasoning models"],
  ["temperature", "`temperature` and `top_p` cannot both be specified for this model"],
  ["temperature", "temperature: Input should be less than or equal to 1"],
  ["max_completion_tokens", "max_tokens must be at most 4096"],
  [
    "max_completion_tokens",
    "max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens",
  ],
  ["max_tokens", "max_tokens is deprecated, use max_completion_tokens"],
  ["max_completion_tokens", "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]"],
  ["max_completion_tokens", "Range of max_tokens should be [1, 2000]"],
  ["system", "messages: system role is not allowed"],
  ["system", "Invalid role: system. Must be one of user, assistant"],
  ["system", "'system' is not one of ['user', 'assistant'] - 'messages.0.role'"],
  ["system", "System messages are unsupported for this model"],
  ["system", "role must be user or assistant"],
  [
    "order",
    'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
  ],
  ["system", "This model only supports user and assistant roles."],
  ["system", "System message must be at the beginning."],
  ["system", "Model does not support system prompt"],
  ["order", 'messages: first message must use the "user" role'],
  [
    "order",
    "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
  ],
  [
    "order",
    "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
  ],
  ["order", "multiple consecutive user messages are not supported"],
  ["order", "Two user messages in succession are not allowed"],
  ["order", "User message cannot follow another user message"],
  ["order", "The last message must be from the user"],
  ["order", "the role of message 2 must be assistant, not user"],
  ["order", "A user message must be followed by an assistant message"],
  ["order", "Roles must alternate"],
  ["content", "content cannot be an empty string"],
  ["content", "messages.1.content: String should have at least 1 character"],
  ["content", "Assistant message must have either content or tool_calls, but not none."],
  ["content", "Invalid 'messages[2].content': empty string"],
  ["content", "field messages[1].content cannot be empty"],
  ["content", "Empty messages are not allowed"],
  ["content", '"messages[2].content" is not allowed to be empty'],
  ["content", "message content must not be blank"],
  ["content", "expected content to be non empty"],
  ["reasoning", "The reasoning_content in the thinking mode must be passed back to the API."],
  [
    "reasoning",
    "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2",
  ],
  ["reasoning_effort", "reasoning_effort is not supported"],
  ["reasoning_effort", "Unknown parameter: 'reasoning_effort'."],
  ["reasoning_effort", "Unsupported value: 'low' is not supported with the reasoning effort"],
  ["reasoning_effort", "Reasoning is not supported by this model"],
  ["nothing", "Invalid image format", 400],
  ["nothing", "Internal server error", 500],
  ["nothing", "The server had an error processing your request. Please retry.", 500],
  ["nothing", "upstream connect error or disconnect/reset before headers", 503],
  ["nothing", "Model is loading, not ready", 503],
  ["nothing", "CUDA out of memory", 500],
  ["nothing", "The system is not available, please try again", 503],
];

describe("the words of a refusal", () => {
  for (const [part, words, status = 400] of refusals)
    it(`Z9 name ${part}: ${words.slice(0, 60)}`, () => {
      const refused = refusedParts({ status, words, code: "", places: [] });
      const first = refused?.isGuess === false ? refused.choices[0]?.join(" ") : "nothing";
      assert.equal(first, part);
    });
});
