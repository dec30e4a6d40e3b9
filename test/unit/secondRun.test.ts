import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { countsOf } from "../../scripts/reliability";
import { from } from "../../scripts/root";
import { reportFlaky, runFailedAgain } from "../../scripts/secondRun";
import { countsWith, runAlone, runSuite } from "../../scripts/suiteRunner";
import type { Suite } from "../../scripts/suites";

/** Fails with `error` in the first process that gets here, and never again. */
const once = (name: string, error: string): string =>
  `if (!fs.existsSync(__dirname + "/${name}")) {
    fs.writeFileSync(__dirname + "/${name}", "");
    throw Object.assign(new Error("${error}"), { isFinal: "${error}".includes("leak") });
  }`;

const written = `
const fs = require("node:fs");
describe("a suite (of tests)", () => {
  it("K1 passes", () => {});
  it("K2 fails at first, [sometimes] + alone / never", () => { ${once("test", "busy")} });
  it("K3 fails", () => { throw new Error("always"); });
});
describe("a suite whose window opens late", () => {
  before("open", () => { ${once("hook", "late")} });
  it("K4 needs the window", () => {});
  it("K5 needs it as well", () => {});
});
describe("a suite that leaks", () => {
  it("K6 passes", () => {});
  after("sweep", () => { ${once("sweep", "a leak")} });
});
describe("a suite that needs the test before", () => {
  let isReady = false;
  it("K7 makes it ready", () => { isReady = true; });
  it("K8 needs that", () => { if (!isReady) throw new Error("not ready"); ${once("ready", "busy")} });
});`;

describe("a second run of what failed", () => {
  let folder: string;
  let suite: Suite;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "second-run-"));
    const file = path.join(folder, "suite.test.cjs");
    await writeFile(file, written);
    const mocha = from("node_modules/mocha/bin/mocha.js");
    const reporter = from("scripts/reporter.cjs");
    suite = {
      name: path.basename(folder),
      title: "",
      minutes: 1,
      env: { EXPERT_HUB_REPORT: "" },
      commands: (grep) => [
        [
          process.execPath,
          mocha,
          "--no-config",
          "--reporter",
          reporter,
          ...(grep ? ["--grep", grep] : []),
          file,
        ],
      ],
    };
  });
  after(async () => {
    await rm(folder, { recursive: true });
    for (const name of [suite.name, `${suite.name}-alone`])
      await rm(from("out/results", `${name}.json`), { force: true });
  });

  it("passes what fails once, hooks included, and what fails twice or leaks fails", async () => {
    const first = await runSuite(suite, { quiet: true });
    const { results } = first;
    assert.ok(results);
    assert.deepEqual(
      [countsOf(results), first.problem],
      [{ passed: 3, failed: 5, skipped: 0, notRun: 2 }, ""],
    );
    const again = await runFailedAgain(suite, results, runAlone);
    assert.deepEqual(
      again.flaky.map(({ title, error }) => [title, error.split("\n")[0]]),
      [
        ["a suite (of tests) K2 fails at first, [sometimes] + alone / never", "Error: busy"],
        [
          'a suite whose window opens late "before all" hook: open for "K4 needs the window"',
          "Error: late",
        ],
      ],
    );
    assert.deepEqual(countsWith(again.results, first.problem), {
      passed: 6,
      failed: 3,
      skipped: 0,
      notRun: 0,
    });
    const failed = again.results.tests.filter(({ outcome }) => outcome === "failed");
    assert.deepEqual(
      failed.map(({ fullTitle }) => fullTitle),
      [
        "a suite (of tests) K3 fails",
        'a suite that leaks "after all" hook: sweep for "K6 passes"',
        "a suite that needs the test before K8 needs that",
      ],
    );
  });

  it("lists what is flaky in a file, and fails a run with more than three", async () => {
    const file = path.join(folder, "results", "flaky.json");
    const flaky = [1, 2, 3, 4].map((id) => ({
      suite: "unit",
      title: `K${id} holds`,
      error: "busy",
    }));
    for (const [count, failures] of [
      [0, 0],
      [3, 0],
      [4, 1],
    ] as const) {
      assert.equal(await reportFlaky(flaky.slice(0, count), file), failures);
      assert.deepEqual(JSON.parse(await readFile(file, "utf8")), flaky.slice(0, count));
    }
  });
});
