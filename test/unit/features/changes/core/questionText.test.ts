import assert from "node:assert/strict";
import {
  isMostOf,
  textsAtPath,
  type QuestionText,
} from "../../../../../src/features/changes/core/questionText";

const asked = (label: string, path: string, ...formerPaths: string[]): QuestionText => ({
  address: path,
  path,
  formerPaths,
  label,
  original: "x",
  isSingle: false,
  range: { start: 0, end: 1 },
});

describe("the texts that a path of an answer means", () => {
  const [now, earlier] = [asked("now", "/p/src/a.ts"), asked("earlier", "/p/src/a.ts")];
  const moved = asked("moved", "/p/src/new.ts", "/p/src/old.ts");
  const all = [earlier, now, moved];
  const read = (
    path: string,
    given: QuestionText[],
    more: Partial<Parameters<typeof textsAtPath>[2]>,
  ) => {
    const { texts, isEarlier } = textsAtPath(path, { now: given, all }, { paths: [path], ...more });
    return [...texts.map(({ label }) => label), isEarlier];
  };

  it("are those of this question, or else those of earlier ones", () => {
    assert.deepEqual(read("a.ts", [now], {}), ["now", false]);
    assert.deepEqual(read("src/a.ts", [moved], {}), ["earlier", "now", true]);
    assert.deepEqual(read("b.ts", [now], {}), [true]);
  });

  it("are not those that it names by a longer path, nor by a former one unless that is asked for", () => {
    assert.deepEqual(read("a.ts", [now], { paths: ["a.ts", "src/a.ts"] }), [true]);
    assert.deepEqual(read("a.ts", [now], { paths: ["a.ts", "lib/a.ts"] }), ["now", false]);
    assert.deepEqual(read("old.ts", [moved], {}), [true]);
    assert.deepEqual(read("old.ts", [moved], { isFormer: true }), ["moved", false]);
    assert.deepEqual(read("new.ts", [moved], { isFormer: true }), [true]);
  });
});

describe("a block that has most of a file", () => {
  it("has half of what the file says, besides what the block replaces", () => {
    const file = ["one one", "two two", "}", "three three", "four four"];
    const rows: [block: string[], replaced: [number, number][], isMost: boolean][] = [
      [["one one", "two two"], [], true],
      [["one one", "}"], [], false],
      [["new new"], [[0, 5]], false],
      [["two two"], [[0, 1]], false],
      [["three three"], [[0, 1]], false],
      [["two two", "three three"], [[0, 1]], true],
      [["two two"], [[2, 5]], true],
      [["two two"], [[3, 5]], true],
      [
        ["one one"],
        [
          [0, 1],
          [3, 5],
        ],
        false,
      ],
    ];
    for (const [block, replaced, isMost] of rows)
      assert.equal(
        isMostOf(
          block,
          file,
          replaced.map(([start, end]) => ({ start, end })),
        ),
        isMost,
        JSON.stringify([block, replaced]),
      );
    assert.equal(isMostOf(["one one", "two two"], file), true);
  });
});
