export const runsAll = process.env["EXPERT_HUB_ALL"] === "1";

/** How many rounds or seconds a test takes: a share of them, or all with `npm test -- --all`. */
export function sized(share: number, whole: number): number {
  return runsAll ? whole : share;
}

/** About `count` items of a long list, evenly spaced; all of them with `npm test -- --all`. */
export function some<T>(all: readonly T[], count: number): T[] {
  const step = runsAll ? 1 : Math.max(1, Math.floor(all.length / count));
  return all.filter((_, at) => at % step === 0);
}

/** With `npm test -- --all`, and where tests are chosen by their titles. */
const runsLong = runsAll || process.env["EXPERT_HUB_GREP"] !== undefined;

/** A suite that a plain run leaves out. */
export function describeWithAll(title: string, define: () => void): void {
  if (runsLong) describe(title, define);
}

/** A test that a plain run leaves out. */
export function itWithAll(title: string, run: Mocha.AsyncFunc | Mocha.Func): void {
  if (runsLong) it(title, run);
}
