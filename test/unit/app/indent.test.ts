import assert from "node:assert/strict";
import { fitIndent, type FileStyle } from "../../../src/app/indent";

const style: FileStyle = { baseIndent: "    ", afterIndent: true, insertSpaces: true, tabSize: 4 };

describe("an answer in the file's indentation", () => {
  it("brings flush code to the place it goes to", () => {
    assert.equal(fitIndent("if (a) {\n  b();\n}", style), "if (a) {\n      b();\n    }");
  });

  it("indents the first line too where the insertion begins at the margin", () => {
    assert.equal(fitIndent("a\nb", { ...style, afterIndent: false }), "    a\n    b");
  });

  it("leaves alone what is indented already", () => {
    assert.equal(fitIndent("    a\n    b", { ...style, afterIndent: false }), "    a\n    b");
  });

  it("keeps empty lines empty", () => {
    assert.equal(fitIndent("a\n\nb", style), "a\n\n    b");
  });

  it("writes tabs as the file's spaces and spaces as the file's tabs", () => {
    assert.equal(fitIndent("a\n\tb", { ...style, baseIndent: "", tabSize: 2 }), "a\n  b");
    assert.equal(
      fitIndent("a\n      b", { ...style, baseIndent: "", insertSpaces: false }),
      "a\n\t  b",
    );
  });

  it("treats every kind of line end alike", () => {
    assert.equal(fitIndent("a\r\nb\rc", { ...style, baseIndent: "" }), "a\nb\nc");
  });
});
