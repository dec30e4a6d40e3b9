import assert from "node:assert/strict";
import fc from "fast-check";
import { answerBlocks, BlockReader, type AnswerBlock } from "../../../src/kit/answerBlocks";
import { markdownParser } from "../../../src/kit/markdown";
import { answerPieces } from "../../support/answerPieces";
import { sized } from "../../support/testSize";

const codes = (markdown: string) => answerBlocks(markdown).map(({ code }) => code);
const withLanguages = (markdown: string) =>
  answerBlocks(markdown).map(({ code, language }) => ({ code, language }));

const openIn = (markdown: string) => answerBlocks(markdown).map(({ isOpen }) => isOpen);
const asideOf = (above: string, code = "x();") =>
  answerBlocks(`${above}\n\n\`\`\`ts\n${code}\n\`\`\``)[0]?.isAside;
const seen = ({ code, text, info, language }: AnswerBlock) => [code, text, info, language];

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

  it("has the fences of a block of Markdown inside of it", () => {
    const inner = "# Shop\n\n```sh\nnpm ci\n```\n\n````md\n```ts\na;\n```\n````\n\nMIT";
    for (const [open, close] of [
      ["```markdown", "```"],
      ["```md", "```"],
      ["``` MDX title", "```"],
      ["```README.md", "```"],
      ["~~~md\n~~~ts\nb;\n~~~", "~~~"],
      ["`````markdown", "`````"],
    ] as const) {
      const [head = "", ...more] = open.split("\n");
      const code = [...more, inner].join("\n");
      assert.deepEqual(codes(`${head}\n${code}\n${close}\n\n\`\`\`\nc\n\`\`\``), [code, "c"], open);
      const quoted = `${head}\n${code}\n${close}`.replaceAll(/^/gm, "> ");
      assert.deepEqual(codes(quoted), [code], open);
      const item = `1. a\n\n${`${head}\n${code}\n${close}`.replaceAll(/^(?=.)/gm, "   ")}`;
      assert.deepEqual(codes(item.replaceAll("\n", "\r\n")), [code], open);
    }
    assert.deepEqual(codes("```ts\na\n```sh\n```\nb\n```"), ["a\n```sh", ""]);
    assert.deepEqual(codes("```md\na\n```\nb\n```\nc\n```"), ["a", "c"]);
    assert.deepEqual(codes("````md\n```sh\n````\n\n    b"), ["```sh", "b"]);
    assert.deepEqual(codes("```md\n    ```sh\na\n```\n\nb"), ["    ```sh\na"]);
  });

  it("knows a block that the answer does not end", () => {
    assert.deepEqual(openIn("```\na"), [true]);
    assert.deepEqual(openIn("```md\n```sh\na\n```\n"), [true]);
    assert.deepEqual(openIn("```\na\n```\n\n~~~\nb\n~~~"), [false, false]);
    assert.deepEqual(openIn("> ```\n> a\n\ntext"), [true]);
  });

  it("knows a block that is an example, a command, or what was before", () => {
    for (const above of [
      "Before:",
      "The original version:",
      "Vorher:",
      "Then run:",
      "Output of `src/a.ts`:",
      "Tests for `src/a.ts`:",
      "`src/a.ts` (before):",
      "Führe aus:",
      "修改前：",
    ])
      assert.equal(asideOf(above), true, above);
    assert.equal(asideOf("`src/a.ts`:", "// Before\nx();"), true);
    for (const above of [
      "After:",
      "Like this:",
      "For example:",
      "`src/a.ts`:",
      "Before I forget it.",
      "",
    ])
      assert.equal(asideOf(above), false, above);
  });

  it("takes a table that is too wide for text, and reads on", () => {
    const wide = `|${"a|".repeat(200)}\n|${"-|".repeat(200)}\n|b\n`;
    assert.deepEqual(codes(`${wide}\n\`\`\`\na\n\`\`\``), ["a"]);
    assert.deepEqual(codes(`${wide}\`\`\`\na\n\`\`\``), ["a"]);
  });

  it("A8 is the same wherever the page cuts the answer", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...answerPieces), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 30 }),
        (chosen, repeats) => {
          const markdown = chosen.join("").repeat(repeats);
          const whole = new BlockReader();
          whole.read(markdownParser.parse(markdown, {}));
          assert.deepEqual(answerBlocks(markdown).map(seen), whole.blocks.map(seen));
        },
      ),
      { numRuns: sized(300, 4_000) },
    );
  });

  it("has a text without the line that names its file, and shows that line", () => {
    const [block] = answerBlocks("```ts\n// src/cart.ts\nexport {};\n\n```");
    assert.deepEqual(block, {
      code: "// src/cart.ts\nexport {};\n",
      text: "export {};\n",
      nameLine: "// src/cart.ts",
      info: "ts",
      language: "ts",
      file: { path: "src/cart.ts", isSure: true },
      isOpen: false,
      isAside: false,
    });
  });

  it("keeps empty lines and blanks, except the line break at its end", () => {
    assert.deepEqual(codes("```\n\n  a  \n\n\n```\n"), ["\n  a  \n\n"]);
    assert.deepEqual(codes("```\n```\n"), [""]);
  });
});
