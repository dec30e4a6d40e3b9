import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { fireAndForget, onUnexpectedError, report } from "../../../src/kit/unexpectedErrors";

/** What a listener received until it is disposed of. */
function listening() {
  const received: unknown[] = [];
  const listener = onUnexpectedError((error) => received.push(error));
  return { received, dispose: () => listener.dispose() };
}

describe("unexpected errors", () => {
  it("go to the newest listener, until it is disposed of", () => {
    const [first, second] = [listening(), listening()];
    report("one");
    first.dispose();
    report("two");
    second.dispose();
    assert.deepEqual([first.received, second.received], [[], ["one", "two"]]);
  });

  it("are unhandled rejections without a listener", async () => {
    const others = process.rawListeners(
      "unhandledRejection",
    ) as NodeJS.UnhandledRejectionListener[];
    process.removeAllListeners("unhandledRejection");
    const unhandled: unknown[] = [];
    process.on("unhandledRejection", (reason) => unhandled.push(reason));
    try {
      listening().dispose();
      report("nobody listens");
      await setImmediate();
      await setImmediate();
    } finally {
      process.removeAllListeners("unhandledRejection");
      for (const other of others) process.on("unhandledRejection", other);
    }
    assert.deepEqual(unhandled, ["nobody listens"]);
  });

  it("are what a call throws or rejects with, and nothing else", async () => {
    const { received, dispose } = listening();
    fireAndForget(() => "fine");
    fireAndForget(async () => "fine");
    fireAndForget(() => {
      throw "thrown";
    });
    fireAndForget(() => Promise.reject("rejected"));
    await setImmediate();
    dispose();
    assert.deepEqual(received, ["thrown", "rejected"]);
  });
});
