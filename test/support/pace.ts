import assert from "node:assert/strict";

/** What the yardstick takes where nothing else runs, in milliseconds. */
const quietMs = 60;

/** Does what is always the same, and gives the milliseconds that it took. Runs in a page as well. */
export function yardstick(): number {
  const started = performance.now();
  let sum = 1;
  for (let step = 0; step < 40_000_000; step++) sum = (sum * 31 + step) | 0;
  return performance.now() - started + (sum === 0 ? 1 : 0);
}

/** How many times slower the machine is just now than where nothing else runs; 1 at least. */
export const slowness = (yardstickMs = yardstick()): number => Math.max(1, yardstickMs / quietMs);

/**
 * Fails where a budget is exceeded three times. `run` gives the share of its budget that something
 * took; the budget grows with the time that the yardstick takes then, as another program that runs
 * only ever adds to both.
 */
export async function keepsBudget(
  run: () => number | Promise<number>,
  pace: () => number | Promise<number> = yardstick,
): Promise<void> {
  const tries: string[] = [];
  for (let tried = 0; tried < 3; tried++) {
    const before = await pace();
    const share = await run();
    const slow = slowness(Math.max(before, await pace()));
    if (share <= slow) return;
    tries.push(`${share.toFixed(2)} of the budget on a machine ${slow.toFixed(1)} times slower`);
  }
  assert.fail(tries.join("; "));
}
