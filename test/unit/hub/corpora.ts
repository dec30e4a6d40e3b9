import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const root = process.env["EXPERT_HUB_CORPORA"] ?? path.resolve("..", "shared", "corpora");

/** Runs with the path of a corpus, or skips the test and says so where it is not there. */
export function withCorpus(
  name: string,
  use: (folder: string) => void | Promise<void>,
): (this: Mocha.Context) => Promise<void> {
  return async function run() {
    const folder = path.join(root, name);
    if (!existsSync(folder)) {
      console.log(`      corpus ${name} is absent: 0 cases`);
      this.skip();
    }
    await use(folder);
  };
}

export function readJson(...parts: string[]): unknown {
  return JSON.parse(readFileSync(path.join(...parts), "utf8"));
}
