import assert from "node:assert/strict";
import { once } from "node:events";
import type * as net from "node:net";
import type { HubClient } from "../../../src/client/client";
import { createSend } from "../../../src/client/undiciSend";
import { startConnectProxy } from "../../support/connectProxy";
import { startDeafServer } from "../../support/deafServer";
import { assertSoon } from "../../support/machineSpeed";
import { startRawServer, type RawServer } from "../../support/rawServer";
import { pause, until } from "../../support/until";
import { atEnd, clientOf, closeAll, failureOf } from "./hubFixture";

const clientHello = 0x16;

/** Connections of this process, including those still being opened. */
const connections = () =>
  process.getActiveResourcesInfo().filter((name) => /^TCP(Socket|Connect)Wrap$/.test(name)).length;

/** Accepts connections and the first bytes of each, and never answers. */
async function startMute(): Promise<RawServer & { first: Buffer[] }> {
  const first: Buffer[] = [];
  const server = await startRawServer({
    connected: (socket) => socket.once("data", (bytes) => first.push(bytes)),
  });
  atEnd(() => server.close());
  return Object.assign(server, { first });
}

/** A question that is stopped once the server has its first bytes: its outcome, and that it is in time. */
async function stoppedMidway(client: HubClient, mute: { first: Buffer[] }, sockets: net.Socket[]) {
  const stop = new AbortController();
  const failing = failureOf(client.invokeAgent({}, { signal: stop.signal }));
  await until("the server has the first bytes", () => mute.first.length === 1);
  assert.ok(sockets.every(({ destroyed }) => !destroyed));
  const stopped = performance.now();
  stop.abort();
  const error = await failing;
  assert.deepEqual([error.kind, error.details.mayHaveRun], ["cancelled", undefined]);
  await Promise.all(sockets.filter(({ closed }) => !closed).map((socket) => once(socket, "close")));
  assertSoon(performance.now() - stopped, 1_000);
}

describe("a stop before there is a connection", () => {
  afterEach(closeAll);

  it("C2 closes the connection to the hub at once", async () => {
    const mute = await startMute();
    const { client } = clientOf(mute.origin.replace("http:", "https:"));
    await stoppedMidway(client, mute, mute.sockets as net.Socket[]);
    assert.equal(mute.first[0]?.[0], clientHello);
  });

  it("C2 closes the tunnel through a proxy at once", async () => {
    const mute = await startMute();
    const proxy = await startConnectProxy({ hosts: new Map([["hub.test:443", mute.port]]) });
    atEnd(() => proxy.close());
    const { client } = clientOf("https://hub.test", {
      send: createSend({ proxy: `http://${proxy.host}` }, () => undefined),
    });
    await stoppedMidway(client, mute, mute.sockets as net.Socket[]);
    assert.equal(mute.first[0]?.[0], clientHello);
    assert.deepEqual(proxy.asked, ["CONNECT hub.test:443"]);
  });

  it("C2 closes the connection to a proxy at once, whether it is asked over TLS or not", async () => {
    for (const scheme of ["http", "https"]) {
      const mute = await startMute();
      const { client } = clientOf("https://hub.test", {
        send: createSend({ proxy: `${scheme}://127.0.0.1:${mute.port}` }, () => undefined),
      });
      await stoppedMidway(client, mute, mute.sockets as net.Socket[]);
      const began = mute.first[0] ?? Buffer.of();
      if (scheme === "https") assert.equal(began[0], clientHello);
      else assert.match(began.toString("latin1"), /^CONNECT hub\.test:443 HTTP\/1\.1\r\n/);
    }
  });

  it("C2 closes only the connection of the question that is stopped", async () => {
    const mute = await startMute();
    const { client } = clientOf(mute.origin.replace("http:", "https:"));
    const stops = [new AbortController(), new AbortController(), new AbortController()];
    const ended: number[] = [];
    const calls = stops.map(async ({ signal }, index) => {
      const error = await failureOf(client.invokeAgent({}, { signal }));
      assert.equal(error.kind, "cancelled");
      ended.push(index);
    });
    await until("three handshakes have begun", () => mute.first.length === 3);
    const openOnes = () => mute.sockets.filter(({ closed }) => !closed).length;
    for (const [stopped, index] of [1, 0, 2].entries()) {
      stops[index]?.abort();
      await calls[index];
      await until("one connection less is open", () => openOnes() === 2 - stopped, 5000);
      assert.deepEqual(ended, [1, 0, 2].slice(0, stopped + 1));
    }
    await Promise.all(calls);
  });

  it("C2 leaves eight stopped handshakes behind, and the ninth question is answered", async () => {
    const mute = await startMute();
    const { client } = clientOf(mute.origin.replace("http:", "https:"));
    const stop = new AbortController();
    const calls = Array.from({ length: 9 }, () =>
      failureOf(client.invokeAgent({}, { signal: stop.signal })),
    );
    await until("eight handshakes have begun", () => mute.first.length === 8);
    stop.abort();
    for (const { kind } of await Promise.all(calls)) assert.equal(kind, "cancelled");
    await mute.idle();
    const next = new AbortController();
    const asked = failureOf(client.invokeAgent({}, { signal: next.signal }));
    await until("the next one begins at once", () => mute.first.length === 9, 2000);
    next.abort();
    assert.equal((await asked).kind, "cancelled");
  });

  it("C2 gives up a connection that nobody accepts as soon as the user stops", async () => {
    const deaf = await startDeafServer("127.0.0.1");
    atEnd(() => deaf.close());
    const before = connections();
    for (const scheme of ["http", "https"]) {
      const { client } = clientOf(`${scheme}://127.0.0.1:${deaf.port}`);
      const stop = new AbortController();
      const failing = failureOf(client.invokeAgent({}, { signal: stop.signal }));
      await until("the connection is asked for", () => connections() > before);
      await pause(50);
      assert.ok(connections() > before, "and is still waited for");
      stop.abort();
      const { kind, details } = await failing;
      assert.deepEqual([kind, details.mayHaveRun], ["cancelled", undefined]);
      await until("the connection is given up", () => connections() === before, 2000);
    }
  });
});
