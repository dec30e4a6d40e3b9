import assert from "node:assert/strict";
import { contextErrorIn, contextTokensIn } from "../../../src/contract/contextSize";

/** As servers write it, with what it takes and what they counted. */
const errors: readonly (readonly [
  server: string,
  words: string,
  limit?: number,
  asked?: number,
])[] = [
  [
    "OpenAI",
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 12345 tokens. Please reduce the length of the messages.",
    8192,
    12_345,
  ],
  [
    "vLLM",
    "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4500 in the messages, 500 in the completion).",
    4096,
    5000,
  ],
  [
    "vLLM's engine",
    "The decoder prompt (length 5000) is longer than the maximum model length of 4096.",
    4096,
    5000,
  ],
  [
    "OpenRouter",
    "This endpoint's maximum context length is 32,768 tokens. However, you requested about 40,000 tokens (40,000 of text input).",
    32_768,
    40_000,
  ],
  [
    "llama.cpp",
    "request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it",
    4096,
    5000,
  ],
  [
    "an older llama.cpp",
    "exceed_context_size_error the request exceeds the available context size. try increasing the context size or enable context shift",
  ],
  [
    "LM Studio",
    "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.",
    4096,
    5000,
  ],
  ["Anthropic", "prompt is too long: 200251 tokens > 200000 maximum", 200_000, 200_251],
  [
    "Gemini",
    "The input token count (1050000) exceeds the maximum number of tokens allowed (1048576).",
    1_048_576,
    1_050_000,
  ],
  [
    "Mistral",
    "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
    32_768,
    40_000,
  ],
  [
    "xAI",
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    131_072,
    537_812,
  ],
  [
    "Copilot",
    "model_max_prompt_tokens_exceeded prompt token count of 130000 exceeds the limit of 128000",
    128_000,
    130_000,
  ],
  [
    "Cohere",
    "too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000",
    4081,
  ],
  ["TGI", "`inputs` must have less than 4095 tokens. Given: 5000", 4095, 5000],
  ["Groq", "context_length_exceeded Please reduce the length of the messages or completion."],
  [
    "the built-in hub",
    "The question, with everything sent along with it, is too long for small, which takes only 4096 tokens. It says: no",
    4096,
  ],
];

describe("an error about a context", () => {
  for (const [server, words, limit, asked] of errors) {
    it(`is read as ${server} writes it`, () => {
      assert.deepEqual(contextErrorIn(words), {
        ...(limit !== undefined && { limit }),
        ...(asked !== undefined && { asked }),
      });
    });
  }

  for (const words of [
    "",
    "The model is overloaded",
    "Rate limit reached: 8192 tokens per minute",
    "max_tokens is too large: 8000",
    "Invalid value for temperature",
  ]) {
    it(`is not read from ${JSON.stringify(words)}`, () => {
      assert.equal(contextErrorIn(words), undefined);
    });
  }

  it("teaches no number that no model has", () => {
    assert.deepEqual(contextErrorIn("maximum context length is 12 tokens"), {});
    assert.deepEqual(contextErrorIn(`maximum context length is ${"9".repeat(30)} tokens`), {});
  });
});

describe("the size of a context window", () => {
  it("is a whole number of a likely size", () => {
    assert.equal(contextTokensIn(4096), 4096);
    for (const value of [0, -4096, 255, 4096.5, Infinity, "4096", null, undefined, 1e12])
      assert.equal(contextTokensIn(value), undefined, String(value));
  });
});
