import assert from "node:assert/strict";
import fc from "fast-check";
import { parseIds } from "../../../../../src/features/experts/core/ids";
import { isId } from "../../../../../src/contract/address";

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
    ["1,2,3", [1, 2, 3]],
    ["1-3,7", [1, 2, 3, 7]],
    ["1-3,7,9-8", [1, 2, 3, 7, 8, 9]],
    ["3,1-4,3", [3, 1, 2, 4]],
    ["1;2|3/4\t5\r\n6", [1, 2, 3, 4, 5, 6]],
    ["#1 & #2, and 3.", [1, 2, 3]],
    ["1 to 3 or 5", [1, 2, 3, 5]],
    ["[1,2],(3),{4}", [1, 2, 3, 4]],
    ["1，2、３；４", [1, 2, 3, 4]],
    ["1～3、7〜8", [1, 2, 3, 7, 8]],
    ["1~2,4—5,7‑8,10−11", [1, 2, 4, 5, 7, 8, 10, 11]],
    ["1...3,5…6", [1, 2, 3, 5, 6]],
    ["1 - 3 , 7 .. 9", [1, 2, 3, 7, 8, 9]],
    ["12,2026-11-21", [12]],
    ["1-3-5, 7", [7]],
    ["0b6f3c1e-1111-4222-8333-444455556666,4", [4]],
    ["v2,1.5,2.0.1,7", [7]],
    ["-1,+2", [2]],
    [",,1,,2,,", [1, 2]],
    ["7 - Engineer\n8 - Code Reader, 9 – Desk", [7, 8, 9]],
    ["- 2\n- 3", [2, 3]],
    ["1\n- 2\n-3", [1, 2]],
    ["7 - 3D artist", [7]],
    ["ids 1 - 3.", [1, 2, 3]],
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

  it("finds each id of a list, whatever stands between them", () => {
    const separator = fc
      .tuple(
        fc.constantFrom(..."\t\n\r ,;:|/\\+&*=<>()[]{}'\"，、；・\u00a0\u2003\u2028"),
        fc.constantFrom("", " ", "  ", ",", "\n"),
      )
      .map((parts) => parts.join(""));
    const entry = fc.tuple(fc.nat(500), fc.nat(20), fc.boolean(), separator);
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 12 }), (entries) => {
        const text = entries
          .map(([from, more, isRange, between]) =>
            [isRange ? `${from}-${from + more}` : from, between].join(""),
          )
          .join("");
        const ids = entries.flatMap(([from, more, isRange]) =>
          Array.from({ length: isRange ? more + 1 : 1 }, (_, at) => from + at),
        );
        assert.deepEqual(parseIds(text).ids, [...new Set(ids)], text);
      }),
    );
  });

  it("stops at the bound and says so, however long the range", () => {
    const { ids, cut } = parseIds("1-9007199254740991", 50);
    assert.equal(ids.length, 50);
    assert.equal(cut, true);
  });

  it("leaves nothing out where the ids beyond the limit are there already", () => {
    assert.deepEqual(parseIds("1-3, 2, 1", 3), { ids: [1, 2, 3], cut: false });
    assert.deepEqual(parseIds("1-3, 4", 3), { ids: [1, 2, 3], cut: true });
  });
});
