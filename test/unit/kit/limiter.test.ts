import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { Limiter } from "../../../src/kit/limiter";

/** Tasks that end when the test lets them. */
function fixture(width: number, count: number) {
  const limiter = new Limiter(width);
  const started: number[] = [];
  const tasks = Array.from({ length: count }, (_, number) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const result = limiter.run(async () => {
      started.push(number);
      return promise;
    });
    return { result, end: () => resolve(number), fail: () => reject(new Error("failed")) };
  });
  return { limiter, started, tasks };
}

describe("a limiter", () => {
  it("runs as many tasks at once as it may, and the others in their order", async () => {
    const { started, tasks } = fixture(2, 5);
    await setImmediate();
    assert.deepEqual(started, [0, 1]);
    tasks[1]!.end();
    assert.equal(await tasks[1]!.result, 1);
    await setImmediate();
    assert.deepEqual(started, [0, 1, 2]);
    for (const { end } of tasks) end();
    assert.deepEqual(await Promise.all(tasks.map(({ result }) => result)), [0, 1, 2, 3, 4]);
    assert.deepEqual(started, [0, 1, 2, 3, 4]);
  });

  it("runs no task that was given up while it waited, and keeps no place for it", async () => {
    const { limiter, started, tasks } = fixture(1, 2);
    const [giving, kept] = [new AbortController(), new AbortController()];
    const reason = new Error("given up");
    const given = limiter.run(async () => assert.fail(), giving.signal);
    const later = limiter.run(async () => started.push(2), kept.signal);
    giving.abort(reason);
    await assert.rejects(given, reason);
    await assert.rejects(
      limiter.run(async () => assert.fail(), giving.signal),
      reason,
    );
    assert.equal(limiter.isFree, false);
    for (const { end } of tasks) end();
    await later;
    assert.deepEqual([started, limiter.isFree], [[0, 1, 2], true]);
  });

  it("goes on after a task that failed, and takes more once it was idle", async () => {
    const { limiter, started, tasks } = fixture(1, 2);
    tasks[0]!.fail();
    await assert.rejects(tasks[0]!.result, /failed/);
    tasks[1]!.end();
    assert.equal(await tasks[1]!.result, 1);
    assert.deepEqual(started, [0, 1]);
    const running = new Set<number>();
    const most: number[] = [];
    const run = async (number: number) => {
      running.add(number);
      most.push(running.size);
      await setImmediate();
      running.delete(number);
    };
    await Promise.all([2, 3, 4].map((number) => limiter.run(() => run(number))));
    assert.deepEqual(most, [1, 1, 1]);
  });
});
