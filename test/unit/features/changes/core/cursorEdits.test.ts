import assert from "node:assert/strict";
import fc from "fast-check";
import { cursorEdits, withEdits } from "../../../../../src/features/changes/core/cursorEdits";
import { fileIndentation } from "../../../../../src/features/changes/core/indentation/fitIndent";

/** A file with `‸` for each cursor and `«…»` for each selection, after an answer was inserted. */
function inserted(marked: string, answer: string, languageId = "typescript"): string {
  const spots: { line: number; character: number }[] = [];
  const opened = new Set<number>();
  const lines = marked.split("\n").map((line, at) => {
    let plain = "";
    for (const char of line)
      if ("‸«»".includes(char)) {
        if (char === "«") opened.add(spots.length);
        spots.push({ line: at, character: plain.length });
        if (char === "‸") spots.push(spots.at(-1)!);
      } else plain += char;
    return plain;
  });
  const selections = [];
  for (let at = 0; at < spots.length; at += 2)
    selections.push({ start: spots[at]!, end: spots[at + 1]! });
  const file = { lines, languageId, ...fileIndentation(lines) };
  const { after, cursors } = withEdits(lines, cursorEdits(answer, selections, file));
  const shown = after.split("\n");
  for (const { line, character } of cursors.toReversed())
    shown[line] = `${shown[line]!.slice(0, character)}‸${shown[line]!.slice(character)}`;
  return shown.join("\n");
}

const block = "if (a) {\n  b();\n}";

describe("an answer at the cursor", () => {
  it("A7 is one line where the cursor is, before, in and behind text", () => {
    for (const [before, after] of [
      ["‸two\n", "one‸two\n"],
      ["t‸wo\n", "tone‸wo\n"],
      ["two‸\n", "twoone‸\n"],
      ["f() {\n  ‸two\n}\n", "f() {\n  one‸two\n}\n"],
    ] as const)
      assert.equal(inserted(before, "one\n"), after);
  });

  it("A7 is a comment of one line on a line of its own, unless nothing is behind the cursor", () => {
    assert.equal(inserted("f() {\n  ‸two\n}\n", "// one"), "f() {\n  // one‸\n  two\n}\n");
    assert.equal(inserted("two ‸\n", "// one"), "two // one‸\n");
    assert.equal(inserted("a: ‸;\n", "#fff"), "a: #fff‸;\n");
  });

  it("A7 is several lines on lines of their own, above what is behind the cursor", () => {
    assert.equal(inserted("‸two();\n", block), "if (a) {\n    b();\n}‸\ntwo();\n");
    for (const cursor of ["‸  two();", "  ‸two();", " ‸ two();"])
      assert.equal(
        inserted(`f() {\n${cursor}\n}\n`, block),
        "f() {\n  if (a) {\n    b();\n  }‸\n  two();\n}\n",
      );
    assert.equal(
      inserted("f() {\n  two();\n‸}\n", block),
      "f() {\n  two();\n  if (a) {\n    b();\n  }‸\n}\n",
      "a brace ends the block that the lines belong to",
    );
  });

  it("A7 is several lines below a line with text in front of the cursor", () => {
    const below = "f() {\n  two();\n  if (a) {\n    b();\n  }‸\n}\n";
    for (const cursor of ["two‸();", "two();‸"])
      assert.equal(inserted(`f() {\n  ${cursor}\n}\n`, block), below);
    for (const [begun, rest] of [
      ["f() {‸", "\n}\n"],
      ["f() {‸ // why", "\n}\n"],
      ["f() {‸", "\n  two();\n}\n"],
    ] as const)
      assert.equal(
        inserted(begun + rest, "one();\ntwo();").replaceAll("    ", "  "),
        `${begun.replace("‸", "")}\n  one();\n  two();‸${rest}`,
        "never behind a brace",
      );
    assert.equal(inserted("two();‸", "a\nb"), "two();\na\nb‸", "no final newline is added");
    assert.equal(inserted("f() {\n  a();\n}‸\nb();\n", "a\nb"), "f() {\n  a();\n}\na\nb‸\nb();\n");
  });

  it("A7 fills an empty line, in the indentation of the lines around it", () => {
    assert.equal(inserted("‸", "one\ntwo"), "one\ntwo‸");
    assert.equal(inserted("\n‸", "one"), "\none‸\n", "the file still ends with a line end");
    assert.equal(inserted("a();\n‸", "one\ntwo"), "a();\none\ntwo‸\n");
    const levels = "x {\n  y();\n}\n";
    for (const line of ["‸", "  ‸", "‸  "])
      for (const [before, after] of [
        ["f() {\n  a();\n", "\n}\n"],
        ["f() {\n", "\n}\n"],
        ["f() {\n", "\n  a();\n}\n"],
        ["f() {\n  a();\n", "\n  b();\n}\n"],
      ] as const)
        assert.equal(
          inserted(`${levels}${before}${line}${after}`, block),
          `${levels}${before}  if (a) {\n    b();\n  }‸${after}`,
        );
    assert.equal(
      inserted("f() {\n  a();\n}\n‸\ng();\n", "h();"),
      "f() {\n  a();\n}\nh();‸\ng();\n",
    );
  });

  it("A7 has the levels of Python, where a line without indentation is one of the file", () => {
    const python = "def f():\n  return 1\n‸\ndef g():\n  return 2\n";
    const answer = "def h():\n    return 3";
    const at = (file: string) => inserted(file, answer, "python");
    assert.equal(at(python), python.replace("‸", "def h():\n  return 3‸"));
    assert.equal(at("def f():\n  return 1\n‸"), "def f():\n  return 1\ndef h():\n  return 3‸\n");
    assert.equal(at("def f():‸\n  pass\n"), "def f():\n  def h():\n    return 3‸\n  pass\n");
    assert.equal(
      at("if a:\n  b()\n‸else:\n  c()\n"),
      "if a:\n  b()\n  def h():\n    return 3‸\nelse:\n  c()\n",
    );
  });

  it("A7 replaces a selection, and keeps the line end behind whole lines", () => {
    assert.equal(inserted("a «b» c\n", "x"), "a x‸ c\n");
    assert.equal(inserted("f() {\n  «a();»\n}\n", block), "f() {\n  if (a) {\n    b();\n  }‸\n}\n");
    assert.equal(inserted("f() {\n«  a();\n»}\n", block), "f() {\n  if (a) {\n    b();\n  }‸\n}\n");
    assert.equal(inserted("«one\ntwo\n»three\n", "x\ny\n"), "x\ny‸\nthree\n");
    assert.equal(
      inserted("f({\n  a: «null»,\n});\n", "{\n  b: 1,\n}"),
      "f({\n  a: {\n    b: 1,\n  }‸,\n});\n",
    );
  });

  it("A7 goes to each of several cursors and selections, once to each place", () => {
    assert.equal(inserted("a‸\nb‸\n\n", "x"), "ax‸\nbx‸\n\n");
    assert.equal(inserted("a‸\n«b»\n", "x\ny"), "a\nx\ny‸\nx\ny‸\n");
    assert.equal(inserted("a‸ b‸\n", "x\ny"), "a b\nx\ny‸\n");
    assert.equal(inserted("a‸ b« c\nd»\n", "x\ny").replaceAll("‸", ""), "a bx\ny\n");
    assert.equal(inserted("«a»«b»\n", "x"), "x‸x‸\n");
  });

  it("A7 is the text as it is, without the end of its last line where that is another's", () => {
    assert.equal(inserted("a‸\n", "\nx\n\ny\n"), "a\n\nx\n\ny‸\n");
    assert.equal(inserted("a‸\n", "x\r\ny\rz\r\n"), "a\nx\ny\nz‸\n");
    assert.equal(inserted("‸", "  x\ny\n\n"), "  x\ny\n\n‸");
  });

  it("A7 is text as it is in a language without levels", () => {
    for (const languageId of ["markdown", "plaintext", "yaml"]) {
      assert.equal(inserted("a:\n‸\n  b\n", "x\n  y", languageId), "a:\nx\n  y‸\n  b\n");
      assert.equal(
        inserted("- a\n  - b‸\n", "- x\n- y", languageId),
        "- a\n  - b\n  - x\n  - y‸\n",
      );
    }
  });

  it("A7 stands on lines of its own at any cursor, and every other line stays", () => {
    const line = fc.constantFrom("", "  ", "{", "  a();", "    b();", "}", "\tc();", "x) {");
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.nat(), fc.nat(), (lines, row, column) => {
        const at = row % lines.length;
        const own = lines[at]!;
        const spot = { line: at, character: column % (own.length + 1) };
        const file = { lines, languageId: "typescript", ...fileIndentation(lines) };
        const edits = cursorEdits("first\nlast", [{ start: spot, end: spot }], file);
        const { after } = withEdits(lines, edits);
        const texts = after.split("\n");
        const first = texts.findIndex((one) => one.trim() === "first");
        assert.equal(texts[first + 1]?.trim(), "last", after);
        const others = texts.toSpliced(first, 2).filter((one) => one.trim() !== "");
        assert.deepEqual(
          others,
          lines.filter((one) => one.trim() !== ""),
        );
      }),
    );
  });
});
