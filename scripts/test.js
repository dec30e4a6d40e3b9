// Installs what is missing, then runs every suite. `--only unit,host` picks legs, `--grep` tests.
import { parseArgs } from "node:util";
import { prepare } from "./install.js";

await prepare();

const { legs } = await import("./legs.js");
const { describe, endRunning, runLeg } = await import("./leg.js");
const { judgeRows, printRows, readRows } = await import("./reliability.js");

const { values } = parseArgs({ options: { only: { type: "string" }, grep: { type: "string" } } });
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

for (const leg of legs) {
  if (wanted && !leg.always && !wanted.includes(leg.name)) continue;
  const { counts, seconds, results } = await runLeg(leg, values);
  resultsByLeg[leg.name] = results;
  durations.push(`${leg.name} ${seconds.toFixed(1)} s`);
  for (const key of Object.keys(total)) total[key] += counts[key];
  // Nothing after it means anything without what it builds.
  if (leg.always && counts.failed > 0) break;
}

// Only a whole run can tell that a promise has no test.
if (!wanted && !values.grep) {
  const rows = readRows();
  total.failed += printRows(rows, judgeRows(rows, resultsByLeg));
}

const ran = total.passed + total.failed;
if (ran === 0) console.log("No test ran");
console.log(`\n${durations.join(", ")}; ${((Date.now() - started) / 1000).toFixed(0)} s in all`);
console.log(describe(total));
process.exitCode = total.failed > 0 || ran === 0 ? 1 : 0;
