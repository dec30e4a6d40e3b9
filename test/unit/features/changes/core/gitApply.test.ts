import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { changesIn } from "../../../../../src/features/changes/core/answerChanges";
import { fileText, type TextChange } from "../../../../../src/features/changes/core/fileText";
import { sized } from "../../../../support/testSize";
import { print } from "../../../../support/corpora";

const cases = sized(200, 2_000);

/** Few lines, so that many are alike, with some that git takes for the head of a section. */
const line = fc.constantFrom("a", "b", "  c", "", "}", "def f():", "\td ", "é", "-x", "+y", "@@ z");
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
  .map(([lines, endsBare]) => lines.join("\n") + (endsBare || lines.length === 0 ? "" : "\n"));

/** A text with some of its lines removed, replaced or followed by others. */
const edits = fc.array(
  fc.record({ at: fc.nat(30), remove: fc.nat(3), insert: fc.array(line, { maxLength: 3 }) }),
  { minLength: 1, maxLength: 4 },
);
const edited = (before: string, changes: { at: number; remove: number; insert: string[] }[]) => {
  const lines = before.split("\n");
  for (const { at, remove, insert } of changes) lines.splice(at, remove, ...insert);
  return lines.join("\n");
};

const proposals = (diff: string) =>
  changesIn(`Here:\n\n~~~~~~diff\n${diff}~~~~~~\n`).map((change) => {
    const at = Number(/(\d+)\.txt$/.exec(change.path)?.[1]);
    return { at, change: change as TextChange };
  });

describe("what a review proposes for a diff", () => {
  let folder: string;
  const git = (args: string[], input?: string): string => {
    try {
      return execFileSync("git", args, { cwd: folder, input, encoding: "utf8", stdio: "pipe" });
    } catch (error) {
      const { status, stdout } = error as { status: number; stdout: string };
      if (args[0] !== "diff" || status !== 1) throw error;
      return stdout;
    }
  };

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "expert-hub-git-"));
    for (const name of ["a", "b"]) mkdirSync(path.join(folder, name));
    git(["init", "-q"]);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes both versions of all files, and gives the diff between them. */
  function diffOf(pairs: readonly (readonly [string, string])[], context: string): string {
    for (const [at, [before, after]] of pairs.entries()) {
      writeFileSync(path.join(folder, "a", `${at}.txt`), before);
      writeFileSync(path.join(folder, "b", `${at}.txt`), after);
    }
    return git(["diff", "--no-index", "--no-color", context, "a", "b"]);
  }

  it("J4 is what git apply makes of it, and taking it back gives what was there before", function () {
    this.timeout(240_000);
    const all = fc
      .sample(fc.tuple(text, edits), cases * 2)
      .map(([before, changes]) => [before, edited(before, changes)] as const)
      .filter(([before, after]) => before !== after && before !== "" && after !== "")
      .slice(0, cases);
    assert.equal(all.length, cases);
    // An answer has no more than some hundred changes.
    for (let at = 0; at < cases; at += 200) compare(all.slice(at, at + 200));
    print(`${cases} files as git apply makes them`);
  });

  function compare(pairs: readonly (readonly [string, string])[]): void {
    for (const context of ["-U3", "-U1"]) {
      const found = proposals(diffOf(pairs, context));
      assert.equal(found.length, pairs.length);
      git(["apply", "-p2", "--directory=a", "-"], git(["diff", "--no-index", context, "a", "b"]));
      for (const { at, change } of found) {
        const [before, after] = pairs[at]!;
        const applied = readFileSync(path.join(folder, "a", `${at}.txt`), "utf8");
        const { text: proposed, refusals } = fileText(before, [change]);
        assert.deepEqual(refusals, [], JSON.stringify({ before, after, change }));
        assert.equal(proposed, applied);
        assert.equal(proposed, after);
      }
      for (const { at, change } of proposals(reversedDiff(pairs, context)))
        assert.equal(fileText(pairs[at]![1], [change]).text, pairs[at]![0]);
    }
  }

  function reversedDiff(pairs: readonly (readonly [string, string])[], context: string): string {
    return diffOf(
      pairs.map(([before, after]) => [after, before] as const),
      context,
    );
  }

  it("J4 J6 is what git apply makes of it also where lines were added before", () => {
    const sample = fc.sample(
      fc.tuple(text, edits, fc.array(line, { maxLength: 5 })),
      sized(30, 300),
    );
    let placed = 0;
    for (const [start, changes, added] of sample) {
      // Without a final line end, git joins lines of a file that has become longer.
      const [before, after] = [`${start}\n`, `${edited(start, changes)}\n`];
      if (before === after) continue;
      const diff = diffOf([[before, after]], "-U2");
      const moved = `${added.map((one) => `${one}\n`).join("")}${before}`;
      writeFileSync(path.join(folder, "a", "0.txt"), moved);
      const [proposal] = proposals(diff);
      const { text: proposed, refusals } = fileText(moved, [proposal!.change]);
      if (refusals.length > 0) continue;
      try {
        git(["apply", "-p2", "--directory=a", "-"], diff);
      } catch {
        continue;
      }
      placed++;
      assert.equal(proposed, readFileSync(path.join(folder, "a", "0.txt"), "utf8"), diff);
    }
    assert.ok(placed > 0);
    print(`${placed} of ${sample.length} diffs placed alike where lines were added before`);
  });
});
