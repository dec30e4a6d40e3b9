// Checks the promises of test/reliability.json against the titles of the tests that ran.
import { readFileSync } from "node:fs";
import { from } from "./root.js";

/** Where a promise has to be tested: U plain node, E a real extension host, W a real Chromium. */
const layers = {
  unit: "U",
  contract: "U",
  host: "E",
  workbench: "E",
  packaged: "E",
  surroundings: "E",
  desktop: "E",
  page: "W",
};

export const readRows = () => JSON.parse(readFileSync(from("test/reliability.json"), "utf8"));

/** The layers of these suites. */
export const layersOf = (suiteNames) => new Set(suiteNames.map((name) => layers[name]));

/** The result of each row: how many of its tests of the right layer passed, failed and so on. */
export function judgeRows(rows, resultsBySuite) {
  const verdicts = new Map(
    Object.keys(rows).map((id) => [id, { passed: 0, failed: 0, skipped: 0, notRun: 0 }]),
  );
  for (const [suite, results] of Object.entries(resultsBySuite))
    for (const [id, counts] of Object.entries(results?.rows ?? {})) {
      const verdict = verdicts.get(id);
      if (!verdict || !rows[id].layer.includes(layers[suite])) continue;
      for (const key of Object.keys(verdict)) verdict[key] += counts[key];
    }
  return verdicts;
}

function groupsOf(rows, verdicts) {
  const groups = new Map();
  for (const [id, { cannot }] of Object.entries(rows)) {
    const { passed, failed } = verdicts.get(id);
    const group = groups.get(id[0]) ?? { rows: 0, covered: 0, passed: 0, failed: 0, cannot: 0 };
    groups.set(id[0], group);
    group.rows++;
    if (passed + failed > 0) group.covered++;
    if (failed > 0) group.failed++;
    else if (passed > 0) group.passed++;
    else if (cannot) group.cannot++;
  }
  return groups;
}

const line = (name, values) =>
  console.log(name.padEnd(6) + values.map((value) => String(value).padStart(9)).join(""));

/**
 * A sentence about a row that is not simply kept; `open` if nothing covers or excuses it. A row with
 * `all` is tested with `--all` only, which a plain run lacks: `isPlain`.
 */
export function noteOn(id, row, verdict, { unfinished = new Set(), isPlain = false } = {}) {
  const { promise, layer, cannot, partly, all } = row;
  const { passed, failed, skipped, notRun } = verdict;
  if (failed > 0) return { text: `${id} failed: ${promise}` };
  if (all && isPlain)
    return passed > 0
      ? { text: `${id} is tested without --all as well: its row needs no "all"`, open: true }
      : { text: `${id} is tested with --all: ${promise}` };
  if (passed > 0) return partly && { text: `${id} in part: ${partly}` };
  if (cannot) return { text: `${id} cannot run here: ${cannot}` };
  if (notRun > 0 || [...layer].some((one) => unfinished.has(one)))
    return { text: `${id} not run: ${promise}` };
  if (skipped > 0) return { text: `${id} skipped: its data is absent` };
  return { text: `${id} (${layer}) has no test: ${promise}`, open: true };
}

/**
 * Prints the table; returns the number of rows that are neither covered nor excused. Of the run,
 * `unfinished` are the layers with a suite that did not come to its end: nobody knows what it would
 * have covered.
 */
export function printRows(rows, verdicts, run) {
  console.log("\n── Promises (test/reliability.json)");
  const groups = groupsOf(rows, verdicts);
  const sum = (key) => [...groups.values()].reduce((total, group) => total + group[key], 0);
  const columns = ["rows", "covered", "passed", "failed", "cannot"];
  line("", columns);
  for (const [name, group] of groups)
    line(
      name,
      columns.map((key) => group[key]),
    );
  line("all", columns.map(sum));

  const notes = Object.entries(rows).flatMap(
    ([id, row]) => noteOn(id, row, verdicts.get(id), run) ?? [],
  );
  for (const { text } of notes) console.log(text);
  return notes.filter(({ open }) => open).length;
}
