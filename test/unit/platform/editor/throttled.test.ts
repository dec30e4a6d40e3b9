import assert from "node:assert/strict";
import { Throttled } from "../../../../src/platform/editor/throttled";
import { until } from "../../../support/until";

const interval = 30;

/** Resolves after any interval that began earlier has ended. */
async function afterAnInterval(): Promise<void> {
  let runs = 0;
  const later = new Throttled(() => runs++, interval);
  later.run();
  later.run();
  await until("the interval is over", () => runs === 2);
  later.dispose();
}

describe("a job that runs once per interval", () => {
  it("runs at once, and once more for everything that was requested meanwhile", async () => {
    const seen: number[] = [];
    let value = 1;
    const job = new Throttled(() => seen.push(value), interval);
    job.run();
    assert.deepEqual(seen, [1]);
    for (value = 2; value < 5; value++) job.run();
    assert.deepEqual(seen, [1]);
    await until("the last request is served", () => seen.length > 1);
    assert.deepEqual(seen, [1, 5]);
    await afterAnInterval();
    assert.deepEqual(seen, [1, 5], "nothing was requested since");
    job.run();
    assert.equal(seen.length, 3, "an interval of rest is over");
    job.dispose();
  });

  it("does not run again once it is disposed of", async () => {
    let runs = 0;
    const job = new Throttled(() => runs++, interval);
    job.run();
    job.run();
    job.dispose();
    await afterAnInterval();
    assert.equal(runs, 1);
  });
});
