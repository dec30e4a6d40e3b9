import assert from "node:assert/strict";
import * as net from "node:net";
import os from "node:os";
import { Deadline } from "../../../src/client/deadline";
import { realTiming } from "../../../src/client/retry";
import { createSend } from "../../../src/client/undiciSend";
import { assertSoon } from "../../support/machineSpeed";
import { rawJson, type RawServerOptions } from "../../support/rawServer";
import { pause, until } from "../../support/until";
import { answer, closeAll, failureOf, key, fixture } from "./hubFixture";

const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n";

/** Servers that never finish, by the phase that a request is in. */
const silent: Record<string, RawServerOptions> = {
  "while the server never reads": { reads: false },
  "while the server says nothing": {},
  "while the server promises for ever": {
    answer: ({ socket }) => drip(socket, "HTTP/1.1 103 Early Hints\r\n\r\n"),
  },
  "while the head drips": {
    answer: ({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\nX: ");
      drip(socket, "x");
    },
  },
  "after the head": { answer: ({ socket }) => socket.write(`${head}\r\n`) },
  "while the body drips": {
    answer: ({ socket }) => {
      socket.write(`${head}\r\n`);
      drip(socket, " ");
    },
  },
};

/** Runs as after a sleep: timers stood still, and the computer is up for longer. */
async function asleep(milliseconds: number, run: () => Promise<unknown>): Promise<void> {
  const { uptime } = os;
  os.uptime = () => uptime() + milliseconds / 1000;
  try {
    await run();
  } finally {
    os.uptime = uptime;
  }
}

function drip(socket: net.Socket, bytes: string): void {
  const timer = setInterval(() => socket.write(bytes), 20);
  socket.on("close", () => clearInterval(timer));
}

const soon = () => AbortSignal.timeout(60);

describe("an end from this side", () => {
  afterEach(closeAll);

  for (const [phase, server] of Object.entries(silent)) {
    it(`C2 comes at once when the user stops ${phase}`, async () => {
      const { client, server: raw, lines } = await fixture(server);
      const { stop, signal, listeners } = countedSignal();
      const failing = failureOf(client.invokeAgent({}, { signal }));
      await until("the server is at it", () =>
        server.reads === false ? raw.sockets.length === 1 : raw.requests.length === 1,
      );
      await pause(30);
      assert.ok(listeners() > 0, "nobody listens to it");
      stop.abort();
      const error = await failing;
      assert.deepEqual([error.kind, error.details.mayHaveRun], ["cancelled", true]);
      assert.equal(listeners(), 0);
      assert.equal(lines.length, 1);
      for (const socket of raw.sockets) socket.resume();
      await raw.idle();
    });
  }

  it("C2 sends nothing where the user stops before there is a connection", async () => {
    const { client, server } = await fixture({});
    for (const wait of [() => undefined, () => Promise.resolve()]) {
      const stop = new AbortController();
      const { signal } = stop;
      const call = failureOf(client.invokeAgent({}, { signal }));
      await wait();
      stop.abort();
      const error = await call;
      assert.deepEqual([error.kind, error.details.mayHaveRun], ["cancelled", undefined]);
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(server.requests.length, 0);
  });

  it("C2 sends nothing where the user stopped before", async () => {
    const { client, server } = await fixture({});
    for (const call of [
      client.invokeAgent({}, { signal: AbortSignal.abort() }),
      client.getUser(AbortSignal.abort()),
      client.getExpert(7, AbortSignal.abort()),
    ]) {
      const error = await failureOf(call);
      assert.deepEqual([error.kind, error.details.mayHaveRun], ["cancelled", undefined]);
    }
    const send = createSend({}, () => undefined);
    const url = new URL(server.origin);
    const sending = send({
      purpose: { by: "chat", kind: "model" },
      url,
      method: "GET",
      headers: {},
      signal: AbortSignal.abort(),
    });
    assert.equal((await failureOf(sending)).kind, "cancelled");
    await send.close();
    assert.equal(server.sockets.length, 0);
  });

  it("C2 does not wait for a keyring that hangs", async () => {
    const { client } = await fixture({}, { key: () => new Promise<string>(() => undefined) });
    for (const signal of [soon(), AbortSignal.abort()])
      assert.equal((await failureOf(client.getUser(signal))).kind, "cancelled");
  });

  it("C2 sends nothing of a question that still waited for a socket", async () => {
    const { client, server } = await fixture({});
    const stop = new AbortController();
    const running = Array.from({ length: 8 }, () =>
      failureOf(client.invokeAgent({}, { signal: stop.signal })),
    );
    await until("eight are out", () => server.requests.length === 8);
    const queued = await failureOf(
      client.invokeAgent({ input_data: "queued" }, { signal: soon() }),
    );
    assert.deepEqual([queued.kind, queued.details.mayHaveRun], ["cancelled", undefined]);
    stop.abort();
    for (const error of await Promise.all(running)) assert.equal(error.kind, "cancelled");
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(server.requests.length, 8);
    assert.ok(server.requests.every((request) => !request.includes("queued")));
  });

  it("C2 sends nothing of a stopped question once a socket is free", async () => {
    const { promise: go, resolve } = Promise.withResolvers<void>();
    const { client, server } = await fixture(
      ({ socket }) => void go.then(() => socket.write(rawJson(answer))),
    );
    const running = Array.from({ length: 8 }, () => client.invokeAgent({}));
    const stopped = client.invokeAgent({ input_data: "stopped" }, { signal: soon() });
    assert.equal((await failureOf(stopped)).kind, "cancelled");
    await until("all sockets are in use", () => server.requests.length === 8);
    resolve();
    await Promise.all(running);
    await client.invokeAgent({ input_data: "next" });
    assert.equal(server.requests.length, 9);
    assert.ok(server.requests.every((request) => !request.includes("stopped")));
  });

  it("C2 ends the wait for another try", async () => {
    const stop = new AbortController();
    const { client, server } = await fixture(
      ({ socket }) => socket.write(rawJson("", { status: 503, head: ["Retry-After: 60"] })),
      { timing: realTiming },
    );
    const retries: unknown[] = [];
    const error = await failureOf(
      client.invokeAgent(
        {},
        {
          signal: stop.signal,
          onRetry: (retry) => {
            retries.push(retry);
            setTimeout(() => stop.abort(), 10);
          },
        },
      ),
    );
    assert.equal(error.kind, "cancelled");
    assert.equal(retries.length, 1);
    assert.equal(server.requests.length, 1);
  });

  it("C2 ends the wait for another try also where it comes as the retry is reported", async () => {
    const stop = new AbortController();
    const { client, server } = await fixture(
      ({ socket }) => socket.write(rawJson("", { status: 503, head: ["Retry-After: 60"] })),
      { timing: realTiming },
    );
    const failing = failureOf(
      client.invokeAgent({}, { signal: stop.signal, onRetry: () => stop.abort() }),
    );
    assert.equal((await failing).kind, "cancelled");
    assert.equal(server.requests.length, 1);
  });

  it("C2 leaves no listener behind where the key is read or a try is waited for", async () => {
    const { signal, listeners, heard } = countedSignal();
    let tries = 0;
    const { client } = await fixture(
      ({ socket }) =>
        socket.write(
          tries++ === 0 ? rawJson({}, { status: 503, head: ["Retry-After: 0"] }) : rawJson(answer),
        ),
      { key: () => Promise.resolve(key), timing: { ...realTiming, random: () => 0 } },
    );
    assert.equal((await client.invokeAgent({}, { signal })).value.output, "Fine.");
    await pause(0);
    assert.equal(listeners(), 0);
    assert.ok(heard() >= 3, "the key, the wait and each try listen");
  });

  it("C2 leaves no listener on the signal and no timer behind", async () => {
    const { client } = await fixture(({ socket }) => socket.write(rawJson(answer)));
    const { signal, listeners, heard } = countedSignal();
    await client.invokeAgent({}, { signal });
    const timers = timersNow();
    for (let index = 0; index < 20; index++) await client.invokeAgent({}, { signal });
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(listeners(), 0);
    assert.ok(heard() > 20, "nobody listened to it");
    assert.ok(timersNow() <= timers + 2, `${timers} became ${timersNow()}`);
  });

  it("C4 comes at the deadline, and not only with the pulse by which a sleep is noticed", async () => {
    const deadline = new Deadline(250, undefined);
    // Timers fire in the order of their times, however busy the machine is.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const { ending } = deadline;
    deadline.release(true);
    assert.equal(ending, "timeout");
  });

  it("C2 of a failed question takes no socket from the next one, which has it by then", async () => {
    const { client, server } = await fixture(({ socket }) => socket.write(rawJson("no JSON")));
    const questions = Array.from({ length: 24 }, () => failureOf(client.invokeAgent({})));
    for (const { kind } of await Promise.all(questions)) assert.equal(kind, "bad-response");
    assert.equal(server.sockets.length, 8);
  });

  it("M14 is kind cancelled and may have run only once bytes left", async () => {
    const { client, server } = await fixture({});
    const stop = new AbortController();
    const failing = failureOf(client.invokeAgent({}, { signal: stop.signal }));
    await until("bytes left", () => server.requests.length === 1);
    stop.abort();
    const error = await failing;
    assert.deepEqual([error.kind, error.details.mayHaveRun], ["cancelled", true]);
  });

  for (const [late, ending] of [
    [59_000, "timeout"],
    [70_000, "slept"],
  ] as const)
    it(`C5 is ${ending} where the computer slept for ${late / 1000} seconds`, async () => {
      const deadline = new Deadline(20, undefined);
      await asleep(late, () => until("the deadline ends", () => deadline.ending !== undefined));
      assert.equal(deadline.ending, ending);
    });

  for (const [by, name] of [
    [61_000, "forward by 61 seconds"],
    [86_400_000, "forward by a day"],
    [-3_600_000, "back by an hour"],
  ] as const)
    it(`C5 is no sleep where the clock is set ${name}`, async () => {
      const realNow = Date.now;
      const { client } = await fixture(({ socket }) => {
        Date.now = () => realNow() + by;
        // After the pulse by which a sleep is noticed.
        setTimeout(() => socket.write(rawJson({ output: "Fine." })), 2_500);
      });
      try {
        assert.equal((await client.invokeAgent({ input_data: "x" })).value.output, "Fine.");
      } finally {
        Date.now = realNow;
      }
    });

  it("C5 comes soon after the computer has slept, and never sends a question again", async () => {
    // The first answer never arrives: it was lost while the computer slept.
    const { client, server } = await fixture(({ socket, index }) => {
      if (index > 1) socket.write(rawJson([{ id: 7 }]));
    });
    const asked = failureOf(client.invokeAgent({ input_data: "x" }));
    const read = client.getExpert(7);
    while (server.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const woke = performance.now();
    await asleep(600_000, async () => {
      const error = await asked;
      assert.deepEqual([error.kind, error.details.mayHaveRun], ["network", true]);
      assert.match(error.message, /asleep/);
      assert.equal((await read).id, 7);
    });
    assertSoon(performance.now() - woke, 5_000);
    const posts = server.requests.filter((request) => request.startsWith("POST"));
    assert.equal(posts.length, 1);
    // The stale sockets are gone.
    assert.equal(server.sockets.filter(({ destroyed }) => !destroyed).length, 1);
  });
});

function timersNow(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
}

/** A signal that counts its listeners. */
function countedSignal() {
  const stop = new AbortController();
  const { signal } = stop;
  const listening = new Set<unknown>();
  let heard = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listening.add(args[1]);
    heard++;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listening.delete(args[1]);
    remove(...args);
  };
  return { stop, signal, listeners: () => listening.size, heard: () => heard };
}
