import assert from "node:assert/strict";
import { parseIds } from "../../../src/app/ids";
import { isId } from "../../../src/hub/address";

describe("ids in a text", () => {
  const cases: [string, number[]][] = [
    ["12", [12]],
    [" 3, 1 2;3\n4 ", [3, 1, 2, 4]],
    ["5-8", [5, 6, 7, 8]],
    ["8..5", [5, 6, 7, 8]],
    ["2 – 4", [2, 3, 4]],
    ["see https://hub.example/api/v1/get_expert/77?x=1", [77, 1]],
    ['[{"id": 7, "name": "v2 of expert9"}]', [7]],
    ["version 1.5 and 0.25", []],
    ["99999999999999999999", []],
    ["", []],
  ];
  for (const [text, ids] of cases) {
    it(`finds ${JSON.stringify(ids)} in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseIds(text), { ids, cut: false });
    });
  }

  it("O6 takes whole safe numbers only, as what a client may be asked for", () => {
    const texts = [
      "../get_user",
      "1/../../x",
      "1?x=1",
      "1e3",
      "-1",
      "01",
      "1.5",
      "0x10",
      "９",
      "-0",
    ];
    for (const text of [...texts, String(2 ** 53), "1e400", "NaN", "__proto__"]) {
      for (const id of parseIds(text).ids) assert.ok(isId(id), `${text}: ${id}`);
    }
    for (const text of ["../get_user", "1e3", "1.5", "0x10", String(2 ** 53), "NaN"])
      assert.deepEqual(parseIds(text).ids, [], text);
  });

  it("stops at the bound and says so, however long the range", () => {
    const { ids, cut } = parseIds("1-9007199254740991", 50);
    assert.equal(ids.length, 50);
    assert.equal(cut, true);
  });
});
