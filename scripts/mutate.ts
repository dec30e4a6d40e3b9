// `npm run mutate`: builds once with every mutation of test/mutations.json behind a switch, then
// runs the tests of each with only that one in effect. Prints the score and what no test noticed.
// `-- --only page/find` selects files, `--suites page` suites.
import { readFileSync } from "node:fs";
import { glob, mkdir, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { build, type Loader, type Plugin } from "esbuild";
import { bundle } from "./bundle.ts";
import { output } from "./processes.ts";
import { countsOf, type Outcome } from "./reliability.ts";
import { from, readJson, root } from "./root.ts";
import { endRunningWithThis, runSuite } from "./suiteRunner.ts";
import { suites, type Suite } from "./suites.ts";

interface Mutation {
  readonly id: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly why: string;
  readonly suites: string;
  readonly grep: string;
}

endRunningWithThis();

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    suites: { type: "string", default: "page,host" },
  },
});
const mutations = (readJson("test/mutations.json") as Mutation[])
  .map((mutation, id) => ({ ...mutation, id: String(id) }))
  .filter((one) => one.file.includes(values.only) && values.suites.split(",").includes(one.suites));
const byFile = Map.groupBy(mutations, ({ file }) => file);

/** By file; a bundler can only pass on names that it knows. */
async function exportedNames(): Promise<Map<string, string[]>> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...byFile.keys()],
    outdir: "out",
    format: "esm",
    metafile: true,
    write: false,
  });
  return new Map(Object.values(metafile.outputs).map((one) => [one.entryPoint ?? "", one.exports]));
}

const requireOf = (file: string, id: string): string =>
  `() => require("./${path.basename(file)}?${id}")`;

/** Loads either the original or, as the environment says, a mutant, and passes on what it exports. */
function switchFor(file: string, names: readonly string[]): string {
  const mutants = byFile.get(file)!.map(({ id }) => `${id}: ${requireOf(file, id)},`);
  const exported = names.map((name) =>
    name === "default"
      ? "export default chosen.default;"
      : `export const ${name} = chosen.${name};`,
  );
  return `const mutants = { ${mutants.join("\n")} };
    const id = globalThis.mutant ?? globalThis.process?.env.EXPERT_HUB_MUTANT;
    const chosen = (mutants[id] ?? (${requireOf(file, "original")}))();
    ${exported.join("\n")}`;
}

function mutated(file: string, wanted: string): string {
  const code = readFileSync(from(file), "utf8");
  const found = mutations.find(({ id }) => id === wanted);
  return found ? code.replace(found.from, () => found.to) : code;
}

const withSwitches = (names: ReadonlyMap<string, string[]>): Plugin => ({
  name: "with-switches",
  setup(build) {
    build.onLoad({ filter: /\.[jt]s$/ }, ({ path: absolute, suffix }) => {
      const file = path.relative(root, absolute).replaceAll(path.sep, "/");
      if (!byFile.has(file)) return undefined;
      if (!suffix) return { contents: switchFor(file, names.get(file)!), loader: "js" };
      const loader = path.extname(file).slice(1) as Loader;
      return { contents: mutated(file, suffix.slice(1)), loader };
    });
    // A bundle for plain Node drops what only VS Code can run, but not behind a switch.
    if (build.initialOptions.packages === "external") {
      build.onResolve({ filter: /^vscode$/ }, ({ path }) => ({ path, namespace: "absent" }));
      build.onLoad({ filter: /./, namespace: "absent" }, () => ({
        contents:
          "const get = (_, name) => globalThis.vscodeStandIn?.[name] ?? class {};" +
          "module.exports = Object.create(new Proxy({}, { get }));",
      }));
    }
    build.onEnd(({ metafile }) => {
      for (const input of Object.keys(metafile?.inputs ?? {}))
        if (input.includes("?")) delete metafile!.inputs[input];
    });
  },
});

interface Titled {
  readonly file: string;
  readonly fullTitle: string;
}

/** The titles of the tests in each file of a suite that mocha itself runs. */
async function titlesByFile(suite: Suite): Promise<Map<string, Titled[]>> {
  const [program, ...args] = suite.commands()[0]!;
  const json = args.map((arg) => (arg.endsWith("reporter.cjs") ? "json" : arg));
  const { stdout, stderr } = await output(program, [...json, "--dry-run"], { cwd: root });
  if (!stdout.includes("{")) throw new Error(stderr);
  const { tests } = JSON.parse(stdout.slice(stdout.indexOf("{\n"))) as { tests: Titled[] };
  return Map.groupBy(tests, ({ file }) => file);
}

/** Runs what a mutation names; only the files with such a test, and only up to the first failure. */
async function outcomeOf(
  { id, grep }: Mutation,
  suite: Suite,
  files: ReadonlyMap<string, Titled[]>,
  failures: readonly Outcome[],
): Promise<string> {
  const matches = (title: string): boolean => new RegExp(grep).test(title);
  if (failures.some(({ fullTitle }) => matches(fullTitle))) return "its tests fail without it";
  const chosen = [...files].flatMap(([file, tests]) =>
    tests.some(({ fullTitle }) => matches(fullTitle)) ? file : [],
  );
  if (files.size > 0 && chosen.length === 0) return "without a test";
  const commands = (given?: string): ReturnType<Suite["commands"]> =>
    suite
      .commands(given)
      .map(([program, ...args]) =>
        files.size > 0
          ? [program, ...args.slice(0, -1), "--no-parallel", "--bail", "--exit", ...chosen]
          : [program, ...args],
      );
  const env = { ...suite.env, EXPERT_HUB_MUTANT: id };
  const one = {
    ...suite,
    name: `mutant${id}`,
    title: "",
    minutes: suite.name === "host" ? 4 : 2,
    env,
    commands,
  };
  const { counts, results, late } = await runSuite(one, { grep, quiet: true });
  for await (const file of glob(`out/*/mutant${id}{.,-}*`, { cwd: root })) await rm(from(file));
  if (results && countsOf(results).failed > 0) return "killed";
  // Because of the mutant or of a busy machine.
  if (late) return "timed out";
  if (counts.failed > 0) return "killed";
  return counts.passed > 0 ? "survived" : "without a test";
}

const start = Date.now();
const minutes = (): string => `${((Date.now() - start) / 60_000).toFixed(1)} min`;
// Tests of what is shipped read the VSIX, without switches.
await output(process.execPath, [from("scripts/package.ts")]);
await mkdir(from("out"), { recursive: true });
await bundle({ tests: true, before: [withSwitches(await exportedNames())] });

const outcomes = new Map<string, Mutation[]>();
for (const name of values.suites.split(",")) {
  const suite = suites.find((one) => one.name === name)!;
  const left = mutations.filter((one) => one.suites === name);
  if (left.length === 0) continue;
  // Tests that fail without a mutation would kill every mutation.
  const union = [...new Set(left.map(({ grep }) => grep))].join("|");
  const { counts, results } = await runSuite(suite, { grep: union, quiet: true });
  const failures = results?.tests.filter(({ outcome }) => outcome === "failed") ?? [];
  if (!results) throw new Error(`${name} left no results`);
  if (counts.failed > failures.length) console.log(`${name} fails outside of its tests`);
  const files = name === "host" ? new Map<string, Titled[]>() : await titlesByFile(suite);
  console.log(`${name}: ${left.length} mutations, after ${minutes()}`);
  const runNext = async () => {
    for (let one = left.shift(); one; one = left.shift()) {
      const outcome = await outcomeOf(one, suite, files, failures);
      outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), one]);
      if (outcome !== "killed") console.log(`${outcome}: ${one.file}: ${one.why}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));
}

const sums = [...outcomes].map(([outcome, all]) => `${all.length} ${outcome}`);
console.log(`${sums.join(", ") || "no mutation"} of ${mutations.length}, in ${minutes()}`);
const noticed = ["killed", "timed out"].flatMap((outcome) => outcomes.get(outcome) ?? []);
process.exitCode = noticed.length === mutations.length ? 0 : 1;
