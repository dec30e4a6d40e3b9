import assert from "node:assert/strict";
import {
  fitIndent,
  type TargetPlace,
} from "../../../../../../src/features/changes/core/indentation/fitIndent";
import { workedMs } from "../../../../../support/machineSpeed";
import { some } from "../../../../../support/testSize";

const place: TargetPlace = {
  languageId: "typescript",
  indent: "    ",
  column: 4,
  unit: "    ",
  tabSize: 4,
};

describe("the place that an answer goes to", () => {
  it("gets code at its own indentation", () => {
    assert.equal(fitIndent("if (a) {\n  b();\n}", place), "if (a) {\n        b();\n    }");
  });

  it("has the first line indented where the answer begins at the margin, or within the blanks", () => {
    assert.equal(fitIndent("a\nb", { ...place, column: 0 }), "    a\n    b");
    assert.equal(fitIndent("a\nb", { ...place, column: 1 }), "   a\n    b");
  });

  it("keeps empty lines empty, and blank ones as they are", () => {
    assert.equal(fitIndent("a\n\n  \nb", place), "a\n\n  \n    b");
  });

  it("treats every kind of line end alike", () => {
    assert.equal(fitIndent("a\r\nb\rc", { ...place, indent: "" }), "a\nb\nc");
  });

  it("leaves what is indented already where nothing is around it", () => {
    const top = { ...place, indent: "", column: 0 };
    assert.equal(fitIndent("    a {\n        b", top), "    a {\n        b");
    assert.equal(fitIndent("  a {\n    b", top), "    a {\n        b");
  });

  it("keeps what is aligned with something aligned, behind the levels", () => {
    const tabs = { ...place, indent: "\t", column: 1, unit: "\t" };
    assert.equal(
      fitIndent("f(a,\n     b);\nif (c) {\n  g(d);\n  h(\n    e,\n     f);\n}", tabs),
      "f(a,\n\t     b);\n\tif (c) {\n\t\tg(d);\n\t\th(\n\t\t\te,\n\t\t\t f);\n\t}",
    );
    assert.equal(
      fitIndent("if (a) {\n\tf(b,\n\t  c);\n}", place),
      "if (a) {\n        f(b,\n          c);\n    }",
    );
  });

  it("Q7 makes levels of whatever steps Python was given", () => {
    assert.equal(
      fitIndent(
        "if a:\n   b\n   if c:\n     d\nelse:\n        e(f,\n          g)\n        # why\n        h",
        { languageId: "python", indent: "\t", column: 1, unit: "\t", tabSize: 4 },
      ),
      "if a:\n\t\tb\n\t\tif c:\n\t\t\td\n\telse:\n\t\te(f,\n\t\t\tg)\n\t\t# why\n\t\th",
    );
    assert.equal(
      fitIndent("if a:\n\tif b:\n\t    c\nelse:\n    d", {
        languageId: "python",
        indent: "",
        column: 0,
        unit: "  ",
        tabSize: 8,
      }),
      "if a:\n  if b:\n    c\nelse:\n  d",
    );
  });

  it("Q7 leaves aligned what goes on in the next line of Python, and strings as they are", () => {
    const top = { languageId: "python", indent: "", column: 0, unit: "    ", tabSize: 4 };
    const inside = { ...top, indent: "    ", column: 4 };
    for (const [at, answer, wanted] of [
      [top, "x = a + \\\n       b\nif x:\n  c", "x = a + \\\n       b\nif x:\n    c"],
      [
        top,
        "x = '''\na\n''' \\\n       .b()\nif x:\n  c",
        "x = '''\na\n''' \\\n       .b()\nif x:\n    c",
      ],
      [inside, "a()\n    b()", "a()\n    b()"],
      [inside, 'def f():\n  """A\n  b"""', 'def f():\n        """A\n        b"""'],
      [inside, 'f(\n  """A\n  b""")', 'f(\n        """A\n  b""")'],
      [inside, 'x = """A\n  b"""', 'x = """A\n  b"""'],
    ] as const)
      assert.equal(fitIndent(answer, at), wanted);
  });

  it("Q7 has a level for whatever Python begins with", () => {
    const top = { languageId: "python", indent: "", column: 0, tabSize: 4 };
    assert.equal(fitIndent(" if a:\n   b\n", { ...top, unit: "    " }), "    if a:\n        b\n");
    assert.equal(fitIndent("   if a:\n     b", { ...top, unit: "\t" }), "\t\tif a:\n\t\t\tb");
  });

  it("Q7 moves text in which a step means something else as it is", () => {
    for (const [languageId, answer] of Object.entries({
      yaml: "run: |\n  if a; then\n     b\nwith:\n  c: it's",
      markdown: "- a\n  - b\n\n        code",
      plaintext: "a\n   b\n\tc",
      haskell: "let a = b\n    c = d\n in e",
    }))
      for (const indent of ["", "  ", "      "]) {
        const there = { ...place, languageId, indent, column: indent.length };
        const moved = answer.replaceAll(/\n(?=.)/g, `\n${indent}`);
        assert.equal(fitIndent(answer, there), moved, languageId);
        const sent = { indent, severalLines: true };
        assert.equal(
          fitIndent(moved, { ...there, sent }),
          moved,
          `${languageId}, ${indent.length}`,
        );
      }
  });

  it("has the tabs that a makefile needs", () => {
    const makefile = { languageId: "makefile", indent: "", column: 0, tabSize: 4 };
    assert.equal(fitIndent("all:\n    a", { ...makefile, unit: "\t" }), "all:\n\ta");
    assert.equal(fitIndent("all:\n\ta", { ...makefile, unit: "    " }), "all:\n\ta");
  });

  it("Q7 reads nothing in a here-document as code", () => {
    const shell = { ...place, languageId: "shellscript" };
    assert.equal(
      fitIndent("cat <<END\n it's\nEND\necho 'a\n  b'\nif c; then\n  d\nfi", shell),
      "cat <<END\n it's\nEND\n    echo 'a\n  b'\n    if c; then\n        d\n    fi",
    );
  });

  it("takes the most frequent step for a level, wherever another one stands", () => {
    const four = "if (a) {\n    b();\n}\n";
    const answer = `x(\n  y,\n);\n${four}${four}`;
    assert.match(fitIndent(answer, { ...place, unit: "\t", indent: "", column: 0 }), /\n\tb\(\);/);
  });

  it("reads a stray quote as a character", () => {
    for (const [languageId, line] of [
      ["typescript", "// `\n<p>don't `</p>"],
      ["python", "a = b # '''\nc = '"],
      ["rust", "// \"\nlet a: &'static str"],
      ["shellscript", 'echo \\" # "\necho ${#a}'],
      ["ruby", "a <<B"],
      ["lua", "a[[1]"],
    ] as const)
      assert.equal(
        fitIndent(`${line}\nif (\n  a\n)`, { ...place, languageId }),
        `${line.replace("\n", "\n    ")}\n    if (\n        a\n    )`,
        languageId,
      );
  });

  it("is worked out in a time that grows with the text alone", () => {
    usedMs("a(b);\n".repeat(20_000), "typescript");
    const limit = 1_000 + 20 * usedMs("a(b);\n".repeat(20_000), "typescript");
    const pieces = ["`${", "<<A\n", "'''\n", '"\n', "/*", "[==[", 'r#"', "\\", "/", "(\n"];
    const languages = ["typescript", "shellscript", "python", "lua", "rust"];
    for (const languageId of some(languages, 2))
      for (const piece of [...pieces, "  a\n a\n"]) {
        const used = usedMs(piece.repeat(100_000 / piece.length), languageId);
        assert.ok(used < limit, `${languageId} ${JSON.stringify(piece)}: ${used} ms of ${limit}`);
      }
  });
});

function usedMs(text: string, languageId: string): number {
  return workedMs(() => fitIndent(text, { ...place, languageId }));
}
