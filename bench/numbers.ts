/** The middle of what was measured. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value that this part of the values does not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN;
}

/** How far the middle half of the values lies apart, as a part of their median. */
export const spread = (values: readonly number[]): number =>
  (percentile(values, 0.75) - percentile(values, 0.25)) / median(values);

/** Runs two things in turn, the one that goes first changing; what each gave, round by round. */
export async function alternate<T>(
  rounds: number,
  one: (round: number) => Promise<T>,
  other: (round: number) => Promise<T>,
): Promise<{ one: T[]; other: T[] }> {
  const results = { one: [] as T[], other: [] as T[] };
  for (let round = 0; round < rounds; round++) {
    const turn = [
      async () => results.one.push(await one(round)),
      async () => results.other.push(await other(round)),
    ];
    for (const run of round % 2 === 0 ? turn : turn.toReversed()) await run();
  }
  return results;
}
