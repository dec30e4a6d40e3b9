// `npm run mutate-folder -- src/client`: Stryker changes each file of a folder in every way that it
// knows, runs the unit tests of that folder on each change, and names what none of them notices.
// `-- src/policy policyFile` leaves out a file of tests that fails only where Stryker puts its copy.
import "./requireSource.ts";
import { existsSync, globSync } from "node:fs";
import path from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { mustRunScript, output } from "./processes.ts";
import { from, root } from "./root.ts";

const [given = "", ...without] = process.argv.slice(2);
const folder = given.replace(/\/$/, "");
const tests = folder.replace(/^src/, "test/unit");
if (!existsSync(from(folder)) || !existsSync(from(tests)))
  throw new Error("Name a folder of src that test/unit has as well, such as src/client.");
// Some tests read what is shipped, or start a program of their own.
await mustRunScript("scripts/bundle.ts", "--tests");

const nodeArgs = ["--enable-source-maps", "--require", from("scripts/requireSource.ts")];
const setup = "./scripts/propertySeed.ts";

interface Report {
  readonly failures: readonly { readonly file: string }[];
}

/** The files of tests, but for those that fail when each module is loaded from its source. */
async function runnable(): Promise<string[]> {
  const files = globSync(`${tests}/**/*.test.ts`, { cwd: root }).filter(
    (file) => !without.includes(path.basename(file, ".test.ts")),
  );
  const flags = ["--exit", "--timeout", "20000", "--reporter", "json", "--require", setup];
  const args = [...nodeArgs, "node_modules/mocha/bin/mocha.js", ...flags, ...files];
  const { stdout, stderr } = await output(process.execPath, args, { cwd: root });
  const start = stdout.search(/^\{$/m);
  if (start === -1) throw new Error(stderr);
  const { failures } = JSON.parse(stdout.slice(start)) as Report;
  const failed = new Set(failures.map(({ file }) => path.relative(root, file)));
  if (failed.size > 0) console.log(`Left out: ${[...failed].join(", ")}`);
  return files.filter((file) => !failed.has(file));
}

const stryker = new Stryker({
  testRunner: "mocha",
  plugins: ["@stryker-mutator/mocha-runner"],
  mutate: [`${folder}/**/*.ts`, "!**/*.d.ts"],
  mochaOptions: { spec: await runnable(), require: [setup] },
  testRunnerNodeArgs: nodeArgs,
  coverageAnalysis: "perTest",
  // TypeScript 7 has none of the functions that Stryker would read one with.
  tsconfigFile: "none",
  tempDirName: "out/stryker",
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
});
await stryker.runMutationTest();
