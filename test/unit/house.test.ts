import assert from "node:assert/strict";
import { measure, namesIn } from "../../scripts/house";

describe("the size of the house", () => {
  const house = measure();

  it("counts what there is", () => {
    assert.ok(house.files > 300 && house.lines > 10_000, JSON.stringify(house));
    assert.deepEqual(
      namesIn("export async function one() {}\n  const two = 2;\ntype Three = 3;\n"),
      ["one", "Three"],
    );
  });

  it("has no file that is too long to read at once", () => {
    assert.deepEqual(house.long, []);
  });

  it("has each name on the top level of at most two files", () => {
    assert.deepEqual([...house.repeated], []);
  });
});
