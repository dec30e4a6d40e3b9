// mocha's spec reporter, which also writes the counts as JSON to EXPERT_HUB_RESULTS, with the
// failures and the counts of the promises that titles begin with. What did not run because of a
// failure before it, as with `bail` and hooks, is counted apart. If EXPERT_HUB_REPORT names a
// file, it prints there: an extension host prints much else.
const { appendFileSync, writeFileSync } = require("node:fs");
const { format } = require("node:util");
const { reporters, Runner } = require("mocha");

const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING, EVENT_RUN_END } = Runner.constants;
const { EXPERT_HUB_RESULTS: results, EXPERT_HUB_REPORT: report } = process.env;

if (report) reporters.Base.consoleLog = (...args) => appendFileSync(report, `${format(...args)}\n`);

/** The ids of test/reliability.json that a title begins with: "K1 K2 stores a key …". */
const promisesOf = ({ title }) => /^(?:[A-Z]\d+\s+)+/.exec(title)?.[0].trim().split(/\s+/) ?? [];

const none = () => ({ passed: 0, failed: 0, skipped: 0, notRun: 0 });

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const counts = none();
    const rows = {};
    const failures = [];
    const ended = new Set();
    const count = (key) => (test) => {
      ended.add(test);
      counts[key]++;
      for (const id of promisesOf(test)) (rows[id] ??= none())[key]++;
    };
    runner.on(EVENT_TEST_PASS, count("passed"));
    runner.on(EVENT_TEST_FAIL, count("failed"));
    runner.on(EVENT_TEST_FAIL, (test, error) => {
      failures.push({ title: test.fullTitle(), error: String(error?.stack ?? error) });
    });
    runner.on(EVENT_TEST_PENDING, count("skipped"));
    runner.once(EVENT_RUN_END, () => {
      runner.suite.eachTest((test) => {
        const isWanted = !options.grep || options.grep.test(test.fullTitle());
        if (isWanted && !ended.has(test)) count("notRun")(test);
      });
      if (results) writeFileSync(results, JSON.stringify({ ...counts, rows, failures }));
    });
  }
};
