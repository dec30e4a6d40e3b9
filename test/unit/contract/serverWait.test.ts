import assert from "node:assert/strict";
import { serverWait } from "../../../src/contract/serverWait";

const now = Date.UTC(2026, 0, 1);
const inSeconds = (seconds: number) => new Date(now + seconds * 1000);

interface Said {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

const read = ({ status = 429, headers = {}, body }: Said) =>
  serverWait({ status, headers }, body, now);

/** As Gemini refuses what exceeds its free quota. */
const gemini = (quotaId: string, retryDelay?: string) => [
  {
    error: {
      code: 429,
      message:
        "You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.\n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 10",
      status: "RESOURCE_EXHAUSTED",
      details: [
        {
          "@type": "type.googleapis.com/google.rpc.QuotaFailure",
          violations: [{ quotaId, quotaValue: "10" }],
        },
        ...(retryDelay === undefined
          ? []
          : [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay }]),
      ],
    },
  },
];
const said = (message: string, more: object = {}) => ({ error: { message, ...more } });

describe("what a server says about the next request", () => {
  const waits: readonly [name: string, said: Said, seconds: number | undefined][] = [
    ["seconds", { headers: { "retry-after": "7" } }, 7],
    ["seconds with a fraction", { headers: { "retry-after": "1.2" } }, 2],
    ["a date", { headers: { "retry-after": inSeconds(3).toUTCString() } }, 3],
    [
      "a date by the server's own clock",
      {
        headers: {
          "retry-after": inSeconds(3603).toUTCString(),
          date: inSeconds(3600).toUTCString(),
        },
      },
      3,
    ],
    [
      "a date in the form of RFC 850",
      { headers: { "retry-after": "Thursday, 01-Jan-26 00:00:09 GMT" } },
      9,
    ],
    [
      "a date in the form of asctime",
      { headers: { "retry-after": "Thu Jan  1 00:00:09 2026" } },
      9,
    ],
    ["milliseconds", { headers: { "retry-after-ms": "1500", "retry-after": "9" } }, 1.5],
    [
      "RetryInfo of Google",
      { body: gemini("GenerateRequestsPerMinutePerProjectPerModel-FreeTier", "34s") },
      34,
    ],
    [
      "RetryInfo with a fraction",
      { body: gemini("GenerateRequestsPerMinute", "34.074824224s") },
      34.075,
    ],
    [
      "RetryInfo as an object",
      { body: { error: { details: [{ retryDelay: { seconds: "3", nanos: 5e8 } }] } } },
      3.5,
    ],
    [
      "words of Gemini",
      { body: said("Quota exceeded for metric: x, limit: 15\nPlease retry in 34.07s.") },
      34.07,
    ],
    [
      "words of OpenAI",
      {
        body: said(
          "Rate limit reached for gpt-4o on requests per min (RPM): Limit 3, Used 3. Please try again in 20ms. Visit https://platform.openai.com/account/rate-limits to learn more.",
        ),
      },
      0.02,
    ],
    [
      "words of Groq",
      {
        body: said(
          "Rate limit reached for model `x` on tokens per minute (TPM): Limit 6000, Used 5800, Requested 900. Please try again in 7.66s. Need more tokens? Upgrade at https://console.groq.com/settings/billing",
          { code: "rate_limit_exceeded" },
        ),
      },
      7.66,
    ],
    ["minutes and seconds in words", { body: said("Please try again in 1m12s") }, 72],
    [
      "words of Azure",
      { body: said("Requests have exceeded call rate limit. Please retry after 57 seconds.") },
      57,
    ],
    ["whole words", { body: { detail: "Slow down: retry in 1 minute and 5 seconds." } }, 65],
    [
      "a sentence that asks to wait",
      { body: { message: "Please wait 12 seconds before you try again" } },
      12,
    ],
    ["plain text", { body: "Too many requests, try again in 3s\n" }, 3],
    ["a field of the error", { body: { error: { retry_after: 5 } } }, 5],
    ["a field in milliseconds", { body: { retry_after_ms: 250 } }, 0.25],
    [
      "the error of another server as text",
      {
        body: {
          error: {
            message: "Provider returned error",
            metadata: { raw: '{"error":{"message":"Please retry in 4s"}}' },
          },
        },
      },
      4,
    ],
    ["the only reset", { headers: { "x-ratelimit-reset": "20" } }, 20],
    [
      "a reset as seconds since 1970",
      { headers: { "x-ratelimit-reset": String(now / 1000 + 20) } },
      20,
    ],
    [
      "a reset as milliseconds since 1970",
      { headers: { "x-ratelimit-reset": String(now + 20_000) } },
      20,
    ],
    [
      "the reset of the limit that was met",
      {
        headers: {
          "x-ratelimit-remaining-requests": "0",
          "x-ratelimit-reset-requests": "1.5s",
          "x-ratelimit-remaining-tokens": "4000",
          "x-ratelimit-reset-tokens": "6m0s",
        },
      },
      1.5,
    ],
    [
      "a reset as a date",
      {
        headers: {
          "anthropic-ratelimit-requests-remaining": "0",
          "anthropic-ratelimit-requests-reset": inSeconds(8).toISOString(),
        },
      },
      8,
    ],
    [
      "resets of which none was met for sure",
      { headers: { "x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "2s" } },
      undefined,
    ],
    [
      "the reset of a limit that was not met",
      { headers: { "x-ratelimit-remaining": "3", "x-ratelimit-reset": "2" } },
      undefined,
    ],
    [
      "a reset beside another failure",
      { status: 503, headers: { "x-ratelimit-reset": "2" } },
      undefined,
    ],
    ["nothing", {}, undefined],
    ["no unit", { body: said("Please try again in 30") }, undefined],
    ["no number", { body: said("Please try again later.") }, undefined],
    [
      "a time of something else",
      { body: said("The model took 5 seconds, which is too long.") },
      undefined,
    ],
    [
      "what is repeated of the question",
      { body: { error: { message: "Busy." }, input: "try again in 5s" } },
      undefined,
    ],
    [
      "less than nothing",
      { headers: { "retry-after": "-1" }, body: { retry_after: -3 } },
      undefined,
    ],
  ];
  for (const [name, answer, seconds] of waits)
    it(`Q12 is ${seconds === undefined ? "no wait" : `${seconds} s`} from ${name}`, () => {
      assert.equal(read(answer).seconds, seconds);
      assert.equal(read(answer).isExhausted, false);
    });

  const exhausted: readonly [name: string, said: Said][] = [
    [
      "OpenAI",
      {
        headers: { "retry-after": "20" },
        body: said("You exceeded your current quota, please check your plan and billing details.", {
          code: "insufficient_quota",
        }),
      },
    ],
    [
      "words alone",
      {
        headers: { "retry-after": "2" },
        body: said("You exceeded your current quota, please check your plan and billing details."),
      },
    ],
    [
      "Gemini, for the day",
      { body: gemini("GenerateRequestsPerDayPerProjectPerModel-FreeTier", "34s") },
    ],
    [
      "Google without a delay",
      {
        body: said("Quota exceeded for aiplatform.googleapis.com", {
          status: "RESOURCE_EXHAUSTED",
        }),
      },
    ],
    [
      "Anthropic",
      { status: 400, body: said("Your credit balance is too low to access the Anthropic API.") },
    ],
    ["DeepSeek", { status: 402, body: said("Insufficient Balance") }],
    ["a status alone", { status: 402, headers: { "retry-after": "1" } }],
    [
      "a hard limit",
      { body: said("Billing hard limit has been reached", { code: "billing_hard_limit_reached" }) },
    ],
    ["a month", { headers: { "retry-after": "5" }, body: said("Monthly quota exceeded") }],
    ["a long wait", { body: said("Quota exceeded. Try again in 5h30m") }],
  ];
  for (const [name, answer] of exhausted)
    it(`Q12 is a quota that is used up in the words of ${name}`, () => {
      assert.equal(read(answer).isExhausted, true);
    });

  it("Q12 is read in no time from a hostile error", () => {
    const nested = JSON.parse(`${'{"error":'.repeat(5000)}1${"}".repeat(5000)}`) as unknown;
    const began = performance.now();
    for (const body of [
      nested,
      said("try again in ".repeat(100_000)),
      said(`try again ${"x ".repeat(500_000)}`),
      said("1m".repeat(500_000)),
      { error: Array.from({ length: 100_000 }, () => ({ message: "wait 1" })) },
    ])
      assert.equal(read({ body }).seconds, undefined);
    assert.ok(performance.now() - began < 1000);
  });
});
