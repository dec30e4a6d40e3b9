// Runs one test suite in its own processes, within its time limit, and counts the results.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { measureComputing, sum } from "./computingTime.ts";
import { exitCode } from "./processes.ts";
import { countsOf, noCounts, type Counts, type Results } from "./reliability.ts";
import { from, root } from "./root.ts";
import type { Command, Suite } from "./suites.ts";

const windows = process.platform === "win32";
const running = new Set<ChildProcess>();

/** A child leads a process group, so that everything it started ends with it. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (windows) child.kill(name);
    else process.kill(-child.pid!, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** When this process is interrupted. */
export function endRunningWithThis(): void {
  for (const name of ["SIGINT", "SIGTERM"])
    process.once(name, () => {
      for (const child of running) signal(child, "SIGKILL");
      process.exit(130);
    });
}

async function runWithin(
  deadline: number,
  [command, ...args]: Command,
  env: NodeJS.ProcessEnv,
  said: Buffer[] | undefined,
): Promise<{ code: number; computing: number }> {
  const output = said ? "pipe" : "inherit";
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio: ["ignore", output, output],
    detached: !windows,
  });
  running.add(child);
  const computed = measureComputing(child.pid!);
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part: Buffer) => said?.push(part));
  const left = Math.max(0, deadline - Date.now());
  const polite = setTimeout(() => signal(child, "SIGTERM"), left);
  const last = setTimeout(() => signal(child, "SIGKILL"), left + 5_000);
  try {
    const code = await exitCode(child);
    return { code, computing: computed() };
  } finally {
    clearTimeout(polite);
    clearTimeout(last);
    // Also ends what it may have left behind.
    signal(child, "SIGKILL");
    running.delete(child);
  }
}

interface Ran {
  codes: readonly number[];
  results: Results | undefined;
  late: boolean;
  filtered: boolean;
}

/** What failed outside of its tests, in words; empty if nothing did. */
function problemOf({ kind, mayBeEmpty }: Suite, { codes, results, late, filtered }: Ran): string {
  const ended = codes.every((code) => code === 0);
  if (kind) return late ? "ended, it took too long" : ended ? "" : "failed";
  const { passed, failed, skipped } = results ? countsOf(results) : noCounts();
  const empty = passed + failed === 0 && !mayBeEmpty && !filtered;
  if (late) return "ended, it took too long";
  // mocha ends with the number of failures, VS Code with 1.
  const isExpected = codes.every((code) => [0, 1, Math.min(failed, 255)].includes(code));
  if ((!ended && failed === 0) || !isExpected) return `crashed with ${codes.join()}`;
  if (!results) return "left no results";
  if (empty) return "ran no test";
  return skipped > 0 && !mayBeEmpty ? `skipped ${skipped}: every promise runs everywhere` : "";
}

/** The counts of its tests; a problem outside of them counts as one more failure. */
export function countsWith(results: Results | undefined, problem: string): Counts {
  const counts = results ? countsOf(results) : noCounts();
  return problem ? { ...counts, failed: counts.failed + 1 } : counts;
}

/** While another suite runs, its output is printed as one block at the end. */
export async function runSuite(
  suite: Suite,
  options: { grep?: string | undefined; beside?: boolean; quiet?: boolean },
) {
  const { grep, beside = false, quiet = false } = options;
  const said: Buffer[] | undefined = beside || quiet ? [] : undefined;
  if (!said) console.log(`\n── ${suite.title}`);
  let started = Date.now();
  let deadline = Infinity;
  const file = from("out/results", `${suite.name}.json`);
  await mkdir(from("out/results"), { recursive: true });
  await rm(file, { force: true });
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...suite.env,
    EXPERT_HUB_RESULTS: file,
    ...(grep && { EXPERT_HUB_GREP: grep }),
  };

  let codes = [1];
  let computing = 0;
  try {
    await suite.before?.();
    // Time for downloads does not count.
    started = Date.now();
    deadline = started + suite.minutes * 60_000;
    const commands = suite.commands(grep);
    const run = (command: Command) => runWithin(deadline, command, env, said);
    const ended = await (suite.sideBySide ? Promise.all(commands.map(run)) : inTurn(commands, run));
    codes = ended.map(({ code }) => code);
    computing = sum(ended.map((each) => each.computing));
  } catch (error) {
    console.error(error);
  }
  if (beside) console.log(`\n── ${suite.title}\n${Buffer.concat(said ?? []).toString()}`);
  const results = await readFile(file, "utf8")
    .then((text) => JSON.parse(text) as Results)
    .catch(() => undefined);
  const late = Date.now() >= deadline;
  const problem = problemOf(suite, { codes, results, late, filtered: Boolean(grep) });
  if (problem) console.log(`${suite.name}: ${problem}`);
  const counts = suite.kind
    ? { ...noCounts(), [problem ? "failed" : "passed"]: 1 }
    : countsWith(results, problem);
  const took = describeTime((Date.now() - started) / 1000, computing);
  if (!quiet) console.log(`── ${suite.name}: ${describe(counts)} in ${took}`);
  const isWhole = results !== undefined || codes.every((code) => code === 0);
  return { counts, took, computing, results, problem, isWhole, late };
}

/** The tests whose full titles match, in a process or window of their own. */
export const runAlone = (suite: Suite, pattern: string) =>
  runSuite({ ...suite, name: `${suite.name}-alone` }, { grep: pattern, quiet: true });

export const describeTime = (seconds: number, computing: number): string =>
  `${seconds.toFixed(1)} s` + (computing > 0 ? `, ${computing.toFixed(1)} s of computing` : "");

export const describe = ({ passed, failed, skipped, notRun }: Counts): string =>
  [
    `${passed} passed, ${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(notRun > 0 ? [`${notRun} not run`] : []),
  ].join(", ");

async function inTurn<Given, Result>(
  all: readonly Given[],
  run: (one: Given) => Promise<Result>,
): Promise<Result[]> {
  const ended: Result[] = [];
  for (const one of all) ended.push(await run(one));
  return ended;
}
