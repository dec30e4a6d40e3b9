// Runs each test that failed once more, alone, in a process or window of its own. One that then
// passes is flaky: it counts as passed and is listed, but a run takes at most three of them.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Outcome, Results } from "./reliability.ts";
import type { runSuite } from "./suiteRunner.ts";
import type { Suite } from "./suites.ts";

const maxFlaky = 3;
/** With more failures than this, it is not the machine's mood. */
const maxRuns = 20;

export interface FailedTest {
  suite: string;
  title: string;
  /** Of the first run. */
  error: string;
}

/** For the end of a run. */
export const inWords = ({ suite, title, error }: FailedTest): string =>
  `${suite}: ${title}\n${error.replaceAll(/^/gm, "    ")}\n`;

/** Lists them in the output and in a JSON file; returns 1 if a run may not have that many, else 0. */
export async function reportFlaky(flaky: readonly FailedTest[], file: string): Promise<0 | 1> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(flaky, undefined, 2));
  if (flaky.length === 0) return 0;
  console.log("\n── Flaky: failed at first, passed alone. Mend these before anything else");
  console.log(flaky.map(inWords).join("\n"));
  if (flaky.length <= maxFlaky) return 0;
  console.log(`${flaky.length} tests are flaky, and a run may have at most ${maxFlaky}.`);
  return 1;
}

const escaped = (title: string): string =>
  title.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`);

/** What mocha has to run for it: the test, or all of the `describe` whose hook failed; empty for a hook of a whole suite. */
function patternOf({ fullTitle, hookOf }: Outcome): string {
  if (hookOf === undefined) return `^${escaped(fullTitle)}$`;
  return hookOf && `^${escaped(hookOf)} `;
}

const isFailure = ({ outcome }: Outcome): boolean => outcome === "failed";

/** The patterns of what can be run once more, without those that another one includes. */
function patternsOf(failures: readonly Outcome[]): string[] {
  const again = failures.filter((one) => !one.isFinal && patternOf(one) !== "");
  const whole = again.filter(({ hookOf }) => hookOf !== undefined).map(patternOf);
  const isIncluded = (one: Outcome): boolean =>
    whole.some((pattern) => pattern !== patternOf(one) && new RegExp(pattern).test(one.fullTitle));
  return [...new Set(again.filter((one) => !isIncluded(one)).map(patternOf))];
}

type Ran = Pick<Awaited<ReturnType<typeof runSuite>>, "results" | "problem" | "computing">;
export type RunAlone = (suite: Suite, pattern: string) => Promise<Ran>;

/** The results with those of second runs that passed in their place, and what passed then only. */
export async function runFailedAgain(
  suite: Suite,
  results: Results,
  runAlone: RunAlone,
): Promise<{ results: Results; flaky: FailedTest[]; computing: number }> {
  let { tests } = results;
  const flaky: FailedTest[] = [];
  let computing = 0;
  const patterns = patternsOf(tests.filter(isFailure));
  for (const pattern of patterns.length > maxRuns ? [] : patterns) {
    const isMeant = ({ fullTitle }: Outcome): boolean => new RegExp(pattern).test(fullTitle);
    const first = tests.filter((one) => isMeant(one) && isFailure(one));
    if (first.some(({ isFinal }) => isFinal)) continue;
    const ran = await runAlone(suite, pattern);
    computing += ran.computing;
    const second = ran.results?.tests ?? [];
    const hasPassed = second.length > 0 && second.every(({ outcome }) => outcome === "passed");
    console.log(
      `${suite.name}: ${hasPassed ? "passes" : "fails again"} alone: ${first[0]!.fullTitle}`,
    );
    if (!hasPassed || ran.problem) continue;
    tests = [...tests.filter((one) => !isMeant(one)), ...second];
    for (const { fullTitle, error = "" } of first)
      flaky.push({ suite: suite.name, title: fullTitle, error });
  }
  return { results: { tests }, flaky, computing };
}
