// `npm run mutate`: applies each mutation of test/mutations.json on its own, runs the affected
// tests, and restores the file. Reports mutations that no test noticed. `-- --only hub/deadline`
// selects files.
import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { prepare } from "./install.js";
import { output } from "./processes.js";
import { from, root } from "./root.js";

await prepare();

const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const all = JSON.parse(await readFile(from("test/mutations.json"), "utf8"));
const mutations = all.filter(({ file }) => file.includes(values.only));

/** Restores the file that is currently mutated. */
let restore = () => {};
process.once("exit", () => restore());
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));

/** The result of the suites for the current code: "passed", "failed", or "broken" if nothing ran. */
async function verdictOf({ suites, grep }) {
  const args = [from("scripts/test.js"), "--only", suites];
  if (grep) args.push("--grep", grep);
  const { stdout } = await output(process.execPath, args, { cwd: root });
  if (/^── (?:build|package): 0 passed/m.test(stdout)) return "broken";
  const [, failed] =
    /^\d+ passed, (\d+) failed[^\n]*\s*$/.exec(stdout.trim().split("\n").at(-1)) ?? [];
  if (failed !== "0") return "failed";
  const ran = stdout.matchAll(/^── (?!build|package)\w+: (\d+) passed/gm);
  return [...ran].some(([, passed]) => passed !== "0") ? "passed" : "broken";
}

/** Tests that fail without a mutation would kill every mutation. */
const unbroken = new Map();
async function pass({ suites, grep }) {
  const key = JSON.stringify([suites, grep]);
  if (!unbroken.has(key)) unbroken.set(key, await verdictOf({ suites, grep }));
  return unbroken.get(key) === "passed";
}

async function outcomeOf(mutation) {
  const file = from(mutation.file);
  const code = await readFile(file, "utf8").catch(() => "");
  if (code.split(mutation.from).length !== 2) return "no longer applies";
  if (!(await pass(mutation))) return "its tests fail without it, or there are none";
  restore = () => {
    writeFileSync(file, code);
    restore = () => {};
  };
  try {
    writeFileSync(
      file,
      code.replace(mutation.from, () => mutation.to),
    );
    const verdict = await verdictOf(mutation);
    return { passed: "survived", failed: "killed", broken: "does not build" }[verdict];
  } finally {
    restore();
  }
}

const counts = {};
for (const mutation of mutations) {
  const outcome = await outcomeOf(mutation);
  counts[outcome] = (counts[outcome] ?? 0) + 1;
  console.log(`${outcome}: ${mutation.file}: ${mutation.why}`);
}
const sums = Object.entries(counts).map(([outcome, count]) => `${count} ${outcome}`);
console.log(`\n${sums.join(", ") || "no mutation"} of ${mutations.length}`);
process.exitCode = counts.killed === mutations.length ? 0 : 1;
