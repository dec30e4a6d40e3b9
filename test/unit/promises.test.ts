import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { countsOf, judgeRows, layersOf, noteOn, type Results } from "../../scripts/reliability";
import { from } from "../../scripts/root";

const counts = { passed: 0, failed: 0, skipped: 0, notRun: 0 };
const row = { promise: "It holds", layer: "U" };

const suites = `
describe("a suite that ends with its first failure", function () {
  this.bail(true);
  it("Z1 fails", () => { throw new Error("no"); });
  it("Z2 comes after it", () => {});
});
describe("a later suite, which such a failure keeps from starting", function () {
  this.bail(true);
  it("Z2 Z3 comes later", () => {});
  it("Z4 is not asked for", () => {});
});`;

describe("the promises of a run", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "promises-"));
  });
  after(() => rm(folder, { recursive: true }));

  /** What the reporter writes about these suites. */
  async function resultsOf(text: string, grep: string): Promise<Results> {
    const [file, results] = ["suites.test.cjs", "results.json"].map((name) =>
      path.join(folder, name),
    ) as [string, string];
    await writeFile(file, text);
    const mocha = from("node_modules/mocha/bin/mocha.js");
    const reporter = from("scripts/reporter.cjs");
    const args = [mocha, "--no-config", "--reporter", reporter, "--grep", grep, file];
    const env = { ...process.env, EXPERT_HUB_RESULTS: results, EXPERT_HUB_REPORT: "" };
    const { promise, resolve } = Promise.withResolvers<void>();
    execFile(process.execPath, args, { env }, () => resolve());
    await promise;
    return JSON.parse(await readFile(results, "utf8")) as Results;
  }

  it("count what a failure before it kept from running apart from what has no test", async () => {
    const results = await resultsOf(suites, "Z[1-3]");
    const { passed, failed, notRun } = countsOf(results);
    assert.deepEqual([passed, failed, notRun], [0, 1, 2]);
    const rows = Object.fromEntries(["Z1", "Z2", "Z3", "Z4"].map((id) => [id, row]));
    const verdicts = judgeRows(rows, { unit: results });
    assert.deepEqual(
      [...verdicts].map(([id, verdict]) => noteOn(id, row, verdict)),
      [
        { text: "Z1 failed: It holds" },
        { text: "Z2 not run: It holds" },
        { text: "Z3 not run: It holds" },
        { text: "Z4 (U) has no test: It holds", open: true },
      ],
    );
  });

  it("are open only where every suite of their layer came to its end", () => {
    const unfinished = layersOf(["host"]);
    const notes = ["E", "U"].map((layer) =>
      noteOn("Z1", { ...row, layer }, counts, { unfinished }),
    );
    assert.deepEqual(notes, [
      { text: "Z1 not run: It holds" },
      { text: "Z1 (U) has no test: It holds", open: true },
    ]);
  });

  it("are open in a run with --all alone where their tests run only there", () => {
    const all = { ...row, all: true };
    const run = { isPlain: true };
    assert.deepEqual(noteOn("Z1", all, counts), {
      text: "Z1 (U) has no test: It holds",
      open: true,
    });
    assert.deepEqual(noteOn("Z1", all, counts, run), { text: "Z1 is tested with --all: It holds" });
    assert.deepEqual(noteOn("Z1", all, { ...counts, passed: 1 }, run), {
      text: 'Z1 is tested without --all as well: its row needs no "all"',
      open: true,
    });
  });

  it("are noted where they hold in part, cannot run here, or lack their data", () => {
    const partly = { ...row, partly: "not all" };
    assert.equal(noteOn("Z1", row, { ...counts, passed: 1 }), undefined);
    assert.deepEqual(noteOn("Z1", partly, { ...counts, passed: 1 }), {
      text: "Z1 in part: not all",
    });
    assert.deepEqual(noteOn("Z1", { ...row, cannot: "no desktop" }, counts), {
      text: "Z1 cannot run here: no desktop",
    });
    assert.deepEqual(noteOn("Z1", row, { ...counts, skipped: 1 }), {
      text: "Z1 skipped: its data is absent",
    });
  });
});
