import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { ErrorKind, HubError } from "../../../src/contract/errors";
import { retryAfterSeconds } from "../../../src/contract/serverWait";
import { waitBeforeRetry } from "../../../src/client/retry";
import { statusError } from "../../../src/client/statusMessages";
import { rawJson } from "../../support/rawServer";
import type { HubClient } from "../../../src/client/client";
import type { AgentRequest } from "../../../src/contract/types";
import { explain } from "../../../src/platform/core/explain";
import { clientOf, closeAll, failureOf, key, fixture } from "./hubFixture";

/** Row, status, kind, number of requests when reading an expert, buttons, and what the sentence says. */
const table: [string, number, ErrorKind, number, string[], RegExp][] = [
  ["M1", 400, "invalid-request", 1, ["retry", "showLog"], /invalid|unexpected error/],
  ["M2", 401, "bad-key", 1, ["setApiKey", "retry"], /does not accept the API key/],
  ["M3", 402, "payment", 1, ["retry"], /requires payment/],
  ["M4", 403, "forbidden", 1, ["retry", "setApiKey"], /expert 7|this account/],
  ["M5", 404, "not-found", 2, ["refreshExpert", "retry"], /expert 7|this address/],
  ["M6", 408, "timeout", 3, ["retry", "showLog"], /The hub timed out/],
  ["M7", 409, "conflict", 1, ["retry"], /conflict/],
  ["M8", 413, "too-large", 1, ["retry"], / as too large/],
  ["M9", 422, "invalid-request", 1, ["retry", "showLog"], /a field of the request/],
  ["M10", 429, "rate-limited", 3, ["retry"], /too many requests/],
  ["M11", 500, "server", 3, ["retry", "showLog"], /The hub failed/],
  ["M11", 502, "server", 3, ["retry", "showLog"], /The hub failed/],
  ["M11", 503, "server", 3, ["retry", "showLog"], /The hub failed/],
  ["M11", 504, "server", 3, ["retry", "showLog"], /The hub failed/],
  ["M12", 418, "invalid-request", 1, ["retry", "showLog"], /status 418/],
  ["M12", 499, "invalid-request", 1, ["retry", "showLog"], /status 499/],
  ["M12", 520, "server", 1, ["retry", "showLog"], /status 520/],
  ["M12", 600, "bad-response", 1, ["retry", "showLog"], /status 600/],
  ["M12", 999, "bad-response", 1, ["retry", "showLog"], /status 999/],
];

const bodies: Record<string, (status: number) => string> = {
  "an Error body": (status) =>
    rawJson({ error: 17, message: `No [b](command:x) in input_data, ${key}` }, { status }),
  "no body": (status) => `HTTP/1.1 ${status} Test\r\nContent-Length: 0\r\n\r\n`,
  HTML: (status) =>
    `HTTP/1.1 ${status} Test\r\nContent-Type: text/html\r\nContent-Length: 11\r\n\r\n<b>away</b>`,
};

const question = { expert_id: 7, input_data: "SEL-CANARY" };
const endpoints: Record<string, (client: HubClient) => Promise<unknown>> = {
  get_user: (client) => client.getUser(),
  get_expert: (client) => client.getExpert(7),
  invoke_agent: (client) => client.invokeAgent(question),
  invoke_llm: (client) => client.invokeLlm({ expert_id: 7 }),
};

/** Kind, status and a short text; nothing of the request, the key, the answer or a socket. */
function assertSafe(error: HubError): void {
  const printed = [
    JSON.stringify(error),
    inspect(error, { depth: 10, showHidden: true }),
    String(error),
    error.stack,
  ]
    .join("\n")
    // The stack trace is no secret.
    .replace(/^ +at .*$/gm, "");
  assert.doesNotMatch(printed, /CANARY|svc-api-key|socket|undici|<b>|away/i);
  assert.equal(error.cause, undefined);
  assert.deepEqual(Object.keys(error).toSorted(), ["details", "kind", "name"]);
  assert.ok((JSON.parse(JSON.stringify(error)) as { kind: string }).kind === error.kind);
}

describe("an error status", () => {
  afterEach(closeAll);

  for (const [row, status, kind, reads, buttons, says] of table) {
    for (const [name, answer] of Object.entries(bodies)) {
      it(`${row} M16 M19 ${status} with ${name} is ${kind} at every endpoint`, async () => {
        for (const [endpoint, call] of Object.entries(endpoints)) {
          const { client, server } = await fixture(({ socket }) => socket.write(answer(status)));
          const error = await failureOf(call(client));
          assert.equal(error.kind, kind);
          assert.equal(error.details.status, status);
          assert.match(error.message, /^[A-Z].*\.$/);
          assert.match(error.message, says);
          assertSafe(error);

          const told = name === "an Error body";
          const { details, remedies } = explain(error);
          assert.deepEqual(remedies, buttons);
          assert.deepEqual(details?.split("\n"), [
            `HTTP status ${status}`,
            ...(told ? ["hub code 17", "the hub says: No [b](command:x) in input_data, ••••"] : []),
          ]);

          const isRead = endpoint.startsWith("get_");
          // Only an expert that is not found is requested in the other style.
          const expected = status === 404 && endpoint !== "get_expert" ? 1 : reads;
          assert.equal(server.requests.length, isRead ? expected : 1, endpoint);
          const unclear = status >= 500 || status === 408;
          assert.equal(error.details.mayHaveRun, !isRead && unclear ? true : undefined);
        }
      });
    }
  }

  it("M4 and M5 say which expert was asked for", async () => {
    for (const status of [403, 404]) {
      const { client } = await fixture(({ socket }) => socket.write(bodies["no body"]!(status)));
      const said = async (request: AgentRequest) =>
        (await failureOf(client.invokeAgent(request))).message;
      assert.match(await said({ expert_id: 7, ability_id: 3 }), /expert 7 with ability 3\.$/);
      assert.match(await said({ expert_id: 0, ability_id: 0 }), /expert 0 with ability 0\.$/);
      assert.match(await said({ expert_id: 7 }), /expert 7\.$/);
      assert.match(
        await said({}),
        status === 403 ? /use this account\.$/ : /Check the base address\.$/,
      );
    }
  });

  it("M8 says how large the request was", () => {
    const error = statusError(413, { method: "POST", sent: 2_621_440 }, {});
    assert.match(error.message, /2\.5 MB/);
  });

  it("M8 says no size where the request has no body", async () => {
    const { client } = await fixture(({ socket }) => socket.write(bodies["no body"]!(413)));
    for (const asked of [client.getExpert(7), client.getUser()])
      assert.equal((await failureOf(asked)).message, "The hub rejected the request as too large.");
  });

  it("M1 calls a 400 of get_user an unexpected error", async () => {
    const { client } = await fixture(({ socket }) => socket.write(bodies["no body"]!(400)));
    assert.match((await failureOf(client.getUser())).message, /unexpected error/);
  });

  for (const [code, kind] of [
    [401, "bad-key"],
    [500, "server"],
    [17, "server"],
    [399, "server"],
    [599, "server"],
    [600, "server"],
  ] as const) {
    it(`S5 an Error body with ${code} under 200 is ${kind}, whatever empty fields are beside it`, async () => {
      for (const beside of [{}, { id: 7, user: null, output: null, content: "", choices: [] }]) {
        const { client, server } = await fixture(({ socket }) =>
          socket.write(rawJson({ error: code, message: "No", ...beside })),
        );
        for (const call of [
          client.getUser(),
          client.getExpert(7),
          client.invokeAgent({}),
          client.invokeLlm({}),
        ]) {
          const error = await failureOf(call);
          assert.equal(error.kind, kind);
          assert.deepEqual([error.details.code, error.details.hubMessage], [code, "No"]);
        }
        assert.equal(server.requests.length, 4);
      }
    });
  }

  it("Z1 knows what is about a language model where any hub says so, and of nothing else", async () => {
    const about = ["model", "me", 7, null, undefined];
    const { client } = await fixture(({ socket, index }) =>
      socket.write(rawJson({ error: 401, message: "No", about: about[index] }, { status: 502 })),
    );
    for (const said of about) {
      const { details } = await failureOf(client.invokeAgent({}));
      assert.deepEqual([details.about, details.code], [said === "model" ? said : undefined, 401]);
    }
  });

  it("M18 cuts a long message to one plain line", async () => {
    const hostile = `\u001B[31m[Fix](command:x)\u001B[0m\r\nINFO fake\u202E ${"x".repeat(1_000_000)}`;
    const { client } = await fixture(({ socket }) =>
      socket.write(rawJson({ error: 1, message: hostile }, { status: 400 })),
    );
    const { hubMessage = "" } = (await failureOf(client.invokeAgent({}))).details;
    assert.equal(hubMessage.length, 300);
    assert.match(hubMessage, /^\[Fix\]\(command:x\) INFO fake x+…$/);
  });

  const noStatus: Record<string, (client: HubClient, origin: string) => Promise<unknown>> = {
    network: (client) => client.invokeAgent({ ...question, expert_id: 1 }),
    redirect: (client) => client.invokeAgent({ ...question, expert_id: 2 }),
    "bad-response": (client) => client.invokeAgent({ ...question, expert_id: 3 }),
    cancelled: (client) =>
      client.invokeAgent({ ...question, expert_id: 4 }, { signal: AbortSignal.timeout(50) }),
    timeout: (client) => client.invokeAgent({ ...question, expert_id: 4 }),
    tls: (_, origin) =>
      clientOf(origin.replace("http:", "https:")).client.invokeAgent({ ...question, expert_id: 5 }),
    "too-large": (client) => client.invokeAgent({ input_data: "SEL-CANARY".repeat(2 * 1024 ** 2) }),
    "invalid-request": (client) => client.invokeAgent({ expert_id: "SEL-CANARY" as never }),
  };
  for (const [kind, call] of Object.entries(noStatus)) {
    it(`M19 is as safe to print where it is ${kind}`, async () => {
      const { client, server } = await fixture(
        {
          // The start of a TLS handshake is answered as plain HTTP.
          connected: (socket) =>
            socket.once("data", (bytes) => bytes[0] === 0x16 && socket.end("HTTP/1.1 400\r\n\r\n")),
          answer: ({ socket, request }) => {
            const id = /"expert_id":(\d)/.exec(request)?.[1];
            if (id === "1") socket.destroy();
            if (id === "2") {
              const target = "https://evil.example/SEL-CANARY";
              socket.write(`HTTP/1.1 307 Go\r\nLocation: ${target}\r\nContent-Length: 0\r\n\r\n`);
            }
            if (id === "3") socket.write(rawJson(`{"output":"SEL-CANARY ${key}`));
          },
        },
        { timeoutSeconds: () => 1 },
      );
      const error = await failureOf(call(client, server.origin));
      assert.equal(error.kind, kind);
      assertSafe(error);
    });
  }
});

describe("Retry-After", () => {
  const now = Date.parse("2026-11-21T00:00:00Z");
  for (const [header, seconds] of [
    ["0", 0],
    ["2", 2],
    ["60", 60],
    ["86400", 86_400],
    ["Sat, 21 Nov 2026 00:00:30 GMT", 30],
    ["Fri, 20 Nov 2026 00:00:00 GMT", 0],
    ["Sat, 21 Nov 2099 00:00:00 GMT", 2_303_683_200],
    ["-1", undefined],
    ["abc", undefined],
    ["1e9", undefined],
    ["1.5", undefined],
    ["99999999999999999999", undefined],
    ["Sat, 99 Nov 2026 00:00:00 GMT", undefined],
    ["", undefined],
    [["1", "2"], undefined],
    [undefined, undefined],
  ] as const) {
    it(`M15 of ${inspect(header)} is ${seconds} seconds`, () => {
      const value = typeof header === "object" ? [...header] : header;
      assert.equal(retryAfterSeconds({ "retry-after": value }, now), seconds);
    });
  }

  it("M16 says after 503 with Retry-After alone that a question did not run", () => {
    for (const [status, mayHaveRun] of [
      [500, true],
      [502, true],
      [503, undefined],
      [504, true],
    ] as const) {
      const error = statusError(status, { method: "POST", sent: 0 }, { retryAfterSeconds: 1 });
      assert.equal(error.details.mayHaveRun, mayHaveRun, String(status));
    }
  });

  it("M11 is not needed for another read after a failure that may pass", () => {
    for (const [status, again] of [
      [408, true],
      [409, false],
      [429, true],
      [500, true],
      [501, false],
      [502, true],
      [503, true],
      [504, true],
      [505, false],
    ] as const) {
      const of = (method: "GET" | "POST", attempt: number) =>
        waitBeforeRetry(method, statusError(status, { method, sent: 0 }, {}), attempt, 0.5);
      assert.equal(of("GET", 2) !== undefined, again, String(status));
      assert.equal(of("GET", 3), undefined);
      assert.equal(of("POST", 1), undefined);
    }
  });

  it("M11 waits half a second, then twice as long, and less by chance", () => {
    const failed = statusError(500, { method: "GET", sent: 0 }, {});
    const waits = (random: number) =>
      [1, 2].map((attempt) => waitBeforeRetry("GET", failed, attempt, random));
    assert.deepEqual(
      [waits(0), waits(1)],
      [
        [375, 750],
        [500, 1000],
      ],
    );
  });

  it("M15 is obeyed between 0 and 60 seconds only, and 0 is no hot loop", () => {
    for (const method of ["GET", "POST"] as const) {
      const wait = (retryAfterSeconds: number) =>
        waitBeforeRetry(
          method,
          statusError(429, { method, sent: 0 }, { retryAfterSeconds }),
          1,
          0.5,
        );
      assert.ok(wait(0)! >= 300);
      assert.ok(wait(60) === 60_000 && wait(2)! >= 2000 && wait(2)! < 2500);
      assert.equal(wait(61), undefined);
    }
  });
});
