const isWhole = process.env["EXPERT_HUB_ALL"] === "1";

/** How many rounds or seconds a test takes: a share of them, or all with `npm test -- --all`. */
export function extent(share: number, whole: number): number {
  return isWhole ? whole : share;
}

/** About `count` items of a long list, evenly spaced; all of them with `npm test -- --all`. */
export function some<T>(all: readonly T[], count: number): T[] {
  const step = isWhole ? 1 : Math.max(1, Math.floor(all.length / count));
  return all.filter((_, at) => at % step === 0);
}

/** A suite that runs with `npm test -- --all`, and where tests are chosen by their titles. */
export function describeWithAll(title: string, define: () => void): void {
  if (isWhole || process.env["EXPERT_HUB_GREP"] !== undefined) describe(title, define);
}
