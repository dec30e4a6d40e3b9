import assert from "node:assert/strict";
import type { RawServerOptions } from "../../support/rawServer";
import { rawJson } from "../../support/rawServer";
import { progressType } from "../../../src/contract/progress";
import { answer, clientOf, closeAll, failureOf, fixture } from "./hubFixture";

type Answer = NonNullable<RawServerOptions["answer"]>;

interface Failing {
  readonly answer: string | Answer;
  /** How often a question arrives, and what each wait is at least, in milliseconds. */
  readonly posts?: { readonly count: number; readonly waitMs: number };
  /** How often a read arrives. */
  readonly gets: number;
  /** What the error of a question says of it. */
  readonly ran: "no" | "perhaps" | "unknown";
}

const reply = (
  status: number,
  body: unknown = { error: status, message: "No." },
  ...head: string[]
) => rawJson(body, { status, head });
const words = (message: string, error = 429) => ({ error, message });
const tooLong = "This model's maximum context length is 4096 tokens.";
const inTwoSeconds = () => new Date(Date.now() + 2000).toUTCString();
const line = (json: object) => `${JSON.stringify(json)}\n`;
const progress = (...lines: string[]) =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${progressType}\r\nContent-Length: ${lines.join("").length}\r\n\r\n${lines.join("")}`;

const refused = (status: number): Failing => ({
  answer: reply(status, words(tooLong, status), "Retry-After: 1"),
  gets: 1,
  ran: "no",
});
const failed = (status: number, gets: number): Failing => ({
  answer: reply(status, words(tooLong, status), "Retry-After: 1"),
  gets,
  ran: "perhaps",
});
const putOff = (waitMs: number, ...said: Parameters<typeof reply>): Failing => ({
  answer: reply(...said),
  posts: { count: 3, waitMs },
  gets: 3,
  ran: "no",
});

const failures: Readonly<Record<string, Failing>> = {
  "429 without a word": { answer: reply(429), gets: 3, ran: "no" },
  "429 that asks for 2 seconds": putOff(2000, 429, {}, "Retry-After: 2"),
  "429 that names a time": {
    answer: ({ socket }) => void socket.write(reply(429, {}, `Retry-After: ${inTwoSeconds()}`)),
    posts: { count: 3, waitMs: 1000 },
    gets: 3,
    ran: "no",
  },
  "429 that asks for milliseconds": putOff(1500, 429, {}, "Retry-After-Ms: 1500"),
  "429 that says it in words": putOff(34_070, 429, words("Please retry in 34.07s.")),
  "429 that names the reset of the limit": putOff(
    3000,
    429,
    {},
    "X-RateLimit-Remaining: 0",
    "X-RateLimit-Reset: 3",
  ),
  "429 that asks for more than a minute": {
    answer: reply(429, {}, "Retry-After: 61"),
    gets: 1,
    ran: "no",
  },
  "429 that asks for more than a minute in words": {
    answer: reply(429, words("Try again in 1m12s")),
    gets: 1,
    ran: "no",
  },
  "429 whose quota is used up": {
    answer: reply(
      429,
      words("You exceeded your current quota, please check your plan."),
      "Retry-After: 2",
    ),
    gets: 1,
    ran: "no",
  },
  "402 with a wait": { answer: reply(402, {}, "Retry-After: 1"), gets: 1, ran: "no" },
  "503 without a word": { answer: reply(503), gets: 3, ran: "perhaps" },
  "503 that asks for a second": putOff(1000, 503, {}, "Retry-After: 1"),
  "400 as too long": refused(400),
  "413 as too long": refused(413),
  "422 as too long": refused(422),
  "408 as too long": failed(408, 3),
  "500 as too long": failed(500, 3),
  "502 as too long": failed(502, 3),
  "504 as too long": failed(504, 3),
  "520 as too long": failed(520, 1),
  "409 with a wait": { answer: reply(409, {}, "Retry-After: 1"), gets: 1, ran: "unknown" },
  "425 with a wait": { answer: reply(425, {}, "Retry-After: 1"), gets: 1, ran: "unknown" },
  "499 with a wait": { answer: reply(499, {}, "Retry-After: 1"), gets: 1, ran: "unknown" },
  "an error of 429 under 200": {
    answer: reply(200, words("Try again in 1s")),
    gets: 1,
    ran: "unknown",
  },
  "an error of 500 under 200": { answer: reply(200, words(tooLong, 500)), gets: 1, ran: "perhaps" },
  "a model that refuses it, as the hub says": {
    answer: reply(502, { ...words(tooLong, 413), about: "model" }),
    gets: 3,
    ran: "no",
  },
  "a model that refuses it, under another status": {
    answer: reply(500, { ...words(tooLong, 413), about: "model" }),
    gets: 3,
    ran: "perhaps",
  },
  "502 that quotes a refusal": { answer: reply(502, words(tooLong, 413)), gets: 3, ran: "perhaps" },
  "a model that fails, as the hub says": {
    answer: reply(502, { ...words(tooLong, 502), about: "model" }),
    gets: 3,
    ran: "perhaps",
  },
  "an answer that ends in 429": {
    answer: progress(line({ text: "It" }), line({ error: words("Try again in 1s"), status: 429 })),
    gets: 1,
    ran: "unknown",
  },
  "an answer that ends in 413": {
    answer: progress(line({ text: "It" }), line({ error: words(tooLong, 413), status: 413 })),
    gets: 1,
    ran: "unknown",
  },
  "a redirect": {
    answer: reply(307, {}, "Location: https://127.0.0.1:1/"),
    gets: 1,
    ran: "unknown",
  },
  "no answer but an end": { answer: ({ socket }) => void socket.end(), gets: 3, ran: "perhaps" },
  "a reset": { answer: ({ socket }) => void socket.resetAndDestroy(), gets: 3, ran: "perhaps" },
  "half a head": {
    answer: ({ socket }) => void socket.end("HTTP/1.1 200 O"),
    gets: 3,
    ran: "perhaps",
  },
  "half a body": {
    answer: ({ socket }) =>
      void socket.end(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
      ),
    gets: 3,
    ran: "perhaps",
  },
  "something else": {
    answer: "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nHi",
    gets: 1,
    ran: "perhaps",
  },
};

const serving = ({ answer: given }: Failing): Answer =>
  typeof given === "string" ? ({ socket }) => void socket.write(given) : given;

describe("what is sent again to a hub", () => {
  afterEach(closeAll);

  for (const [name, failing] of Object.entries(failures)) {
    const { count, waitMs } = failing.posts ?? { count: 1, waitMs: 0 };

    it(`Q12 a question arrives ${count === 1 ? "once" : `${count} times`} for ${name}`, async () => {
      const { client, server, waits } = await fixture(serving(failing));
      const told: number[] = [];
      const onRetry = (retry: { readonly waitMs: number }) => told.push(retry.waitMs);
      const error = await failureOf(
        client.invokeAgent({ input_data: "x" }, { onRetry, onProgress: () => undefined }),
      );
      assert.equal(server.requests.length, count);
      assert.deepEqual(told, waits, "each wait is shown");
      assert.equal(waits.length, count - 1);
      for (const wait of waits) assert.ok(wait >= waitMs && wait <= waitMs + 1250, String(waits));
      const { nothingRan = false, mayHaveRun = false } = error.details;
      const ran = nothingRan ? "no" : mayHaveRun ? "perhaps" : "unknown";
      assert.equal(ran, failing.ran);
      assert.equal(nothingRan && mayHaveRun, false);
    });

    it(`Q12 a read arrives ${failing.gets === 1 ? "once" : `${failing.gets} times`} for ${name}`, async () => {
      const { client, server } = await fixture(serving(failing));
      await failureOf(client.getUser());
      assert.equal(server.requests.length, failing.gets);
    });
  }

  it("Q12 a question that found no connection did not run, and is not sent again", async () => {
    const { server } = await fixture({});
    const { origin } = server;
    await closeAll();
    const { client, waits } = clientOf(origin);
    const { details } = await failureOf(client.invokeAgent({}));
    assert.deepEqual([details.nothingRan, details.mayHaveRun, waits], [true, undefined, []]);
  });

  it("Q12 the wait of a hub in the middle of its answer is shown, and sends nothing", async () => {
    const { client, server, waits } = await fixture(({ socket }) =>
      socket.write(
        progress(line({ steps: [] }), line({ wait: 7 }), line({ wait: 9e9 }), line({ answer })),
      ),
    );
    const told: unknown[] = [];
    const { value } = await client.invokeAgent(
      {},
      { onRetry: (retry) => told.push(retry), onProgress: () => undefined },
    );
    assert.equal(value.output, "Fine.");
    assert.deepEqual(told, [{ attempt: 1, waitMs: 7000, kind: "rate-limited" }]);
    assert.deepEqual([server.requests.length, waits], [1, []]);
  });
});
