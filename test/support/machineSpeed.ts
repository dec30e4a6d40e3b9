import assert from "node:assert/strict";

/** Duration of the yardstick on an idle machine, in milliseconds. */
const quietMs = 60;

/** Performs a fixed amount of work and returns its duration in milliseconds. Runs in a page as well. */
export function yardstick(): number {
  const started = performance.now();
  let sum = 1;
  for (let step = 0; step < 40_000_000; step++) sum = (sum * 31 + step) | 0;
  return performance.now() - started + (sum === 0 ? 1 : 0);
}

/** The CPU time of this thread for a task in milliseconds, whatever else was running. */
export function workedMs(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** How many times slower the machine currently is than when idle; at least 1. */
export const slowness = (yardstickMs = yardstick()): number => Math.max(1, yardstickMs / quietMs);

/** Whether this time limit is over, on a machine that is as slow as it currently is. */
export function isOver(startedAt: number, withinMs: number): boolean {
  const tookMs = Date.now() - startedAt;
  return tookMs > withinMs && tookMs > withinMs * slowness();
}

/** Fails if something took longer than allowed on a machine that is as slow as it currently is. */
export function assertSoon(tookMs: number, withinMs: number, what = ""): void {
  const most = tookMs < withinMs ? withinMs : withinMs * slowness();
  assert.ok(tookMs < most, `${what} ${Math.round(tookMs)} ms of ${Math.round(most)}`.trimStart());
}

/**
 * Fails if a budget is exceeded three times. `run` returns the share of its budget that something
 * took; the budget grows with the yardstick's duration at that time, since other running programs
 * can only lengthen both.
 */
export async function keepsBudget(
  run: () => number | Promise<number>,
  measure: () => number | Promise<number> = yardstick,
): Promise<void> {
  const tries: string[] = [];
  let before = 0;
  for (let tried = 0; tried < 3; tried++) {
    const share = await run();
    if (share <= 1) return;
    const after = await measure();
    const slow = slowness(Math.max(before, after));
    if (share <= slow) return;
    before = after;
    tries.push(`${share.toFixed(2)} of the budget on a machine ${slow.toFixed(1)} times slower`);
  }
  assert.fail(tries.join("; "));
}
