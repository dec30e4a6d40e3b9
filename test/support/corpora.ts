import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const root = process.env["EXPERT_HUB_CORPORA"] ?? path.resolve("..", "shared", "corpora");

/**
 * Runs with the path of a corpus, or skips the test and says so where it is not there. `use` gives
 * the number of cases that it ran, or words with that number; it is printed.
 */
export function withCorpus(
  name: string,
  use: (folder: string) => number | string | Promise<number | string>,
): (this: Mocha.Context) => Promise<void> {
  return async function run() {
    const folder = path.join(root, name);
    if (!existsSync(folder)) {
      console.log(`      corpus ${name} is absent: 0 cases`);
      this.skip();
    }
    const ran = await use(folder);
    assert.ok(Number.parseInt(String(ran), 10) > 0, `corpus ${name} had no case`);
    console.log(`      corpus ${name}: ${typeof ran === "number" ? `${ran} cases` : ran}`);
  };
}

export function readJson(...parts: string[]): unknown {
  return JSON.parse(readFileSync(path.join(...parts), "utf8"));
}
