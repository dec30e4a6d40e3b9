import assert from "node:assert/strict";
import fc from "fast-check";
import { aroundOf, placeOf } from "../../../../../src/features/attachments/editor/places";

const twoFunctions = `export function first(a) {
  return a;
}

export function second(a) {
  return a;
}
`;

const placeIn = (file: string, text: string, nth: number): number =>
  file.split(text, nth + 1).join(text).length;

const caseOf = (name: string, value: string): string =>
  `it("${name}", () => {\n  const made = make();\n  run(made);\n  expect(${value});\n});\n`;

/** Where the text at this place is found in what the file has become. */
function found(before: string, text: string, after: string, nth = 0): number | undefined {
  const start = placeIn(before, text, nth);
  assert.equal(before.slice(start, start + text.length), text);
  const around = aroundOf(before, { start, end: start + text.length });
  return placeOf(text, JSON.parse(JSON.stringify(around)), after)?.start;
}

describe("a text in a file that was closed meanwhile", () => {
  it("A6 is found where it was, in a file with the same text at several places", () => {
    for (const nth of [0, 1])
      for (const text of ["return a;", "  return a;\n", "a;\n}\n"]) {
        const start = placeIn(twoFunctions, text, nth);
        assert.equal(found(twoFunctions, text, twoFunctions, nth), start);
        const moved = `import x from "x";\n\n${twoFunctions}`;
        assert.equal(found(twoFunctions, text, moved, nth), start + moved.indexOf("export"));
      }
  });

  it("A6 is not found where only another place has it", () => {
    for (const [nth, own] of [
      [0, "first"],
      [1, "second"],
    ] as const) {
      const edited = twoFunctions.replace(new RegExp(`(${own}.*\\n  return) a`), "$1 a + 1");
      assert.notEqual(edited, twoFunctions);
      assert.equal(found(twoFunctions, "return a;", edited, nth), undefined);
    }
    const alone = "function first(a) {\n  return a;\n}\n";
    const other = "function first(a) {\n  return b;\n}\n\nfunction other(a) {\n  return a;\n}\n";
    assert.equal(found(alone, "return a;", other), undefined);
    assert.equal(found("total = a + b\n", "a", "total = b\nother = a\n", 1), undefined);
  });

  it("A6 takes as many lines to tell places apart as it needs", () => {
    const file = caseOf("one", "a") + caseOf("two", "a") + caseOf("three", "a");
    assert.equal(found(file, "expect(a);", file, 1), placeIn(file, "expect(a);", 1));
    const edited = caseOf("one", "a") + caseOf("two", "b") + caseOf("three", "a");
    assert.equal(found(file, "expect(a);", edited, 1), undefined);
    const rows = "1,2,3\n".repeat(40);
    assert.equal(found(rows, "1,2,3", rows, 20), undefined, "no line is another");
  });

  it("A6 is found although lines beside it have changed, if two are still there", () => {
    const file = "zero zero\none one\ntwo two\nthe text\nthree three\nfour four\nfive five\n";
    const without = (line: string) => file.replace(`${line}\n`, "other\n");
    assert.equal(
      found(file, "the text", without("two two")),
      without("two two").indexOf("the text"),
    );
    assert.equal(found(file, "the text", "one one\ntwo two\nthe text\n"), 16);
    assert.equal(found(file, "the text", "the text\n"), undefined);
    assert.equal(found(file, "the text", "two two\nthe text\nother\n"), undefined);
    assert.equal(found(file, "the text", `${file}${file}`), undefined);
  });

  it("counts the edges of the file as lines, but not lines of brackets", () => {
    assert.equal(found("two\n", "two", "two\n"), 0);
    assert.equal(found("one two", "two", "zero\none two"), 9);
    assert.equal(found("{\n}\nx\n}\n)\n", "x", "a b\n{\n}\nx\n}\n)\nc d\n"), undefined);
  });

  it("is the whole text where nothing is known of what stood around it", () => {
    assert.deepEqual(placeOf("two\n", undefined, "two\n"), { start: 0, end: 4 });
    assert.equal(placeOf("two\n", undefined, "one\ntwo\n"), undefined);
    const nothing = { before: [], after: [], least: 0 };
    assert.equal(placeOf("two", nothing, "one\ntwo\n"), undefined, "a damaged file");
  });

  it("A6 is found at its own place, or not at all, whatever was inserted", () => {
    const line = fc.constantFrom("{", "}", "", "one one", "two two", "the text", "three");
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1 }),
        fc.nat(),
        fc.array(line),
        fc.nat(),
        (lines, nth, added, at) => {
          const text = "the text";
          const before = lines.join("\n");
          const places = before.split(text).length - 1;
          if (places === 0) return;
          const own = placeIn(before, text, nth % places);
          const after = lines.toSpliced(at % (lines.length + 1), 0, ...added);
          const index = before.slice(0, own).split("\n").length - 1;
          const moved = index + (at % (lines.length + 1) <= index ? added.length : 0);
          const column = after.slice(0, moved).join("\n").length + (moved === 0 ? 0 : 1);
          const start = found(before, text, after.join("\n"), nth % places);
          // What was inserted may be the text with the lines around it once more.
          if (!added.includes(text)) assert.ok(start === undefined || start === column);
        },
      ),
    );
  });

  it("reveals nothing of the lines around", () => {
    const { before, after } = aroundOf("password=hunter2\nthe text\nx", { start: 17, end: 25 });
    assert.ok([...before, ...after].every((digest) => /^[\w+/]{4}$/.test(digest)));
    assert.equal(JSON.stringify([before, after]).includes("hunter"), false);
  });
});
