import assert from "node:assert/strict";
import { startBuiltInHub } from "../../../src/builtInHub/index";
import { documentTool } from "../../../src/builtInHub/tools/documents/documentTool";
import { webSearchTool } from "../../../src/builtInHub/tools/web/webSearchTool";
import { createSend } from "../../../src/client/undiciSend";
import type { Retry } from "../../../src/client/retry";
import { HubError } from "../../../src/contract/errors";
import {
  callsOf,
  completion,
  type ModelReply,
  type ModelRequestSeen,
  startModelServer,
} from "../../support/modelServer";
import { atEnd, clientOf, closeAll } from "../client/hubFixture";
import { call } from "./tools/callTool";
import { loopbackServer } from "./tools/loopbackServer";
import { send as toolSend } from "./tools/network";

const key = "KEY-CANARY-5f0c";
const tooLong = {
  error: {
    message:
      "This model's maximum context length is 300 tokens. Reduce the length of the messages.",
  },
};
const said = (message: string, code = "") => ({ error: { message, code } });
const history = Array.from({ length: 8 }, (_, at) => ({
  role: at % 2 === 0 ? "user" : "assistant",
  content: "word ".repeat(200),
}));

interface Failing {
  readonly reply: ModelReply;
  /** How often the model is asked, where the first round of an answer fails so every time. */
  readonly first: number;
  /** The same where the second round does, after which the answer says so. */
  readonly later: number;
}

const once = (reply: ModelReply): Failing => ({ reply, first: 1, later: 1 });
/** By the client in the first round, by the hub in a later one: never by both. */
const putOff = (reply: ModelReply): Failing => ({ reply, first: 3, later: 3 });

const failures: Readonly<Record<string, Failing>> = {
  "429 without a word": once({ status: 429, body: {} }),
  "429 that asks for an instant": putOff({
    status: 429,
    headers: { "retry-after-ms": "20" },
    body: {},
  }),
  "429 that says it in words": putOff({ status: 429, body: said("Please try again in 20ms.") }),
  "429 with the RetryInfo of Google": putOff({
    status: 429,
    body: [
      {
        error: {
          message: "You exceeded your current quota, please check your plan and billing details.",
          details: [
            { violations: [{ quotaId: "GenerateRequestsPerMinutePerProject" }] },
            { retryDelay: "0.02s" },
          ],
        },
      },
    ],
  }),
  "429 for the rest of the day": once({
    status: 429,
    body: [
      {
        error: {
          message: "Quota exceeded for metric: free_tier_requests. Please retry in 0.02s.",
          details: [
            { violations: [{ quotaId: "GenerateRequestsPerDayPerProject" }] },
            { retryDelay: "0.02s" },
          ],
        },
      },
    ],
  }),
  "429 whose quota is used up": once({
    status: 429,
    headers: { "retry-after": "1" },
    body: said("You exceeded your current quota.", "insufficient_quota"),
  }),
  "429 that asks for more than a minute": once({
    status: 429,
    headers: { "retry-after": "61" },
    body: {},
  }),
  "402 with a wait": once({ status: 402, headers: { "retry-after": "1" }, body: {} }),
  "503 without a word": once({ status: 503, body: {} }),
  "503 that asks for an instant": putOff({
    status: 503,
    headers: { "retry-after-ms": "20" },
    body: {},
  }),
  "500 as too long": once({ status: 500, headers: { "retry-after": "1" }, body: tooLong }),
  "502 as too long": once({ status: 502, body: tooLong }),
  "408 as too long": once({ status: 408, headers: { "retry-after": "1" }, body: tooLong }),
  "an error as too long under 200": once({ body: tooLong }),
  "a stream that ends as too long": once({ events: [tooLong] }),
  "400 because the balance is too low": once({
    status: 400,
    body: said("Your credit balance is too low."),
  }),
  "a cut connection": once({ events: [], cut: true }),
  "half a body": once({ headers: { "content-length": "99" }, body: "{", cut: true }),
  "a redirect": once({ status: 307, headers: { location: "http://127.0.0.1:1/" } }),
};

async function hubWith(reply: (request: ModelRequestSeen, nth: number) => ModelReply) {
  const server = await startModelServer(reply);
  const send = createSend({}, () => undefined);
  const model = { address: server.base, identifier: "scripted", send, key: async () => undefined };
  const hub = await startBuiltInHub({ key, modelByDefault: true, models: () => [model] });
  atEnd(async () => {
    await hub.close();
    await send.close();
    await server.close();
  });
  const shown: Retry[] = [];
  const { client, waits } = clientOf(hub.baseUrl);
  const ask = (body: object = {}, signal?: AbortSignal) =>
    client.invokeAgent(
      { expert_id: 5, input_data: "6 * 7", tool_activation: { computation_engine: true }, ...body },
      {
        onRetry: (retry) => shown.push(retry),
        onProgress: () => undefined,
        ...(signal && { signal }),
      },
    );
  return { ask, server, shown, waits };
}

describe("what is sent again to the server of a model", () => {
  afterEach(closeAll);

  const called = callsOf(["computation_engine", { expressions: ["6 * 7"] }]);

  for (const [name, { reply, first, later }] of Object.entries(failures)) {
    it(`Q12 a question is there ${first === 1 ? "once" : `${first} times`} for ${name}`, async () => {
      const { ask, server, shown, waits } = await hubWith((_, nth) =>
        // Which fields it takes is known by then.
        nth === 1 ? completion({ content: "Fine." }) : reply,
      );
      await ask();
      await assert.rejects(ask({ conversation_history: history }), HubError);
      assert.equal(server.requests.length - 1, first);
      assert.deepEqual(
        shown.map(({ waitMs }) => waitMs),
        waits,
        "each wait is the client's, and shown",
      );
      assert.equal(waits.length, first - 1);
      // A header has whole seconds.
      for (const wait of waits) assert.ok(wait >= 500 && wait <= 1250, String(waits));
    });

    it(`Q12 a later round is there ${later === 1 ? "once" : `${later} times`} for ${name}`, async () => {
      const { ask, server, shown, waits } = await hubWith((_, nth) => (nth === 1 ? called : reply));
      const { value } = await ask({ conversation_history: history });
      assert.match(value.output, /^\*\*.+\*\*$/s, "the answer says why it ends");
      assert.equal(value.intermediate_steps.length, 1);
      assert.equal(server.requests.length - 1, later);
      assert.equal(shown.length, later - 1, "each wait of the hub is shown");
      assert.deepEqual(waits, [], "the client waits for nothing");
    });
  }

  it("Q12 goes on once the server takes it, round by round", async () => {
    const busy: ModelReply = { status: 429, body: said("Try again in 20ms") };
    const { ask, server, shown } = await hubWith((_, nth) => {
      if (nth % 2 === 0) return busy;
      return nth < 6 ? called : completion({ content: "It is 42." });
    });
    const { value } = await ask();
    assert.equal(value.output, "It is 42.");
    assert.equal(value.intermediate_steps.length, 3);
    assert.deepEqual([server.requests.length, shown.length], [7, 3]);
  });

  it("Q12 a wait is passed on as the server said it, and never made up", async () => {
    const { ask, shown } = await hubWith((_, nth) => {
      if (nth === 1) return { status: 429, headers: { "retry-after": "7" }, body: {} };
      if (nth === 2) return { status: 503, headers: { "retry-after": "9" }, body: {} };
      return completion({ content: "Fine." });
    });
    assert.equal((await ask()).value.output, "Fine.");
    assert.deepEqual(
      shown.map(({ waitMs, kind }) => [Math.floor(waitMs / 1000), kind]),
      [
        [7, "rate-limited"],
        [9, "server"],
      ],
    );
    const { ask: askAgain } = await hubWith(() => ({ status: 429, body: {} }));
    await assert.rejects(askAgain(), (error: unknown) => {
      assert.ok(error instanceof HubError);
      const { nothingRan, retryAfterSeconds, about } = error.details;
      assert.deepEqual([nothingRan, retryAfterSeconds, about], [true, undefined, "model"]);
      return true;
    });
  });

  for (const status of [400, 413, 422])
    it(`Q12 a round is sent once more with less after ${status}, which refuses it`, async () => {
      const refusal: ModelReply = { status, body: tooLong };
      const { ask, server } = await hubWith((_, nth) => {
        if (nth === 1) return called;
        return nth === 2 ? refusal : completion({ content: "Fine." });
      });
      assert.match((await ask({ conversation_history: history })).value.output, /^Fine\./);
      const [, whole, less] = server.requests.map(({ body }) => JSON.stringify(body).length);
      assert.equal(server.requests.length, 3);
      assert.ok(less! < whole!);
    });
});

describe("what a tool sends again", () => {
  const statuses = [400, 408, 429, 500, 502, 503, 504];

  for (const status of statuses)
    it(`Q12 a search and a document are asked for once under ${status}`, async () => {
      await using server = await loopbackServer({
        "/search": (_, response) => response.writeHead(status, { "retry-after": "1" }).end("{}"),
        "/page": (_, response) => response.writeHead(status, { "retry-after": "1" }).end("busy"),
      });
      const cause = { by: "chat" } as const;
      const search = webSearchTool({ cause, address: server.origin, send: toolSend });
      const url = `${server.origin}/page`;
      const documents = documentTool([url], { cause, send: toolSend, allowPrivate: true });
      assert.match(await call(search, { query: "x" }), /^Error: /);
      assert.match(await call(documents, { url }), /^Error: /);
      assert.deepEqual(
        server.requests.map((request) => request.split("?")[0]),
        ["GET /search", "GET /page"],
      );
    });

  it("Q12 a search and a document are asked for once where the connection ends", async () => {
    await using server = await loopbackServer({
      "/search": (request) => request.socket.destroy(),
      "/page": (request) => request.socket.destroy(),
    });
    const cause = { by: "chat" } as const;
    const search = webSearchTool({ cause, address: server.origin, send: toolSend });
    const url = `${server.origin}/page`;
    const documents = documentTool([url], { cause, send: toolSend, allowPrivate: true });
    assert.match(await call(search, { query: "x" }), /^Error: /);
    assert.match(await call(documents, { url }), /^Error: /);
    assert.equal(server.requests.length, 2);
  });
});
