import assert from "node:assert/strict";
import { codeBlocks } from "../../../../../src/features/changes/core/codeBlocks";

const codes = (markdown: string) => codeBlocks(markdown).map(({ code }) => code);

describe("code blocks of an answer", () => {
  it("come in document order, fenced, indented and nested", () => {
    const answer =
      "```ts a\nx\n\ny\n```\n\n- item\n\n  ~~~\n  z\n  ~~~\n\n      deep\n\ntext\n\n    tail\n";
    assert.deepEqual(codeBlocks(answer), [
      { code: "x\n\ny", language: "ts" },
      { code: "z", language: "" },
      { code: "deep", language: "" },
      { code: "tail", language: "" },
    ]);
  });

  it("take an unclosed fence to the end", () => {
    assert.deepEqual(codeBlocks("```\na"), [{ code: "a", language: "" }]);
  });

  it("keeps empty lines and blanks, except the line break at its end", () => {
    assert.deepEqual(codes("```\n\n  a  \n\n\n```\n"), ["\n  a  \n\n"]);
    assert.deepEqual(codes("```\n```\n"), [""]);
  });
});
