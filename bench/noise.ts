import { availableParallelism, loadavg } from "node:os";
import { median } from "./numbers";

/** Work of always the same size, in milliseconds. */
function stint(): number {
  const started = performance.now();
  let sum = 0;
  for (let number = 0; number < 6_000_000; number++) sum = (sum * 31 + number) | 0;
  return performance.now() - started + (sum === 1 ? 1 : 0);
}

/** What such work takes where nothing else runs, as far as was seen. */
let least = Number.POSITIVE_INFINITY;
const waitMs = 250;
const maxWaits = 12;

/** Waits for other work on this machine to end, for three seconds at most. */
export async function waitForQuiet(): Promise<void> {
  for (let waited = 0; waited < maxWaits; waited++) {
    const took = stint();
    least = Math.min(least, took);
    if (took < least * 1.15) return;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Watches whether the machine gives the same work the same time; without that nothing can be judged. */
export class Noise {
  readonly #stints: number[] = [];

  /** To be called between measurements. */
  listen(): void {
    for (let turn = 0; turn < 20; turn++) this.#stints.push(stint());
  }

  /** How much longer the slowest tenth took than the median. */
  get level(): number {
    const sorted = this.#stints.toSorted((one, other) => one - other);
    return (sorted[Math.floor(sorted.length * 0.9)] ?? Number.NaN) / median(sorted) - 1;
  }

  get tooNoisy(): boolean {
    return this.level > 0.35;
  }

  get words(): string {
    const load = loadavg()[0] ?? Number.NaN;
    return `the same work took up to ${Math.round(this.level * 100)} % longer in the slowest tenth; load ${load.toFixed(1)} on ${availableParallelism()} cores`;
  }
}
