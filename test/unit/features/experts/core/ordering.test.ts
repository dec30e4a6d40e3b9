import assert from "node:assert/strict";
import { moveTo, moveByOne } from "../../../../../src/features/experts/core/roster";

const rows = (...ids: number[]): { id: number }[] => ids.map((id) => ({ id }));
const order = (list: { id: number }[]): string => list.map(({ id }) => id).join("");

describe("the order of experts", () => {
  const five = rows(1, 2, 3, 4, 5);

  it("puts dragged rows where the target was, in their own order", () => {
    assert.equal(order(moveTo(five, new Set([5, 4]), 2)), "14523");
    assert.equal(order(moveTo(five, new Set([1]), 3)), "23145");
    assert.equal(order(moveTo(five, new Set([1, 2]), 5)), "34512");
  });

  it("puts them at the end where they are dropped on no row", () => {
    assert.equal(order(moveTo(five, new Set([2, 4]))), "13524");
  });

  it("leaves all as it was where a row is dropped on itself", () => {
    assert.equal(order(moveTo(five, new Set([3]), 3)), "12345");
    assert.equal(order(moveTo(five, new Set([2, 3]), 3)), "12345");
  });

  it("moves several rows by one place, as far as there is room", () => {
    assert.equal(order(moveByOne(five, new Set([2, 4]), "up")), "21435");
    assert.equal(order(moveByOne(five, new Set([1, 3]), "up")), "13245");
    assert.equal(order(moveByOne(five, new Set([4, 5]), "down")), "12345");
    assert.equal(order(moveByOne(five, new Set([1, 2]), "down")), "31245");
  });
});
