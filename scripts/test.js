// Installs what is missing, then runs every suite. `--only unit,host` picks legs, `--grep` tests;
// `--all` runs whole what takes minutes by design and otherwise is done in part.
import { parseArgs } from "node:util";
import { prepare } from "./install.js";

await prepare();

const { atOnce, check, legs } = await import("./legs.js");
const { describe, endRunning, printFailures, runLeg } = await import("./leg.js");
const { judgeRows, printRows, readRows } = await import("./reliability.js");

const { values } = parseArgs({
  options: { only: { type: "string" }, grep: { type: "string" }, all: { type: "boolean" } },
});
if (values.all) process.env.EXPERT_HUB_ALL = "1";
const wanted = values.only?.split(",");
const unknown = wanted?.filter((name) => !legs.some((leg) => leg.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`No such leg: ${unknown}. There are: ${legs.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => {
    endRunning();
    process.exit(130);
  });

const total = { passed: 0, failed: 0, skipped: 0 };
const durations = [];
const resultsByLeg = {};
const started = Date.now();

/** Adds a leg up; false where nothing after it means anything. */
async function run(leg, options) {
  const { counts, seconds, results } = await runLeg(leg, { ...values, ...options });
  resultsByLeg[leg.name] = results;
  durations.push(`${leg.name} ${seconds.toFixed(1)} s`);
  for (const key of Object.keys(total)) total[key] += counts[key];
  return !leg.always || counts.failed === 0;
}

const asked = legs.filter(({ name, whole }) =>
  wanted ? wanted.includes(name) : values.all || !whole,
);
const chosen = legs.filter(
  (leg) => leg.always || asked.includes(leg) || asked.some(({ needs }) => needs === leg.name),
);
const [checks, suites] = [check, undefined].map((kind) =>
  chosen.filter((leg) => leg.kind === kind),
);

/** Takes one leg after the other from a list that others may take from as well. */
async function runNext(legs, options) {
  for (let leg = legs.shift(); leg; leg = legs.shift())
    if (!(await run(leg, options))) return false;
  return true;
}
if (await runNext(checks, {})) {
  const places = atOnce(values.all);
  const beside = suites.length > 1 && places > 1;
  await Promise.all(Array.from({ length: places }, () => runNext(suites, { beside })));
}

// Only a whole run can tell that a promise has no test.
if (!wanted && !values.grep) {
  const rows = readRows();
  total.failed += printRows(rows, judgeRows(rows, resultsByLeg));
}

printFailures(resultsByLeg);

const ran = total.passed + total.failed;
if (ran === 0) console.log("No test ran");
console.log(`\n${durations.join(", ")}; ${((Date.now() - started) / 1000).toFixed(0)} s in all`);
console.log(describe(total));
process.exitCode = total.failed > 0 || ran === 0 ? 1 : 0;
