// mocha's spec reporter, which also leaves the counts as JSON where EXPERT_HUB_RESULTS says, and
// where EXPERT_HUB_REPORT names a file writes there: in an extension host much else is printed.
const { appendFileSync, writeFileSync } = require("node:fs");
const { format } = require("node:util");
const { reporters, Runner } = require("mocha");

const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING, EVENT_RUN_END } = Runner.constants;
const { EXPERT_HUB_RESULTS: results, EXPERT_HUB_REPORT: report } = process.env;

if (report) reporters.Base.consoleLog = (...args) => appendFileSync(report, `${format(...args)}\n`);

module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const counts = { passed: 0, failed: 0, skipped: 0 };
    runner.on(EVENT_TEST_PASS, () => counts.passed++);
    runner.on(EVENT_TEST_FAIL, () => counts.failed++);
    runner.on(EVENT_TEST_PENDING, () => counts.skipped++);
    runner.once(EVENT_RUN_END, () => {
      if (results) writeFileSync(results, JSON.stringify(counts));
    });
  }
};
