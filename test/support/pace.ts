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

/** The milliseconds that this thread itself worked on something, whatever else ran meanwhile. */
export function workedMs(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** How many times slower the machine is just now than where nothing else runs; 1 at least. */
export const slowness = (yardstickMs = yardstick()): number => Math.max(1, yardstickMs / quietMs);

/** Fails where something took longer than it may on a machine that is as slow as it is just now. */
export function assertSoon(tookMs: number, withinMs: number): void {
  const most = tookMs < withinMs ? withinMs : withinMs * slowness();
  assert.ok(tookMs < most, `${Math.round(tookMs)} ms of ${Math.round(most)}`);
}

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
  let before = 0;
  for (let tried = 0; tried < 3; tried++) {
    const share = await run();
    if (share <= 1) return;
    const after = await pace();
    const slow = slowness(Math.max(before, after));
    if (share <= slow) return;
    before = after;
    tries.push(`${share.toFixed(2)} of the budget on a machine ${slow.toFixed(1)} times slower`);
  }
  assert.fail(tries.join("; "));
}
