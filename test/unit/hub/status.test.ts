import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { ErrorKind } from "../../../src/hub/errors";
import { retryAfterSeconds } from "../../../src/hub/retryAfter";
import { waitBeforeRetry } from "../../../src/hub/retry";
import { statusError } from "../../../src/hub/statusError";
import { rawJson } from "../../support/rawServer";
import { closeAll, failureOf, key, stage } from "./stage";

const table: [string, number, ErrorKind, gets: number][] = [
  ["M1", 400, "invalid-request", 1],
  ["M2", 401, "bad-key", 1],
  ["M3", 402, "payment", 1],
  ["M4", 403, "forbidden", 1],
  ["M5", 404, "not-found", 2],
  ["M6", 408, "timeout", 3],
  ["M7", 409, "conflict", 1],
  ["M8", 413, "too-large", 1],
  ["M9", 422, "invalid-request", 1],
  ["M10", 429, "rate-limited", 3],
  ["M11", 500, "server", 3],
  ["M11", 502, "server", 3],
  ["M11", 503, "server", 3],
  ["M11", 504, "server", 3],
  ["M12", 418, "invalid-request", 1],
  ["M12", 499, "invalid-request", 1],
  ["M12", 520, "server", 1],
  ["M12", 600, "bad-response", 1],
  ["M12", 999, "bad-response", 1],
];

const bodies: Record<string, (status: number) => string> = {
  "an Error body": (status) => rawJson({ error: 17, message: `No, ${key}` }, { status }),
  "no body": (status) => `HTTP/1.1 ${status} Test\r\nContent-Length: 0\r\n\r\n`,
  HTML: (status) =>
    `HTTP/1.1 ${status} Test\r\nContent-Type: text/html\r\nContent-Length: 11\r\n\r\n<b>away</b>`,
};

describe("an error status", () => {
  afterEach(closeAll);

  for (const [row, status, kind, gets] of table) {
    for (const [name, answer] of Object.entries(bodies)) {
      it(`${row} ${status} with ${name} is ${kind}`, async () => {
        const { client, server } = await stage(({ socket }) => socket.write(answer(status)));
        const error = await failureOf(client.getExpert(7));
        assert.equal(error.kind, kind);
        assert.equal(error.details.status, status);
        assert.match(error.message, /^[A-Z].*\.$/);
        assert.doesNotMatch(error.message, /<|away|HubError/);
        const told = name === "an Error body";
        assert.equal(error.details.code, told ? 17 : undefined);
        assert.equal(error.details.hubMessage, told ? "No, ••••" : undefined);
        assert.equal(server.requests.length, gets);
      });
    }

    it(`M16 ${status} is never asked twice by POST`, async () => {
      const { client, server } = await stage(({ socket }) =>
        socket.write(bodies["no body"]!(status)),
      );
      const error = await failureOf(client.invokeAgent({ expert_id: 7 }));
      assert.equal(error.kind, kind);
      assert.equal(server.requests.length, 1);
      const unclear = status >= 500 || status === 408;
      assert.equal(error.details.mayHaveRun, unclear ? true : undefined);
    });
  }

  it("M4 and M5 say which expert was asked for", async () => {
    for (const status of [403, 404]) {
      const { client } = await stage(({ socket }) => socket.write(bodies["no body"]!(status)));
      const error = await failureOf(client.invokeAgent({ expert_id: 7, ability_id: 3 }));
      assert.match(error.message, /expert 7 with ability 3/);
    }
  });

  it("M8 says how large the request was", () => {
    const error = statusError(413, { method: "POST", sent: 2_621_440 }, {});
    assert.match(error.message, /2\.5 MB/);
  });

  it("M1 calls a 400 of get_user an unexpected error", async () => {
    const { client } = await stage(({ socket }) => socket.write(bodies["no body"]!(400)));
    assert.match((await failureOf(client.getUser())).message, /unexpected error/);
  });

  for (const [code, kind] of [
    [401, "bad-key"],
    [500, "server"],
    [17, "server"],
  ] as const) {
    it(`S5 an Error body with ${code} under 200 is ${kind}`, async () => {
      const { client, server } = await stage(({ socket }) =>
        socket.write(rawJson({ error: code, message: "No" })),
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
    });
  }

  it("M18 cuts a long message to one plain line", async () => {
    const hostile = `\u001B[31m[Fix](command:x)\u001B[0m\r\nINFO fake\u202E ${"x".repeat(1_000_000)}`;
    const { client } = await stage(({ socket }) =>
      socket.write(rawJson({ error: 1, message: hostile }, { status: 400 })),
    );
    const { hubMessage = "" } = (await failureOf(client.invokeAgent({}))).details;
    assert.equal(hubMessage.length, 300);
    assert.match(hubMessage, /^\[Fix\]\(command:x\) INFO fake x+…$/);
  });

  it("M19 is safe to print", async () => {
    const { client } = await stage(({ socket }) => socket.write(bodies["an Error body"]!(500)));
    const error = await failureOf(client.invokeAgent({ input_data: "SEL-CANARY" }));
    const printed = [
      JSON.stringify(error),
      inspect(error, { depth: 10, showHidden: true }),
      String(error),
      error.stack,
    ];
    assert.doesNotMatch(printed.join("\n"), /CANARY|svc-api-key|socket|undici/i);
    assert.equal(error.cause, undefined);
    assert.equal((JSON.parse(printed[0]!) as { kind: string }).kind, "server");
  });
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
      assert.equal(retryAfterSeconds(value, now), seconds);
    });
  }

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
      assert.ok(wait(60)! <= 60_000 && wait(2)! >= 2000 && wait(2)! < 2500);
      assert.equal(wait(61), undefined);
    }
  });
});
