import assert from "node:assert/strict";
import * as net from "node:net";
import { Deadline } from "../../../src/hub/deadline";
import { realTiming } from "../../../src/hub/retry";
import { rawJson, type RawServerOptions } from "../../support/rawServer";
import { answer, closeAll, failureOf, stage } from "./stage";

const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n";

/** Servers that never come to an end, by the phase that a request is in meanwhile. */
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

function drip(socket: net.Socket, bytes: string): void {
  const timer = setInterval(() => socket.write(bytes), 20);
  socket.on("close", () => clearInterval(timer));
}

const soon = () => AbortSignal.timeout(60);

describe("an end from this side", () => {
  afterEach(closeAll);

  for (const [phase, server] of Object.entries(silent)) {
    it(`C2 comes at once when the user stops ${phase}`, async () => {
      const { client, server: raw, lines } = await stage(server);
      const error = await failureOf(client.invokeAgent({}, { signal: soon() }));
      assert.equal(error.kind, "cancelled");
      assert.equal(lines.length, 1);
      for (const socket of raw.sockets) socket.resume();
      await raw.idle();
    });
  }

  it("C2 sends nothing where the user stopped before", async () => {
    const { client, server } = await stage({});
    for (const call of [
      client.invokeAgent({}, { signal: AbortSignal.abort() }),
      client.getUser(AbortSignal.abort()),
      client.getExpert(7, AbortSignal.abort()),
    ]) {
      const error = await failureOf(call);
      assert.deepEqual([error.kind, error.details.mayHaveRun], ["cancelled", undefined]);
    }
    assert.equal(server.sockets.length, 0);
  });

  it("C2 does not wait for a keyring that hangs", async () => {
    const { client } = await stage({}, { key: () => new Promise<string>(() => undefined) });
    assert.equal((await failureOf(client.getUser(soon()))).kind, "cancelled");
  });

  it("C2 sends nothing of a question that still waited for a socket", async () => {
    const { client, server } = await stage({});
    const stop = new AbortController();
    const running = Array.from({ length: 8 }, () =>
      failureOf(client.invokeAgent({}, { signal: stop.signal })),
    );
    const queued = await failureOf(
      client.invokeAgent({ input_data: "queued" }, { signal: soon() }),
    );
    assert.deepEqual([queued.kind, queued.details.mayHaveRun], ["cancelled", undefined]);
    stop.abort();
    for (const error of await Promise.all(running)) assert.equal(error.kind, "cancelled");
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.ok(server.requests.every((request) => !request.includes("queued")));
  });

  it("C2 ends the wait for another try", async () => {
    const stop = new AbortController();
    const { client, server } = await stage(
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

  it("C2 leaves no listener on the signal and no timer behind", async () => {
    const { client } = await stage(({ socket }) => socket.write(rawJson(answer)));
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    await client.invokeAgent({}, { signal });
    const timers = timersNow();
    for (let index = 0; index < 20; index++) await client.invokeAgent({}, { signal });
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(listeners, 0);
    assert.ok(timersNow() <= timers + 2, `${timers} became ${timersNow()}`);
  });

  it("C3 has one outcome where answer and end come together", async () => {
    for (let index = 0; index < 30; index++) {
      const stop = new AbortController();
      const { client } = await stage(({ socket }) => {
        socket.write(rawJson(answer));
        setTimeout(() => stop.abort(), index % 3);
      });
      const outcome = await client.invokeAgent({}, { signal: stop.signal }).then(
        ({ value }) => value.output,
        (error: { kind: string }) => error.kind,
      );
      assert.match(outcome, /^(Fine\.|cancelled)$/);
      await closeAll();
    }
  });

  it("M14 is kind cancelled and may have run only once bytes left", async () => {
    const { client } = await stage({});
    const error = await failureOf(client.invokeAgent({}, { signal: soon() }));
    assert.deepEqual([error.kind, error.details.mayHaveRun], ["cancelled", true]);
  });

  it("C5 comes soon after the computer has slept", async () => {
    const realNow = Date.now;
    const deadline = new Deadline(60_000, undefined);
    try {
      Date.now = () => realNow() + 600_000;
      await new Promise((resolve) => deadline.signal.addEventListener("abort", resolve));
      assert.equal(deadline.ending, "slept");
    } finally {
      Date.now = realNow;
      deadline.release(true);
    }
  });
});

function timersNow(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
}
