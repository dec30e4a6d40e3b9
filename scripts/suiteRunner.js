// Runs one test suite in its own processes, within its time limit, and counts the results.
import { spawn } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { measureComputing } from "./computingTime.js";
import { exitCode } from "./processes.js";
import { check } from "./suites.js";
import { from, root } from "./root.js";

const windows = process.platform === "win32";
const running = new Set();

/** A child leads a process group, so that everything it started ends with it. */
function signal(child, name) {
  try {
    if (windows) child.kill(name);
    else process.kill(-child.pid, name);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

export function endRunning() {
  for (const child of running) signal(child, "SIGKILL");
}

async function runWithin(deadline, [command, ...args], { env, said }) {
  const output = said ? "pipe" : "inherit";
  const options = { cwd: root, env, stdio: ["ignore", output, output], detached: !windows };
  const child = spawn(command, args, options);
  running.add(child);
  const computed = measureComputing(child.pid);
  for (const stream of said ? [child.stdout, child.stderr] : [])
    stream.on("data", (part) => said.push(part));
  const left = Math.max(0, deadline - Date.now());
  const polite = setTimeout(() => signal(child, "SIGTERM"), left);
  const last = setTimeout(() => signal(child, "SIGKILL"), left + 5_000);
  try {
    const code = await exitCode(child);
    return { code, computing: computed() };
  } finally {
    clearTimeout(polite);
    clearTimeout(last);
    // Also ends what it may have left behind.
    signal(child, "SIGKILL");
    running.delete(child);
  }
}

async function readCounts(file) {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}

const none = { passed: 0, failed: 0, skipped: 0, notRun: 0 };

/** The counts of its tests; an error outside a test counts as one more failure. */
function judge({ name, kind, mayBeEmpty }, { codes, counts, late, filtered }) {
  const ended = codes.every((code) => code === 0);
  if (kind === check) {
    if (late) console.log(`${name}: ended, it took too long`);
    return { ...none, passed: ended ? 1 : 0, failed: ended ? 0 : 1 };
  }
  const { passed, failed, skipped, notRun } = { ...none, ...counts };
  const empty = passed + failed === 0 && !mayBeEmpty && !filtered;
  let why;
  if (late) why = "ended, it took too long";
  else if (!ended && failed === 0) why = `crashed with ${codes}`;
  else if (!counts) why = "left no counts";
  else if (empty) why = "ran no test";
  else if (skipped > 0 && !mayBeEmpty) why = `skipped ${skipped}: every promise runs everywhere`;
  if (why) console.log(`${name}: ${why}`);
  return { passed, failed: failed + (why ? 1 : 0), skipped, notRun };
}

/** While another suite runs, its output is printed as one block at the end. */
export async function runSuite(suite, { grep, beside = false, quiet = false }) {
  const said = beside || quiet ? [] : undefined;
  if (!said) console.log(`\n── ${suite.title}`);
  let started = Date.now();
  let deadline;
  const results = from("out", "results", `${suite.name}.json`);
  await mkdir(from("out", "results"), { recursive: true });
  await rm(results, { force: true });
  const env = { ...process.env, ...suite.env, EXPERT_HUB_RESULTS: results };
  if (grep) env.EXPERT_HUB_GREP = grep;

  let codes;
  let computing;
  try {
    await suite.before?.();
    // Time for downloads does not count.
    started = Date.now();
    deadline = started + suite.minutes * 60_000;
    const commands = suite.commands(grep);
    const run = (command) => runWithin(deadline, command, { env, said });
    const ended = await (suite.sideBySide ? Promise.all(commands.map(run)) : inTurn(commands, run));
    codes = ended.map(({ code }) => code);
    computing = sumKnown(ended.map((each) => each.computing));
  } catch (error) {
    console.error(error);
    codes = [1];
  }
  if (beside) console.log(`\n── ${suite.title}\n${Buffer.concat(said)}`);
  const late = Date.now() >= deadline;
  const filtered = Boolean(grep);
  const counts = judge(suite, { codes, counts: await readCounts(results), late, filtered });
  const seconds = (Date.now() - started) / 1000;
  const took = describeTime(seconds, computing);
  if (!quiet) console.log(`── ${suite.name}: ${describe(counts)} in ${took}`);
  const written = await readCounts(results);
  const isWhole = written !== undefined || codes.every((code) => code === 0);
  return { counts, took, computing, results: written, isWhole };
}

/** Undefined if one is. */
export const sumKnown = (numbers) =>
  numbers.includes(undefined) ? undefined : numbers.reduce((total, each) => total + each, 0);

export const describeTime = (seconds, computing) =>
  `${seconds.toFixed(1)} s` +
  (computing === undefined ? "" : `, ${computing.toFixed(1)} s of computing`);

export const describe = ({ passed, failed, skipped, notRun }) =>
  [
    `${passed} passed, ${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(notRun > 0 ? [`${notRun} not run`] : []),
  ].join(", ");

/** Repeated at the end, where the output of a whole run is read first. */
export function printFailures(resultsBySuite) {
  const failures = Object.entries(resultsBySuite).flatMap(([suite, results]) =>
    (results?.failures ?? []).map((failure) => ({ suite, ...failure })),
  );
  if (failures.length > 0) console.log("\n── Failed");
  for (const { suite, title, error } of failures)
    console.log(`${suite}: ${title}\n${error.replaceAll(/^/gm, "    ")}\n`);
}

async function inTurn(commands, run) {
  const ended = [];
  for (const command of commands) ended.push(await run(command));
  return ended;
}
