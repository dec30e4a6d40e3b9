import assert from "node:assert/strict";
import { errorKinds } from "../../../src/contract/errors";
import type { Retry } from "../../../src/client/retry";
import { startHubWithFaults } from "../../support/faults/hub";
import { rawJson } from "../../support/rawServer";
import { answer, atEnd, clientOf, closeAll, failureOf, key, fixture } from "./hubFixture";

const failed = rawJson({ error: 1, message: "busy" }, { status: 503 });
const limited = (after: string) =>
  rawJson({ error: 1, message: "slow" }, { status: 429, head: [`Retry-After: ${after}`] });
const expert = rawJson([{ id: 7 }]);

describe("another try", () => {
  afterEach(closeAll);

  it("M11 gives a GET two more tries with growing waits", async () => {
    const { client, server, waits } = await fixture(({ socket }) => socket.write(failed));
    const error = await failureOf(client.getExpert(7));
    assert.equal(error.kind, "server");
    assert.equal(server.requests.length, 3);
    assert.ok(waits[0]! >= 375 && waits[0]! <= 500, String(waits));
    assert.ok(waits[1]! >= 750 && waits[1]! <= 1000, String(waits));
  });

  it("M11 gives the answer of the try that worked", async () => {
    const { client, lines } = await fixture(({ socket, index }) =>
      socket.write(index < 2 ? failed : expert),
    );
    assert.equal((await client.getExpert(7)).id, 7);
    assert.equal(lines.length, 3);
    assert.match(lines[2]!, /attempt 3$/);
  });

  it("M10 comes back when the hub says so, and tells the user", async () => {
    const { client, server, waits } = await fixture(({ socket, index }) =>
      socket.write(index === 0 ? limited("2") : rawJson(answer)),
    );
    const told: Retry[] = [];
    const { value } = await client.invokeAgent({}, { onRetry: (retry) => told.push(retry) });
    assert.equal(value.output, "Fine.");
    assert.deepEqual(told, [{ attempt: 1, waitMs: waits[0], kind: "rate-limited" }]);
    assert.ok(waits[0]! >= 2000 && waits[0]! <= 2250);
    assert.equal(server.requests.length, 2);
  });

  it("M11 tells of more tries of a read to who made the client, and of a question to who asked", async () => {
    const told: string[] = [];
    const note = (who: string) => (retry: Retry) =>
      void told.push(`${who} ${retry.attempt} ${retry.kind}`);
    const { client } = await fixture(
      ({ socket, index }) => socket.write(index < 4 ? failed : expert),
      {
        onRetry: note("client"),
      },
    );
    await failureOf(client.getUser());
    assert.deepEqual(told, ["client 1 server", "client 2 server"]);
    await client.getExpert(7);
    assert.deepEqual(told.slice(2), ["client 1 server"]);
    const limits = await fixture(
      ({ socket, index }) => socket.write(index === 0 ? limited("0") : rawJson(answer)),
      { onRetry: note("client") },
    );
    await limits.client.invokeAgent({}, { onRetry: note("question") });
    assert.deepEqual(told.slice(3), ["question 1 rate-limited"]);
  });

  it("M11 is made, and its answer given, also if the listener fails", async () => {
    const { client } = await fixture(
      ({ socket, index }) => socket.write(index < 1 ? failed : expert),
      {
        onRetry: () => {
          throw new Error("closed");
        },
        onJson: () => {
          throw new Error("closed");
        },
      },
    );
    assert.equal((await client.getExpert(7)).id, 7);
  });

  it("M10 tells when to come back instead of waiting over a minute", async () => {
    const { client, server } = await fixture(({ socket }) => socket.write(limited("7200")));
    for (const call of [client.invokeAgent({}), client.getUser()]) {
      const error = await failureOf(call);
      assert.equal(error.details.retryAfterSeconds, 7200);
      assert.match(error.message, /in 2 hours/);
    }
    assert.equal(server.requests.length, 2);
  });

  it("M10 M11 gives a POST two more tries after 429 and 503 with Retry-After", async () => {
    for (const status of [429, 503]) {
      const { client, server } = await fixture(({ socket }) =>
        socket.write(rawJson({}, { status, head: ["Retry-After: 1"] })),
      );
      const error = await failureOf(client.invokeLlm({}));
      assert.deepEqual([error.details.status, error.details.mayHaveRun], [status, undefined]);
      assert.equal(server.requests.length, 3);
    }
  });

  for (const after of [
    "-1",
    "abc",
    "1e9",
    "61",
    "Sat, 21 Nov 2099 00:00:00 GMT",
    "1\r\nRetry-After: 2",
  ]) {
    it(`M15 does not repeat a POST for Retry-After ${JSON.stringify(after)}`, async () => {
      const { client, server, waits } = await fixture(({ socket }) => socket.write(limited(after)));
      assert.equal((await failureOf(client.invokeAgent({}))).kind, "rate-limited");
      assert.equal(server.requests.length, 1);
      assert.deepEqual(waits, []);
    });
  }

  it("M15 makes no hot loop of Retry-After 0 or a past date", async () => {
    for (const after of ["0", "Sat, 21 Nov 1999 00:00:00 GMT"]) {
      const { client, waits } = await fixture(({ socket }) => socket.write(limited(after)));
      await failureOf(client.invokeAgent({}));
      assert.ok(waits.length === 2 && waits.every((wait) => wait >= 375), String(waits));
    }
  });

  it("M13 names the host that refused the connection, after two more tries of a GET", async () => {
    const { server } = await fixture({});
    const { origin } = server;
    await closeAll();
    const { client, waits } = clientOf(origin);
    const read = await failureOf(client.getUser());
    assert.equal(read.kind, "network");
    assert.equal(read.message, `${new URL(origin).host} refused the connection.`);
    assert.equal(waits.length, 2);
    const asked = await failureOf(client.invokeAgent({}));
    assert.deepEqual([asked.kind, asked.details.mayHaveRun], ["network", undefined]);
    assert.equal(waits.length, 2);
  });

  it("M17 shares 20 more tries a minute among 100 reads, no two waits alike", async () => {
    const { client, server, waits } = await fixture(({ socket }) => socket.write(failed));
    const errors = await Promise.all(
      Array.from({ length: 100 }, () => failureOf(client.getUser())),
    );
    assert.ok(errors.every(({ kind }) => kind === "server"));
    assert.equal(server.requests.length, 120);
    assert.equal(new Set(waits).size, 20);
    assert.ok(waits.every((wait) => wait >= 375 && wait <= 8000));
  });

  it("M17 makes at most 3 tries of each of 100 different reads", async () => {
    const { client, server } = await fixture(({ socket }) => socket.write(failed));
    await Promise.all(Array.from({ length: 100 }, (_, id) => failureOf(client.getExpert(id))));
    const tries = new Map<string, number>();
    for (const request of server.requests) {
      const line = request.slice(0, request.indexOf("\r\n"));
      tries.set(line, (tries.get(line) ?? 0) + 1);
    }
    assert.equal(tries.size, 100);
    assert.ok(Math.max(...tries.values()) <= 3);
    assert.equal(server.requests.length, 120);
  });

  it("M17 has 20 more tries again after a minute", async () => {
    let now = 0;
    const timing = { now: () => now, random: Math.random, wait: () => Promise.resolve() };
    const { client, server } = await fixture(({ socket }) => socket.write(failed), { timing });
    for (let index = 0; index < 15; index++) await failureOf(client.getUser());
    assert.equal(server.requests.length, 35);
    now = 60_000;
    await failureOf(client.getUser());
    assert.equal(server.requests.length, 38);
  });
});

describe("a line in the log", () => {
  afterEach(closeAll);

  it("K16 holds method, template, origin, status, time, sizes, try and kind", async () => {
    const { client, server, lines } = await fixture(({ socket, index }) => {
      if (index === 0) socket.write(rawJson({}, { status: 404 }));
      else if (index === 1) socket.write(expert);
      else if (index === 2) socket.write(rawJson({ output: "OUT-CANARY" }));
      else socket.destroy();
    });
    await client.getExpert(7);
    await client.invokeAgent({ expert_id: 7, input_data: "SEL-CANARY" });
    await failureOf(client.invokeLlm({}));
    const { origin } = server;
    const shape = lines.map((line) => line.replace(origin, "ORIGIN").replace(/\d+ ms/, "N ms"));
    assert.deepEqual(shape, [
      "GET /api/v1/get_expert/:id ORIGIN, status 404, N ms, 0 bytes out, 2 bytes in, attempt 1, not-found",
      "GET /api/v1/get_expert ORIGIN, status 200, N ms, 0 bytes out, 10 bytes in, attempt 1",
      "POST /api/v1/invoke_agent ORIGIN, status 200, N ms, 41 bytes out, 23 bytes in, attempt 1",
      "POST /api/v1/invoke_llm ORIGIN, no answer, N ms, 2 bytes out, 0 bytes in, attempt 1, network",
    ]);
    assert.doesNotMatch(lines.join("\n"), new RegExp(`CANARY|${key}`));
  });

  it("K16 holds nothing else, whatever the hub does", async () => {
    const hub = await startHubWithFaults({ key });
    atEnd(() => hub.close());
    const { client, lines } = clientOf(hub.baseUrl);
    const away = clientOf("https://127.0.0.1:1");
    const faults = [
      1, 400, 401, 402, 403, 404, 409, 413, 422, 429, 500, 503, 2001, 2002, 2003, 2004, 2007, 2008,
      2009, 2011, 2012, 2014, 2015, 2016, 2017, 2018,
    ];
    const settled: Promise<unknown>[] = [];
    for (const expert_id of faults) {
      const request = { expert_id, input_data: "SEL-CANARY", session_id: "SEL-CANARY" };
      settled.push(client.getExpert(expert_id), client.invokeAgent(request));
    }
    settled.push(
      client.getUser(),
      client.invokeLlm({ expert_id: 1, input_data: [{ role: "user", content: "SEL-CANARY" }] }),
      client.invokeAgent({ expert_id: 2005 }, { signal: AbortSignal.timeout(50) }),
      away.client.getUser(),
    );
    await Promise.allSettled(settled);
    const all = [...lines, ...away.lines];
    assert.ok(all.length > settled.length);
    const templates = "get_user|get_expert(?:\\/:id)?|invoke_agent|invoke_llm";
    const shape = new RegExp(
      `^(?:GET|POST) /api/v1/(?:${templates}) https?://127\\.0\\.0\\.1:\\d+, ` +
        "(?:status \\d{3}|no answer), \\d+ ms, \\d+ bytes out, \\d+ bytes in, " +
        `attempt [123](?:, (?:${errorKinds.join("|")}))?$`,
    );
    for (const line of all) assert.match(line, shape);
    assert.ok(all.some((line) => line.endsWith("cancelled")));
  });

  it("K16 that cannot be written does not cost the answer", async () => {
    const { client } = await fixture(({ socket }) => socket.write(rawJson(answer)), {
      onLine: () => {
        throw new Error("closed");
      },
    });
    assert.equal((await client.invokeAgent({})).value.output, "Fine.");
  });
});
