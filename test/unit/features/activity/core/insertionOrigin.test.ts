import assert from "node:assert/strict";
import type { InsertionEntry } from "../../../../../src/features/activity/core/activityEntry";
import { insertionOf } from "../../../../../src/features/activity/core/insertionOrigin";
import { hashedLine } from "../../../../../src/features/activity/editor/lineHash";

const total = [
  "export function totalPrice(items: Item[]): number {",
  "  const prices = items.map((item) => item.price * item.count);",
  "  return prices.reduce((sum, price) => sum + price, 0);",
  "}",
];

const cart = "file:///shop/src/cart.ts";

function inserted(
  turn: string,
  text: readonly string[],
  more: Partial<InsertionEntry> = {},
): InsertionEntry {
  return {
    time: "2026-11-26T09:00:00.000Z",
    kind: "insertion",
    file: cart,
    lines: [1, text.length],
    conversation: "c",
    turn,
    hashes: text.flatMap((line) => hashedLine(line).hash ?? []),
    ...more,
  };
}

const isMarked = (line: string) => line.startsWith("> ");

/** The turn that the marked lines are from. */
function turnOf(
  entries: readonly InsertionEntry[],
  marked: readonly string[],
  files = [cart],
): string | undefined {
  const document = marked.map((line) => hashedLine(line.replace(/^> /, "")));
  const [from, to] = [marked.findIndex(isMarked), marked.findLastIndex(isMarked)];
  return insertionOf(entries, { files, document, from, to })?.turn;
}

const mark = (lines: readonly string[], at: number) => lines.with(at, `> ${lines[at]}`);

describe("where lines are from", () => {
  const entry = inserted("total", total);

  it("is found for each line of what was inserted, brackets and all", () => {
    for (const at of total.keys()) assert.equal(turnOf([entry], mark(total, at)), "total");
    assert.equal(turnOf([entry], ["before();", ...mark(total, 1)]), "total");
  });

  it("is found after the text was moved, indented or written with other line ends", () => {
    const moved = [
      ...Array.from({ length: 300 }, (_, n) => `line${n}();`),
      ...total.map((line) => `    ${line}\r`),
    ];
    assert.equal(turnOf([entry], mark(moved, 301)), "total");
  });

  it("is found for a line that was edited between others, and not once most of it has changed", () => {
    const edited = total.with(1, "  const prices = items.map(priceOf);");
    assert.equal(turnOf([entry], mark(edited, 1)), "total");
    const rewritten = ["export function sum() {", "  return all(items);", "  // done", "}"];
    assert.equal(turnOf([entry], mark(rewritten, 1)), undefined);
  });

  it("is not known for lines beside it, and for lines that stand anywhere", () => {
    assert.equal(turnOf([entry], [...total, "> other();"]), undefined);
    assert.equal(
      turnOf([inserted("one", ["return null;"])], ["> return null;"], ["file:///x.ts"]),
      undefined,
    );
    assert.equal(turnOf([inserted("none", ["}"])], ["> }"]), undefined);
    assert.equal(turnOf([], mark(total, 0)), undefined);
  });

  it("is found in another file by its text, if there is enough of it", () => {
    assert.equal(turnOf([entry], mark(total, 2), ["file:///shop/src/price.ts"]), "total");
  });

  it("is the insertion into this file rather than into another, then where it stands, then the newest", () => {
    const elsewhere = inserted("elsewhere", total, {
      file: "file:///shop/b.ts",
      time: "2026-11-26T10:00:00Z",
    });
    assert.equal(turnOf([entry, elsewhere], mark(total, 1)), "total");
    const twice = [...total, ...Array.from({ length: 50 }, (_, n) => `x${n};`), ...total];
    const second = inserted("second", total, { lines: [55, 58], time: "2026-11-26T08:00:00Z" });
    assert.equal(turnOf([entry, second], mark(twice, 55)), "second");
    assert.equal(turnOf([entry, second], mark(twice, 1)), "total");
    const again = inserted("again", total, { time: "2026-11-26T11:00:00Z" });
    assert.equal(turnOf([again, entry], mark(total, 1)), "again");
  });

  it("is the insertion into what the file was called before", () => {
    const short = inserted("short", ["const one = 1;"]);
    const files = ["file:///shop/src/basket.ts", cart];
    assert.equal(turnOf([short], ["> const one = 1;"], files.slice(0, 1)), undefined);
    assert.equal(turnOf([short], ["> const one = 1;"], files), "short");
  });
});

/**
 * Lines written as characters: a letter is a line with that hash, a dot one that says nothing. `from`
 * and `to` are those of the question, `lines` those of the insertion.
 */
function isFrom(
  document: string,
  [from, to]: readonly [number, number],
  hashes: string,
  { length = 10, lines = [1, hashes.length] as const, file = cart } = {},
): boolean {
  const entry = inserted("t", [], { lines, hashes: [...hashes].filter((hash) => hash !== ".") });
  const hashed = [...document].map((hash) => ({ hash: hash === "." ? undefined : hash, length }));
  return insertionOf([entry], { files: [file], document: hashed, from, to }) === entry;
}

const between = (count: number): string => `a${"x".repeat(count)}b`;

describe("whether lines are from an insertion", () => {
  it("needs half of its lines, or enough characters of the line in question", () => {
    assert.ok(isFrom("ab", [0, 0], "abcd"));
    assert.ok(!isFrom("ax", [0, 0], "abcd"));
    assert.ok(isFrom("a", [0, 0], "abcd", { length: 20 }));
    assert.ok(!isFrom("a", [0, 0], "abcd", { length: 19 }));
    assert.ok(!isFrom("axb", [1, 1], "abcdef", { length: 20 }), "the line itself has to be equal");
  });

  it("needs both in another file", () => {
    const file = "file:///elsewhere.ts";
    assert.ok(isFrom("ab", [0, 0], "abcd", { length: 20, file }));
    assert.ok(!isFrom("ab", [0, 0], "abcd", { length: 19, file }));
    assert.ok(!isFrom("a", [0, 0], "abcd", { length: 80, file }));
  });

  it("counts silent lines at both ends, as many as the insertion had", () => {
    for (const at of [0, 1, 4, 5]) assert.ok(isFrom("..ab..", [at, at], "ab", { lines: [1, 6] }));
    assert.ok(isFrom(".ab.", [3, 3], "ab", { lines: [1, 3] }), "the lines below come first");
    assert.ok(!isFrom(".ab.", [0, 0], "ab", { lines: [1, 3] }));
    assert.ok(!isFrom("xab", [0, 0], "ab", { lines: [1, 6] }), "another line ends it");
    assert.ok(!isFrom("abx", [2, 2], "ab", { lines: [1, 6] }));
  });

  it("needs all of the lines in question, within what came between", () => {
    assert.ok(isFrom("axb", [0, 2], "ab"));
    assert.ok(!isFrom("axbx", [0, 3], "ab"));
    assert.ok(!isFrom("xab", [0, 2], "ab"));
    assert.ok(isFrom(between(20), [0, 0], "ab"));
    assert.ok(isFrom(between(20), [21, 21], "ab"));
    assert.ok(isFrom(between(25), [0, 0], "ab"), "one line alone is half of it");
    assert.ok(!isFrom(between(25), [13, 13], "abcde"));
  });
});
