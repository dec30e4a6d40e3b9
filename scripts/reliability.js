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

/** The result of each row: its tests of the right layer that passed, failed and were skipped. */
export function judgeRows(rows, resultsBySuite) {
  const verdicts = new Map(
    Object.keys(rows).map((id) => [id, { passed: 0, failed: 0, skipped: 0 }]),
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

/** Prints the table; returns the number of rows that are neither covered nor excused. */
export function printRows(rows, verdicts) {
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

  let open = 0;
  for (const [id, { promise, layer, cannot, partly }] of Object.entries(rows)) {
    const { passed, failed, skipped } = verdicts.get(id);
    if (failed > 0) console.log(`${id} failed: ${promise}`);
    else if (passed > 0 && partly) console.log(`${id} in part: ${partly}`);
    else if (passed === 0 && cannot) console.log(`${id} cannot run here: ${cannot}`);
    else if (passed === 0 && skipped > 0) console.log(`${id} skipped: its data is absent`);
    else if (passed === 0) {
      open++;
      console.log(`${id} (${layer}) has no test: ${promise}`);
    }
  }
  return open;
}
