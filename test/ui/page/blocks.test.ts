import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { sized } from "../../support/testSize";
import { addMathsBlocks } from "../../../src/kit/mathsBlocks";
import { slicesOf } from "../../../src/kit/markdown";
import { specifications } from "./specifications";

const whole = new MarkdownIt({ html: false });
addMathsBlocks(whole);

const codeOf = (tokens: { type: string; content: string; info: string }[]) =>
  tokens.filter(({ type }) => type === "fence" || type === "code_block");

const expected = (markdown: string) =>
  codeOf(whole.parse(markdown, {})).map(({ content, info }) => [info, content]);

const sliced = (markdown: string) => {
  const slices = [...slicesOf(markdown)];
  const tokens = slices.flatMap((slice) => ("tokens" in slice ? slice.tokens : []));
  return { slices, blocks: codeOf(tokens).map(({ content, info }) => [info, content]) };
};

/** Pieces that trip up a careless splitter: open fences, lists with code, quotes, indented code. */
const pieces = [
  "A paragraph\nof two lines.\n\n",
  "```ts\nlet a = 1;\n\n- not a list\n```\n\n",
  "~~~~\n```\nstill open\n~~~~\n\n",
  "- item\n\n  ```js\n  in a list\n  ```\n\n- next\n\n      indented in a list\n\n",
  "> quote\n> ```\n> in a quote\n\n",
  "    indented\n\n    code\n\n",
  "1. one\n2. two\n\n   ~~~\n   x\n\n   y\n   ~~~\n",
  "| a | b |\n| - | - |\n| `c` | d |\n\n",
  "  ```\n  open inside two spaces\n",
  "```\n\n",
  "[ref]: https://example.com\n  'title'\n\n",
  "Setext\n===\n\n# Heading\n***\n",
  "\ttab code\n\n \n\n\t\n",
  "Thus\n$$\n+ a\n-     b\n$$\n\n",
  "$$\nopen\n\n",
  "\\[\n> x = 1\n1. y\n\\]\n",
  "text\r\n```\r\ncarriage\rreturns\r\n```\r\n",
];

/** The same on a busy machine, where what takes too long at the first try comes as plain text. */
function slicedInTime(markdown: string): ReturnType<typeof sliced> {
  for (let tries = 1; ; tries++) {
    const result = sliced(markdown);
    if (tries === 10 || result.slices.every((slice) => "tokens" in slice)) return result;
  }
}

describe("slices of an answer", () => {
  it("I13 holds the same code blocks in the same order as the whole, wherever it is cut", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 40 }),
        (chosen, repeats) => {
          const markdown = chosen.join("").repeat(repeats);
          const { slices, blocks } = sliced(markdown);
          if (slices.some((slice) => "plain" in slice)) {
            assert.deepEqual(blocks, expected(markdown).slice(0, blocks.length));
          } else {
            assert.deepEqual(blocks, expected(markdown));
          }
        },
      ),
      { numRuns: sized(50, 300) },
    );
  });

  it("I13 agrees on the whole of each specification as one text", () => {
    for (const [name, { examples }] of Object.entries(specifications)) {
      const markdown = examples()
        .map((example) => example.markdown)
        .join("\n\n");
      assert.deepEqual(sliced(markdown).blocks, expected(markdown), name);
    }
  });

  it("draws maths that is on its way as what it will be", () => {
    const maths = "Thus\n\n$$\na = b\n+ c\n- d\n# e\n$$\n\nis so.";
    const start = maths.indexOf("$$");
    for (let length = start + 2; length < maths.length; length++) {
      const [slice] = slicesOf(maths.slice(0, length), { isGrowing: true });
      assert.ok(slice && "tokens" in slice);
      const types = slice.tokens.map(({ type }) => type).slice(3);
      assert.equal(types[0], "fence", maths.slice(0, length));
      assert.ok(types.length === 1 || types[1] === "paragraph_open", types.join());
    }
    const [finished] = slicesOf("$$\n+ a");
    assert.ok(finished && "tokens" in finished);
    assert.ok(finished.tokens.some(({ type }) => type === "bullet_list_open"));
  });

  it("cuts no maths in two, wherever it stands", () => {
    const maths = `$$\n${"+ a\n- b\n".repeat(40)}$$\n\n`;
    for (let length = 5_400; length < 6_100; length += 20) {
      const markdown = `${"x".repeat(length)}\n\n${maths}${"Words.\n\n".repeat(3_000)}`;
      assert.deepEqual(slicedInTime(markdown).blocks, [["math", maths.trimEnd() + "\n"]]);
    }
  });

  it("cuts no link definition in two, wherever its lines stand", () => {
    const definition = '[ref]: https://example.com\n"a title\nof several\nlines"\n\n';
    for (let length = 5_900; length < 6_100; length += 5) {
      const markdown = `${"x".repeat(length)}\n\n${definition}${"Words.\n\n".repeat(3_000)}`;
      const texts = slicedInTime(markdown).slices.flatMap((slice) =>
        "tokens" in slice ? slice.tokens.map(({ content }) => content) : [slice.plain],
      );
      assert.ok(texts.length > 1000);
      assert.deepEqual(
        texts.filter((text) => text.includes("title") || text.includes("lines")),
        [],
        `${length}`,
      );
    }
  });

  it("cuts a long answer into many slices and a short one not at all", () => {
    const long = "A paragraph of some words.\n\n```\ncode\n```\n\n".repeat(5000);
    assert.ok(sliced(long).slices.length > 5);
    assert.equal(sliced("short\n\n```\ncode\n```\n").slices.length, 1);
  });

  it("cuts a list that is longer than a slice between its items", () => {
    const list = "- item with words\n\n  ```\n  code\n  ```\n\n".repeat(3000);
    const { slices, blocks } = slicedInTime(list);
    assert.ok(slices.length > 3 && slices.every((slice) => "tokens" in slice));
    assert.equal(blocks.length, 3000);
  });

  it("shows what cannot be cut in time as plain text, losing nothing", () => {
    const quote = "> line\n".repeat(400_000);
    const slices = [...slicesOf(quote)];
    const plain = slices.map((slice) => ("plain" in slice ? slice.plain : "")).join("");
    assert.equal(plain, quote);
  });
});
