// mocha's spec reporter, which also writes to EXPERT_HUB_RESULTS what became of each test as JSON.
// What did not run because of a failure before it, as with `bail` and hooks, is listed as well. If
// EXPERT_HUB_REPORT names a file, it prints there: an extension host prints much else.
const { appendFileSync, writeFileSync } = require("node:fs");
const { format } = require("node:util");
const { reporters, Runner } = require("mocha");

const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING, EVENT_RUN_END } = Runner.constants;
const { EXPERT_HUB_RESULTS: results, EXPERT_HUB_REPORT: report } = process.env;

if (report) reporters.Base.consoleLog = (...args) => appendFileSync(report, `${format(...args)}\n`);

module.exports = class RecordingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const tests = [];
    const ended = new Set();
    const record = (outcome) => (test, error) => {
      ended.add(test);
      tests.push({
        title: test.title,
        fullTitle: test.fullTitle(),
        outcome,
        ...(test.type === "hook" && { hookOf: test.parent.fullTitle() }),
        ...(error && { error: String(error.stack ?? error) }),
        ...(error?.isFinal && { isFinal: true }),
      });
    };
    runner.on(EVENT_TEST_PASS, (test) => record("passed")(test));
    runner.on(EVENT_TEST_FAIL, record("failed"));
    runner.on(EVENT_TEST_PENDING, (test) => record("skipped")(test));
    runner.once(EVENT_RUN_END, () => {
      runner.suite.eachTest((test) => {
        const isWanted = !options.grep || options.grep.test(test.fullTitle());
        if (isWanted && !ended.has(test)) record("notRun")(test);
      });
      if (results) writeFileSync(results, JSON.stringify({ tests }));
    });
  }
};
