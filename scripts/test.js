// Installs what is missing, then runs every suite. `--only unit,host` selects suites, `--grep`
// tests; `--all` runs in full what takes minutes by design and is otherwise done in part.
import { parseArgs } from "node:util";
import { prepare } from "./install.js";

await prepare();

const { atOnce, check, suites } = await import("./suites.js");
const { describe, describeTime, endRunning, printFailures, runSuite, sumKnown } =
  await import("./suiteRunner.js");
const { judgeRows, layersOf, printRows, readRows } = await import("./reliability.js");

const { values } = parseArgs({
  options: { only: { type: "string" }, grep: { type: "string" }, all: { type: "boolean" } },
});
if (values.all) process.env.EXPERT_HUB_ALL = "1";
const wanted = values.only?.split(",");
const unknown = wanted?.filter((name) => !suites.some((suite) => suite.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(
    `No such suite: ${unknown}. There are: ${suites.map(({ name }) => name).join(", ")}`,
  );
  process.exit(2);
}

for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => {
    endRunning();
    process.exit(130);
  });

const total = { passed: 0, failed: 0, skipped: 0, notRun: 0 };
const durations = [];
const computings = [];
const resultsBySuite = {};
const ended = new Set();
const started = Date.now();

/** Adds up the results of a suite; false if nothing after it is meaningful. */
async function run(suite, options) {
  const { counts, took, computing, results, isWhole } = await runSuite(suite, {
    ...values,
    ...options,
  });
  resultsBySuite[suite.name] = results;
  if (isWhole) ended.add(suite.name);
  durations.push(`${suite.name} ${took}`);
  computings.push(computing);
  for (const key of Object.keys(total)) total[key] += counts[key];
  return !suite.always || counts.failed === 0;
}

const asked = suites.filter(({ name, whole }) =>
  wanted ? wanted.includes(name) : values.all || !whole,
);
const chosen = suites.filter(
  (suite) =>
    suite.always || asked.includes(suite) || asked.some(({ needs }) => needs === suite.name),
);
const names = chosen.filter(({ kind }) => kind !== check).map(({ name }) => name);
const [checks, testSuites] = [check, undefined].map((kind) =>
  chosen.filter((suite) => suite.kind === kind),
);

/** Runs one suite after another from a list that is shared with other runners. */
async function runNext(suites, options) {
  for (let suite = suites.shift(); suite; suite = suites.shift())
    if (!(await run(suite, options))) return false;
  return true;
}
if (await runNext(checks, {})) {
  const places = atOnce(values.all);
  const beside = testSuites.length > 1 && places > 1;
  await Promise.all(Array.from({ length: places }, () => runNext(testSuites, { beside })));
}

// Only a whole run can show that a promise has no test.
if (!wanted && !values.grep) {
  const rows = readRows();
  const unfinished = layersOf(names.filter((name) => !ended.has(name)));
  const run = { unfinished, isPlain: !values.all };
  total.failed += printRows(rows, judgeRows(rows, resultsBySuite), run);
}

printFailures(resultsBySuite);

const ran = total.passed + total.failed;
if (ran === 0) console.log("No test ran");
console.log(`\n${durations.join("; ")}`);
console.log(`${describeTime((Date.now() - started) / 1000, sumKnown(computings))} in all`);
console.log(describe(total));
process.exitCode = total.failed > 0 || ran === 0 ? 1 : 0;
