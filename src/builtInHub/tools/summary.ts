export interface Summary {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly median: number;
  readonly p25: number;
  readonly p75: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  /** Of a sample (n − 1); 0 for one number. */
  readonly variance: number;
  readonly standardDeviation: number;
}

/** Descriptive statistics of at least one number; percentiles interpolate linearly. */
export function summaryOf(numbers: readonly number[]): Summary {
  const sorted = numbers.toSorted((a, b) => a - b);
  const count = sorted.length;
  const sum = compensatedSum(sorted);
  const mean = sum / count;
  const squares = compensatedSum(sorted.map((number) => (number - mean) ** 2));
  const variance = count > 1 ? squares / (count - 1) : 0;
  const at = (share: number) => percentile(sorted, share);
  return {
    count,
    sum,
    min: at(0),
    max: at(1),
    mean,
    median: at(0.5),
    p25: at(0.25),
    p75: at(0.75),
    p90: at(0.9),
    p95: at(0.95),
    p99: at(0.99),
    variance,
    standardDeviation: Math.sqrt(variance),
  };
}

function percentile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? 0;
  const high = sorted[Math.ceil(place)] ?? low;
  return low + (high - low) * (place - Math.floor(place));
}

/** Neumaier summation: 0.1 + 0.2 + … gives what people expect. */
function compensatedSum(numbers: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const number of numbers) {
    const next = sum + number;
    lost += Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum;
    sum = next;
  }
  return sum + lost;
}
