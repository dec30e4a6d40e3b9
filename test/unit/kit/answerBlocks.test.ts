import assert from "node:assert/strict";
import { answerBlocks } from "../../../src/kit/answerBlocks";

const codes = (markdown: string) => answerBlocks(markdown).map(({ code }) => code);
const withLanguages = (markdown: string) =>
  answerBlocks(markdown).map(({ code, language }) => ({ code, language }));

describe("code blocks of an answer", () => {
  it("come in document order, fenced, indented and nested", () => {
    const answer =
      "```ts a\nx\n\ny\n```\n\n- item\n\n  ~~~\n  z\n  ~~~\n\n      deep\n\ntext\n\n    tail\n";
    assert.deepEqual(withLanguages(answer), [
      { code: "x\n\ny", language: "ts" },
      { code: "z", language: "" },
      { code: "deep", language: "" },
      { code: "tail", language: "" },
    ]);
  });

  it("take an unclosed fence to the end", () => {
    assert.deepEqual(withLanguages("```\na"), [{ code: "a", language: "" }]);
  });

  it("has maths on lines of its own as it was written, whatever its lines would be otherwise", () => {
    const formulas = [
      "$$\na = b\n+ c\n- d\n# e\n> f\n1. g\n$$",
      "$$ x_1\n---\n= 2 $$.",
      "$$E = m c^2$$",
      "\\[\n+ \\frac{a}{b}\n\\]",
      "\\[ x_1 * y * z \\]",
      "\\[E = m\\],",
    ];
    for (const formula of formulas) {
      const code = [{ code: formula, language: "math" }];
      assert.deepEqual(withLanguages(formula), code);
      assert.deepEqual(withLanguages(`Therefore\n${formula}\nwhich ends it.`), code, formula);
      const indented = formula.replaceAll("\n", "\n   ");
      assert.deepEqual(withLanguages(`1. One:\n   ${indented}\n2. Two`), code, formula);
      assert.deepEqual(withLanguages(`> ${formula.replaceAll("\n", "\n> ")}`), code, formula);
    }
    assert.deepEqual(withLanguages("In `paper.tex`:\n\n$$\nx\n$$"), [
      { code: "$$\nx\n$$", language: "math" },
    ]);
    const [{ code } = {}] = answerBlocks("- a\n\n  $$\n  x\n    y\n  $$");
    assert.equal(code, "$$\nx\n  y\n$$");
  });

  it("takes for maths neither what stays open nor amounts, links and escaped brackets", () => {
    for (const text of [
      "$$\na\n\n    b\n$$",
      "$$\n```\nb\n```\n$$",
      "$$\na",
      "$$5 and $$6 are amounts\n+ one\n+ two",
      "$$$\na\n$$$",
      "$$a$$ and $$b$$",
      "\\[not a link\\](https://a.example)",
      "\\[1\\]",
      "\\[ ] a task\n- [ ] another \\]: no",
      `$$\n${"a\n".repeat(300)}$$`,
    ])
      assert.ok(!answerBlocks(text).some(({ language }) => language === "math"), text);
    assert.deepEqual(codes(`${"$$ a\n".repeat(50_000)}\n    code`), ["code"]);
  });

  it("has a text without the line that names its file, and shows that line", () => {
    const [block] = answerBlocks("```ts\n// src/cart.ts\nexport {};\n\n```");
    assert.deepEqual(block, {
      code: "// src/cart.ts\nexport {};\n",
      text: "export {};\n",
      info: "ts",
      language: "ts",
      file: { path: "src/cart.ts", isSure: true },
    });
  });

  it("keeps empty lines and blanks, except the line break at its end", () => {
    assert.deepEqual(codes("```\n\n  a  \n\n\n```\n"), ["\n  a  \n\n"]);
    assert.deepEqual(codes("```\n```\n"), [""]);
  });
});
