import assert from "node:assert/strict";
import { linesAfter } from "../../../src/kit/linesAfter";

describe("lines that stand behind a file in words", () => {
  it("are read in the languages of the extension", () => {
    const twelve = [
      " (line 12)",
      ", line 12",
      " at line 12.",
      ", Zeile 12",
      " ligne 12,",
      " línea 12",
    ];
    for (const text of [...twelve, " 第 12 行", " 的第12行", "（第 12 行）", " 12 行目"])
      assert.deepEqual(linesAfter(text), { first: 12, last: 12 }, text);
    const more = [" (lines 12-20)", ", lines 12 to 20", " Zeilen 12 bis 20", " (lignes 12 à 20)"];
    for (const text of [...more, " líneas 12 a 20", " 第 12〜20 行", " 12 到 20 行"])
      assert.deepEqual(linesAfter(text), { first: 12, last: 20 }, text);
  });

  it("are none where something else follows", () => {
    for (const text of ["", " has 12 lines", " line 1.5", " online 12", " line", "line 12", " 12"])
      assert.equal(linesAfter(text), undefined, text);
  });
});
