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
