import assert from "node:assert/strict";
import { HubError } from "../../../src/contract/errors";
import { enoughRead } from "../../../src/contract/send";
import { endedError } from "../../../src/client/deadline";
import type { EndedRequest, OnSent, StartedRequest } from "../../../src/contract/purpose";
import { ResponseHandler } from "../../../src/client/responseHandler";

const chunk = (kib: number) => new Uint8Array(kib * 1024);

/** A request that waits for a socket, and what was done to that. */
function waiting(onSent?: OnSent) {
  const stop = new AbortController();
  const done: string[] = [];
  const controller = {
    pause: () => void done.push("pause"),
    resume: () => void done.push("resume"),
    abort: (reason: Error) => void done.push(`abort: ${reason.message}`),
  };
  const sent: (StartedRequest & EndedRequest)[] = [];
  const handler = new ResponseHandler(
    {
      url: new URL("https://hub.example/api/v1/invoke_agent?q=CANARY"),
      method: "POST",
      headers: { "svc-api-key": "CANARY" },
      body: "CANARY é",
      purpose: { by: "chat", kind: "question" },
      signal: stop.signal,
    },
    {
      toError: () => new HubError("network", "The connection ended early."),
      onSent: onSent ?? ((started) => (ended) => sent.push({ ...started, ...ended })),
    },
  );
  return { stop, done, controller, handler, sent };
}

/** A request in progress. */
function start(onSent?: OnSent) {
  const request = waiting(onSent);
  request.handler.onRequestStart(request.controller);
  request.handler.onResponseStart(request.controller, 200, {});
  return request;
}

const broken = () => {
  throw new Error("the log is broken");
};

describe("a request in progress", () => {
  it("holds no more of an answer than is soon read: the socket waits", async () => {
    const { done, controller, handler } = start();
    handler.onResponseData(controller, chunk(64));
    assert.deepEqual(done, []);
    handler.onResponseData(controller, chunk(1));
    assert.deepEqual(done, ["pause"]);
    assert.equal((await handler.next()).value?.length, 64 * 1024);
    assert.deepEqual(done, ["pause", "resume"]);
    assert.equal((await handler.next()).value?.length, 1024);
    handler.onResponseEnd();
    assert.deepEqual(await handler.next(), { value: undefined, done: true });
  });

  it("C2 gives nothing of an answer once it is stopped", async () => {
    const { stop, done, controller, handler } = start();
    const { status } = await handler.answer;
    assert.equal(status, 200);
    handler.onResponseData(controller, chunk(1));
    handler.onResponseData(controller, chunk(1));
    stop.abort();
    assert.deepEqual(done, ["abort: The request was cancelled."]);
    await assert.rejects(handler.next(), { kind: "cancelled" });
    handler.onResponseError(controller, new Error("closed"));
    await assert.rejects(handler.next(), { kind: "cancelled" });
  });

  it("gives what arrived of an answer before it broke", async () => {
    const { controller, handler } = start();
    handler.onResponseData(controller, chunk(1));
    handler.onResponseError(controller, new Error("reset"));
    assert.equal((await handler.next()).value?.length, 1024);
    await assert.rejects(handler.next(), { kind: "network" });
  });

  it("tells who waits for more that it broke, or ended", async () => {
    for (const ends of [true, false]) {
      const { controller, handler } = start();
      const next = handler.next();
      if (ends) handler.onResponseEnd();
      else handler.onResponseError(controller, new Error("reset"));
      if (ends) assert.equal((await next).done, true);
      else await assert.rejects(next, { kind: "network" });
    }
  });

  it("reports what went onto a socket once it has ended, and nothing of what it said", async () => {
    const { controller, handler, sent } = start();
    handler.onResponseData(controller, chunk(2));
    assert.equal(sent.length, 0);
    handler.onResponseEnd();
    handler.onResponseError(controller, new Error("late"));
    const { at, ...rest } = sent[0]!;
    assert.ok(Math.abs(Date.now() - at) < 60_000);
    assert.deepEqual(sent.length, 1);
    assert.deepEqual(rest, {
      purpose: { by: "chat", kind: "question" },
      to: "https://hub.example",
      bytesOut: 9,
      bytesIn: 2048,
      status: 200,
      error: undefined,
    });
  });

  it("reports why it ended before its end", async () => {
    const late = new DOMException("late", "TimeoutError");
    const asleep = endedError("slept", 0);
    for (const [reason, error] of [
      [undefined, "cancelled"],
      [late, "timeout"],
      [asleep, "network"],
      [enoughRead(), undefined],
    ] as const) {
      const { stop, handler, sent } = start();
      stop.abort(reason);
      await handler.answer;
      assert.deepEqual(
        sent.map((one) => one.error),
        [error],
      );
    }
    const { handler, sent } = start();
    await handler.return();
    assert.deepEqual(
      sent.map((one) => one.error),
      [undefined],
    );
  });

  it("reports nothing of a request that never left", async () => {
    const { handler, sent } = waiting();
    handler.onResponseError(null, new Error("refused"));
    await assert.rejects(handler.answer);
    assert.deepEqual(sent, []);
  });

  it("does not fail with its report", async () => {
    for (const onSent of [broken, () => broken]) {
      const { handler } = start(onSent);
      handler.onResponseEnd();
      assert.deepEqual(await handler.next(), { value: undefined, done: true });
    }
  });
});
