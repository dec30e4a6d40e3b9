import assert from "node:assert/strict";
import {
  conflictIn,
  countOf,
  followed,
  outcomeOf,
} from "../../../../../src/features/changes/core/merge";

const lines = (...all: string[]) => all.map((line) => `${line}\n`).join("");
const base = lines("one", "two", "three", "four", "five", "six", "seven");
/** Two hunks: one changes a line, one adds a line. */
const proposed = lines("one", "TWO", "three", "four", "five", "six", "six and a half", "seven");

describe("a review whose file changes", () => {
  it("applies what is on its right side where nothing else was changed", () => {
    const { text, applied, stale } = outcomeOf({ base, proposed }, base);
    assert.deepEqual([text, applied.length, stale.length], [proposed, 2, 0]);
  });

  it("keeps what was changed elsewhere, and moves with it", () => {
    const current = `zero\n${base.replace("four", "FOUR\nfour and a half")}`;
    const { text, applied, stale } = outcomeOf({ base, proposed }, current);
    assert.equal(text, `zero\n${proposed.replace("four", "FOUR\nfour and a half")}`);
    assert.deepEqual([applied.length, stale.length], [2, 0]);
    const after = followed({ base, proposed }, current);
    assert.equal(after.base, current);
    assert.equal(after.proposed, text);
  });

  it("refuses a hunk alone whose lines have changed", () => {
    const current = base.replace("two", "2").replace("four", "4");
    const { text, applied, stale } = outcomeOf({ base, proposed }, current);
    assert.equal(text, current.replace("six\n", "six\nsix and a half\n"));
    assert.equal(applied.length, 1);
    assert.deepEqual(stale, [{ start: 1, old: ["two"], now: ["TWO"] }]);
    assert.equal(followed({ base, proposed }, current).base, base.replace("four", "4"));
  });

  it("refuses a hunk also where only the line beside it has changed, or all is gone", () => {
    for (const current of [base.replace("three", "3"), base.replace("one\n", ""), "", "else\n"]) {
      const { stale } = outcomeOf({ base, proposed }, current);
      assert.ok(
        stale.some(({ start }) => start === 1),
        current,
      );
    }
    assert.equal(outcomeOf({ base, proposed }, "").text, "");
  });

  it("does nothing twice that was done meanwhile", () => {
    const current = base.replace("two", "TWO");
    const { text, applied, stale } = outcomeOf({ base, proposed }, current);
    assert.deepEqual([text, applied.length, stale.length], [proposed, 1, 0]);
  });

  it("counts what is kept, edited and skipped", () => {
    const first = { base, proposed };
    const count = (now: string, was = base) => {
      const { kept, all, edited } = countOf(first, { base: was, proposed: now });
      return [kept, all, edited];
    };
    assert.deepEqual(count(proposed), [2, 2, 0]);
    assert.deepEqual(count(base), [0, 2, 0]);
    assert.deepEqual(count(proposed.replace("TWO", "two")), [1, 2, 0]);
    assert.deepEqual(count(proposed.replace("TWO", "Two")), [2, 2, 1]);
    assert.deepEqual(count(`${proposed}more\n`), [2, 2, 0]);
    assert.deepEqual(count(`zero\n${proposed}`, `zero\n${base}`), [2, 2, 0]);
  });

  it("keeps a final line end that is there, and one that is missing", () => {
    const bare = base.slice(0, -1);
    const { text } = outcomeOf({ base: bare, proposed: proposed.slice(0, -1) }, `zero\n${bare}`);
    assert.equal(text, `zero\n${proposed.slice(0, -1)}`);
  });

  it("J13 names the first line that was changed where it changes one", () => {
    const conflict = (current: string) => conflictIn({ base, proposed }, current);
    assert.equal(conflict(base), undefined);
    assert.equal(conflict(`zero\n${base.replace("four", "4")}`), undefined);
    assert.equal(conflict(`zero\n${base.replace("two", "2")}`), 2);
    assert.equal(conflict(base.replace("two\n", "")), 1);
    assert.equal(conflict(base.replace("six", "6").replace("four", "4")), 5);
    assert.equal(conflict(base.replace("three", "3")), 2, "the line beside it");
  });
});
