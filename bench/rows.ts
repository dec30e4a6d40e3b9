import { median, spread } from "./numbers";

/** What a row of the table says. */
export interface Result {
  id: string;
  measure: string;
  unit: "ms" | "bytes" | "µs" | "calls";
  ours: number;
  /** What it is held against; absent where the goal is a size. */
  floor?: number;
  /** The most that `ours / floor`, or `ours` alone, may come to. */
  goal: number;
  /** The goal is how much more than the floor it may be, instead of how often the floor. */
  isAbove?: boolean;
  /** The larger spread of what was measured on the two sides. */
  spread?: number;
  /** How often each side was measured. */
  rounds: number;
}

/** A group of rows that are measured together. */
export interface Measurement {
  ids: readonly string[];
  /** A long run takes a whole day's work where others take a part of it. */
  run(isLong: boolean): Promise<Result[]>;
}

export const valueOf = ({ ours, floor }: Result): number =>
  floor === undefined ? ours : ours / floor;

/** Measured values that lie further apart, as a part of their median, say nothing of a time. */
const maxSpread = 0.2;

const isTime = ({ unit }: Result): boolean => unit === "ms" || unit === "µs";

export const isJudged = (result: Result): boolean =>
  !isTime(result) || !((result.spread ?? 0) > maxSpread);

export const isMet = (result: Result): boolean =>
  (result.isAbove ? result.ours - (result.floor ?? 0) : valueOf(result)) <= result.goal;

/** A row from what was measured on both sides. */
export function ratio(
  row: Pick<Result, "id" | "measure" | "unit" | "goal" | "isAbove">,
  ours: readonly number[],
  floor: readonly number[],
): Result {
  return {
    ...row,
    ours: median(ours),
    floor: median(floor),
    spread: Math.max(spread(ours), spread(floor)),
    rounds: Math.min(ours.length, floor.length),
  };
}

/** A row whose goal is a size or a time of its own. */
export function size(
  row: Pick<Result, "id" | "measure" | "unit" | "goal">,
  ours: readonly number[],
): Result {
  return { ...row, ours: median(ours), spread: spread(ours), rounds: ours.length };
}
