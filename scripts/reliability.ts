// Checks the promises of test/reliability.json against the titles of the tests that ran.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { readJson } from "./root.ts";

export type Counts = Record<"passed" | "failed" | "skipped" | "notRun", number>;

export interface Row {
  promise: string;
  layer: string;
  cannot?: string;
  partly?: string;
  all?: boolean;
}

export type Rows = Readonly<Record<string, Row>>;

/** What became of a test, or of a hook that failed. */
export interface Outcome {
  title: string;
  fullTitle: string;
  outcome: keyof Counts;
  error?: string;
  /** Of a hook: the full title of the `describe` around it. */
  hookOf?: string;
  /** A second run could not disprove it. */
  isFinal?: boolean;
}

/** What the reporter writes about a suite. */
export interface Results {
  tests: Outcome[];
}

/** Of the run: layers with a suite that did not come to its end, and whether it was without `--all`. */
interface RunKind {
  unfinished?: ReadonlySet<string>;
  isPlain?: boolean;
}

/** Where a promise has to be tested: U plain node, E a real extension host, W a real Chromium. */
const layers: Record<string, string> = {
  unit: "U",
  contract: "U",
  host: "E",
  workbench: "E",
  packaged: "E",
  surroundings: "E",
  desktop: "E",
  oldest: "E",
  oldestHost: "E",
  page: "W",
};

export const noCounts = (): Counts => ({ passed: 0, failed: 0, skipped: 0, notRun: 0 });

export function add(total: Counts, counts: Counts): void {
  for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += counts[key];
}

export function countsOf({ tests }: Results): Counts {
  const counts = noCounts();
  for (const { outcome } of tests) counts[outcome]++;
  return counts;
}

/** Adds to what the reporter wrote, if anything, what no second run could disprove. */
export function addFailure(
  file: string | undefined,
  { title, error }: { title: string; error: string },
) {
  if (!file || !existsSync(file)) return;
  const { tests } = JSON.parse(readFileSync(file, "utf8")) as Results;
  tests.push({ title, fullTitle: title, outcome: "failed", error, isFinal: true });
  writeFileSync(file, JSON.stringify({ tests }));
}

/** The ids of test/reliability.json that a title begins with: "K1 K2 stores a key …". */
const promisesOf = (title: string): string[] =>
  /^(?:[A-Z]\d+\s+)+/.exec(title)?.[0].trim().split(/\s+/) ?? [];

export const readRows = (): Rows => readJson("test/reliability.json") as Rows;

/** The layers of these suites. */
export const layersOf = (suiteNames: readonly string[]): Set<string> =>
  new Set(suiteNames.map((name) => layers[name] ?? ""));

/** The result of each row: how many of its tests of the right layer passed, failed and so on. */
export function judgeRows(
  rows: Rows,
  resultsBySuite: Readonly<Record<string, Results | undefined>>,
): Map<string, Counts> {
  const verdicts = new Map(Object.keys(rows).map((id) => [id, noCounts()]));
  for (const [suite, results] of Object.entries(resultsBySuite))
    for (const { title, outcome } of results?.tests ?? [])
      for (const id of promisesOf(title)) {
        const verdict = verdicts.get(id);
        if (verdict && rows[id]!.layer.includes(layers[suite]!)) verdict[outcome]++;
      }
  return verdicts;
}

/** One line for each letter: how many of its rows are covered, have passed and so on. */
function printGroups(rows: Rows, verdicts: ReadonlyMap<string, Counts>): void {
  const groups: Record<string, Record<string, number>> = {};
  for (const [id, { passed, failed }] of verdicts)
    for (const name of [id[0]!, "all"]) {
      const group = (groups[name] ??= { rows: 0, covered: 0, passed: 0, failed: 0, cannot: 0 });
      group["rows"]!++;
      if (passed + failed > 0) group["covered"]!++;
      if (failed > 0) group["failed"]!++;
      else if (passed > 0) group["passed"]!++;
      else if (rows[id]!.cannot) group["cannot"]!++;
    }
  const { all, ...letters } = groups;
  console.table({ ...letters, all });
}

/**
 * A sentence about a row that is not simply kept; `open` if nothing covers or excuses it. A row with
 * `all` is tested with `--all` only, which a plain run lacks.
 */
export function noteOn(
  id: string,
  { promise, layer, cannot, partly, all }: Row,
  { passed, failed, skipped, notRun }: Counts,
  { unfinished = new Set(), isPlain = false }: RunKind = {},
): { text: string; open?: true } | undefined {
  if (failed > 0) return { text: `${id} failed: ${promise}` };
  if (all && isPlain)
    return passed > 0
      ? { text: `${id} is tested without --all as well: its row needs no "all"`, open: true }
      : { text: `${id} is tested with --all: ${promise}` };
  if (passed > 0) return partly ? { text: `${id} in part: ${partly}` } : undefined;
  if (cannot) return { text: `${id} cannot run here: ${cannot}` };
  if (notRun > 0 || [...layer].some((one) => unfinished.has(one)))
    return { text: `${id} not run: ${promise}` };
  if (skipped > 0) return { text: `${id} skipped: its data is absent` };
  return { text: `${id} (${layer}) has no test: ${promise}`, open: true };
}

/** Prints the table; returns the number of rows that are neither covered nor excused. */
export function printRows(rows: Rows, verdicts: ReadonlyMap<string, Counts>, run: RunKind): number {
  console.log("\n── Promises (test/reliability.json)");
  printGroups(rows, verdicts);
  const notes = [...verdicts].flatMap(([id, counts]) => noteOn(id, rows[id]!, counts, run) ?? []);
  for (const { text } of notes) console.log(text);
  return notes.filter(({ open }) => open).length;
}
