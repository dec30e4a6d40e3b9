import assert from "node:assert/strict";
import {
  fileIndentation,
  targetPlace,
} from "../../../../../../src/features/changes/core/indentation/fitIndent";
import { languageOf } from "../../../../../../src/features/changes/core/indentation/fileLanguage";
import { indentUnit } from "../../../../../../src/features/changes/core/indentation/measure";

const unitOf = (...lines: string[]) => indentUnit(lines);

describe("one level of the indentation of a file", () => {
  const two = ["a {", "  b {", "    c", "  }", "}"];
  it("is the step that most of its lines take", () => {
    assert.equal(unitOf(...two), "  ");
    assert.equal(unitOf(...two.map((line) => line.replaceAll("  ", "    "))), "    ");
    assert.equal(unitOf(...two.map((line) => line.replaceAll("  ", "\t"))), "\t");
    assert.equal(unitOf(...two, "f(a,", "       b);"), "  ");
  });

  it("is none where no line is indented, or only a comment", () => {
    assert.equal(unitOf("a", "", "b"), undefined);
    assert.equal(unitOf("/**", "  * a", "  */", "a"), undefined);
  });
});

describe("the place of a text in a file", () => {
  it("is indented as its line is, and as the file is where its line begins at the margin", () => {
    const settings = { step: 2, tabSize: 8, languageId: "ts", sent: undefined };
    for (const [line, isByTabs, unit] of [
      ["", true, "\t"],
      ["", false, "  "],
      ["  a", true, "  "],
      ["\ta", false, "\t"],
      [" \ta", false, "\t"],
    ] as const)
      assert.deepEqual(targetPlace(line, 1, { ...settings, isByTabs }), {
        languageId: "ts",
        indent: /^\s*/.exec(line)![0],
        column: 1,
        unit,
        tabSize: 8,
        sent: undefined,
      });
  });

  it("has the steps of the file, or those of the settings", () => {
    const settings = { isByTabs: true, step: 3, tabSize: 3 };
    assert.deepEqual(fileIndentation(["a"], settings), settings);
    assert.deepEqual(fileIndentation(["a"]), { isByTabs: false, step: 4, tabSize: 4 });
    const spaces = { isByTabs: false, step: 2, tabSize: 3 };
    assert.deepEqual(fileIndentation(["a", "  b"], settings), spaces);
    const tabs = { isByTabs: true, step: 8, tabSize: 8 };
    assert.deepEqual(fileIndentation(["a", "\tb"], { isByTabs: false, step: 2, tabSize: 8 }), tabs);
  });

  it("is in the language that the name of the file tells, however it is written", () => {
    for (const [path, language] of [
      ["a.ts", "typescript"],
      ["src/A.TS", "typescript"],
      ["a.b.Py", "python"],
      ["DOCKERFILE.dev", "dockerfile"],
      ["Containerfile", "dockerfile"],
      ["my.dockerfile", "plaintext"],
      ["GNUmakefile", "makefile"],
      ["rules.mk", "makefile"],
      ["makefile.md", "markdown"],
      ["ts", "typescript"],
      ["a.ts/none", "plaintext"],
    ])
      assert.equal(languageOf(path!), language, path);
  });
});
