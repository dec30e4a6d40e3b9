// Measures the computing time of a process and of everything that it started: user and system time,
// those who left its group or outlived their parents included.
import { readdirSync, readFileSync } from "node:fs";

const everyMs = 1_000;
/** Linux counts in hundredths of a second wherever Node runs. */
const ticksASecond = 100;

interface Process {
  readonly pid: string;
  readonly parent: string;
  readonly id: string;
  readonly own: number;
  readonly withEnded: number;
}

interface Measured {
  readonly root: string;
  readonly own: Map<string, number>;
  most: number;
}

const measured = new Set<Measured>();
let timer: NodeJS.Timeout | undefined;

const isKnown = process.platform === "linux";

function readProcess(pid: string): Process | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
  // The name before it may contain anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields
    .slice(11, 15)
    .map(Number);
  const own = (user + system) / ticksASecond;
  const withEnded = own + (childrenUser + childrenSystem) / ticksASecond;
  // A number may be used again, but not with the same start.
  return { pid, parent: fields[1]!, id: `${pid} ${fields[19]}`, own, withEnded };
}

function look(): void {
  const names = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const processes = new Map(names.map((pid) => [pid, readProcess(pid)]));
  for (const one of measured) {
    const belongs = (process?: Process): boolean =>
      process !== undefined &&
      (process.pid === one.root ||
        one.own.has(process.id) ||
        belongs(processes.get(process.parent)));
    const alive = [...processes.values()].filter((process): process is Process => belongs(process));
    for (const { id, own } of alive) one.own.set(id, own);
    one.most = Math.max(one.most, sum(alive.map(({ withEnded }) => withEnded)));
  }
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, each) => total + each, 0);

/**
 * Returns a function that ends measuring and returns the seconds, or 0 where they are not known. Some are missed: those after the last look at a process, and those of processes that lived
 * between two looks and whose parents did not wait for them.
 */
export function measureComputing(pid: number): () => number {
  if (!isKnown) return () => 0;
  const one: Measured = { root: String(pid), own: new Map(), most: 0 };
  measured.add(one);
  timer ??= setInterval(look, everyMs).unref();
  return () => {
    measured.delete(one);
    if (measured.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    // The first has everything that was waited for, the second what was not.
    return Math.max(one.most, sum([...one.own.values()]));
  };
}
