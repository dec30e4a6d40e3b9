// Runs every suite. `--only unit,host` selects suites, `--grep` tests; `--all` runs in full what
// takes minutes by design and is otherwise done in part.
import { parseArgs } from "node:util";
import {
  add,
  countsOf,
  judgeRows,
  layersOf,
  noCounts,
  printRows,
  readRows,
} from "./reliability.ts";
import type { Results } from "./reliability.ts";
import { from } from "./root.ts";
import { inWords, reportFlaky, runFailedAgain, type FailedTest } from "./secondRun.ts";
import {
  countsWith,
  describe,
  describeTime,
  endRunningWithThis,
  runAlone,
  runSuite,
} from "./suiteRunner.ts";
import { atOnce, suites, type Suite } from "./suites.ts";

const { values } = parseArgs({
  options: { only: { type: "string" }, grep: { type: "string" }, all: { type: "boolean" } },
});
if (values.all) process.env.EXPERT_HUB_ALL = "1";
const wanted = values.only?.split(",");
const unknown = wanted?.filter((name) => !suites.some((suite) => suite.name === name)) ?? [];
if (unknown.length > 0) {
  const known = suites.map(({ name }) => name).join(", ");
  console.error(`No such suite: ${unknown.join()}. There are: ${known}`);
  process.exit(2);
}

endRunningWithThis();
const total = noCounts();
const durations: string[] = [];
let computing = 0;
const ran = new Map<Suite, { results: Results | undefined; problem: string }>();
const ended = new Set<string>();
const started = Date.now();

/** Runs one suite after another from a list that is shared with other runners; false if none may follow. */
async function runNext(left: Suite[], beside: boolean): Promise<boolean> {
  for (let suite = left.shift(); suite; suite = left.shift()) {
    const one = await runSuite(suite, { grep: values.grep, beside });
    if (suite.kind) add(total, one.counts);
    else ran.set(suite, one);
    if (one.isWhole) ended.add(suite.name);
    durations.push(`${suite.name} ${one.took}`);
    computing += one.computing;
    if (suite.always && one.counts.failed > 0) return false;
  }
  return true;
}

const asked = suites.filter(({ name, whole }) =>
  wanted ? wanted.includes(name) : values.all || !whole,
);
const chosen = suites.filter(
  (suite) =>
    suite.always || asked.includes(suite) || asked.some(({ needs }) => needs === suite.name),
);
const testSuites = chosen.filter(({ kind }) => !kind);
const names = testSuites.map(({ name }) => name);
if (
  await runNext(
    chosen.filter(({ kind }) => kind),
    false,
  )
) {
  const places = atOnce(values.all);
  const beside = testSuites.length > 1 && places > 1;
  await Promise.all(Array.from({ length: places }, () => runNext(testSuites, beside)));
}

const flaky: FailedTest[] = [];
const resultsBySuite: Record<string, Results | undefined> = {};
if ([...ran.values()].some(({ results }) => results && countsOf(results).failed > 0))
  console.log("\n── Once more, alone: what failed");
for (const [suite, one] of ran) {
  const again = one.results && (await runFailedAgain(suite, one.results, runAlone));
  resultsBySuite[suite.name] = again?.results;
  flaky.push(...(again?.flaky ?? []));
  computing += again?.computing ?? 0;
  add(total, countsWith(again?.results, one.problem));
}

// Only a whole run can show that a promise has no test.
if (!wanted && !values.grep) {
  const rows = readRows();
  const unfinished = layersOf(names.filter((name) => !ended.has(name)));
  total.failed += printRows(rows, judgeRows(rows, resultsBySuite), {
    unfinished,
    isPlain: !values.all,
  });
}

// Repeated at the end, where the output of a whole run is read first.
const failures = Object.entries(resultsBySuite).flatMap(([suite, results]) =>
  (results?.tests ?? [])
    .filter(({ outcome }) => outcome === "failed")
    .map(({ fullTitle: title, error = "" }) => inWords({ suite, title, error })),
);
if (failures.length > 0) console.log(`\n── Failed\n${failures.join("\n")}`);
total.failed += await reportFlaky(flaky, from("out/results/flaky.json"));

const count = total.passed + total.failed;
if (count === 0) console.log("No test ran");
console.log(`\n${durations.join("; ")}`);
console.log(`${describeTime((Date.now() - started) / 1000, computing)} in all`);
console.log(describe(total));
process.exitCode = total.failed > 0 || count === 0 ? 1 : 0;
