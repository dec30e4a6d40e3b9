import assert from "node:assert/strict";
import {
  FileRows,
  withNew,
  withoutOldFiles,
} from "../../../../../src/features/experts/core/roster";
import type { SavedExpert } from "../../../../../src/features/experts/core/savedExpert";

const rows: SavedExpert[] = [
  { id: 1 },
  { id: 20, isFromFile: true },
  { id: 2 },
  { id: 30, isFromFile: true },
  { id: 3 },
];
const ids = (list: readonly SavedExpert[]) => list.map(({ id }) => id);
const placeOf = (row: SavedExpert, before: readonly SavedExpert[]) =>
  withNew(before, row).indexOf(row);

describe("the rows of experts from files", () => {
  it("are shown while their files are there", () => {
    const fileRows = new FileRows();
    assert.deepEqual(ids(fileRows.shown(rows)), [1, 2, 3]);
    assert.equal(fileRows.show(new Set([30])), true);
    assert.deepEqual(ids(fileRows.shown(rows)), [1, 2, 30, 3]);
    assert.equal(fileRows.show(new Set([20])), true);
    assert.deepEqual(ids(fileRows.shown(rows)), [1, 20, 2, 3]);
    assert.equal(fileRows.show(new Set([20])), false);
    assert.equal(fileRows.show(new Set()), true);
    assert.deepEqual(ids(fileRows.shown(rows)), [1, 2, 3]);
  });

  it("are skipped by what reorders the others, and none is lost", () => {
    const fileRows = new FileRows();
    fileRows.show(new Set([30]));
    const reversed = fileRows.reordered(rows, (shown) => shown.toReversed());
    assert.deepEqual(ids(reversed), [3, 30, 2, 1, 20]);
  });

  it("stand behind new rows of other experts, unless they were moved up", () => {
    const fromFile: SavedExpert = { id: 40, isFromFile: true };
    assert.equal(placeOf(fromFile, rows), 5);
    assert.equal(placeOf({ id: 4 }, rows), 5);
    assert.equal(placeOf({ id: 4 }, [...rows, fromFile]), 5);
    assert.equal(placeOf({ id: 4 }, [fromFile]), 0);
    assert.equal(placeOf({ id: 4 }, []), 0);
    assert.deepEqual(withNew(rows, { id: 3 }), rows);
  });

  it("are forgotten when nobody has seen their files for months", () => {
    const day = 86_400_000;
    const old: SavedExpert[] = [
      { id: 1, fetchedAt: 0 },
      { id: 2, fetchedAt: 0, isFromFile: true },
      { id: 3, fetchedAt: 10 * day, isFromFile: true },
      { id: 4, isFromFile: true },
    ];
    assert.deepEqual(ids(withoutOldFiles(old, 90 * day)), [1, 3, 4]);
  });
});
