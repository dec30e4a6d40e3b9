import assert from "node:assert/strict";
import { HubError } from "../../../src/contract/errors";
import { RequestHandler } from "../../../src/client/requestHandler";

const chunk = (kib: number) => new Uint8Array(kib * 1024);

/** A request in progress, and what was done to its socket. */
function start() {
  const stop = new AbortController();
  const done: string[] = [];
  const controller = {
    pause: () => void done.push("pause"),
    resume: () => void done.push("resume"),
    abort: (reason: Error) => void done.push(`abort: ${reason.message}`),
  };
  const handler = new RequestHandler({ signal: stop.signal }, () => {
    return new HubError("network", "The connection ended early.");
  });
  handler.onRequestStart(controller);
  handler.onResponseStart(controller, 200, {});
  return { stop, done, controller, handler };
}

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
});
