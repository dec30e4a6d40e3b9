import assert from "node:assert/strict";
import fc from "fast-check";
import { answerPieces } from "../../support/answerPieces";
import { sized } from "../../support/testSize";
import { until } from "../../support/until";
import { answerBlocks } from "../../../src/kit/answerBlocks";
import { markdownParser, slicesOf } from "../../../src/kit/markdown";
import { answered, chat } from "./fixtures";
import { specifications } from "./specifications";
import { useChromium } from "./suite";

const codeOf = (tokens: { type: string; content: string; info: string }[]) =>
  tokens.filter(({ type }) => type === "fence" || type === "code_block");

const expected = (markdown: string) =>
  codeOf(markdownParser.parse(markdown, {})).map(({ content, info }) => [info, content]);

const sliced = (markdown: string) => {
  const slices = [...slicesOf(markdown)];
  const tokens = slices.flatMap((slice) => ("tokens" in slice ? slice.tokens : []));
  return { slices, blocks: codeOf(tokens).map(({ content, info }) => [info, content]) };
};

describe("slices of an answer", () => {
  it("I13 holds the same code blocks in the same order as the whole, wherever it is cut", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...answerPieces), { minLength: 1, maxLength: 40 }),
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
      assert.deepEqual(sliced(markdown).blocks, [["math", maths.trimEnd() + "\n"]]);
    }
  });

  it("cuts no link definition in two, wherever its lines stand", () => {
    const definition = '[ref]: https://example.com\n"a title\nof several\nlines"\n\n';
    for (let length = 5_900; length < 6_100; length += 5) {
      const markdown = `${"x".repeat(length)}\n\n${definition}${"Words.\n\n".repeat(3_000)}`;
      const texts = sliced(markdown).slices.flatMap((slice) =>
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
    const { slices, blocks } = sliced(list);
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

describe("the blocks that a page shows", () => {
  const { open } = useChromium();

  it("A8 are those that the host reads, in their order, with their files", async () => {
    const answers = fc.sample(
      fc.array(fc.constantFrom(...answerPieces), { minLength: 1, maxLength: 10 }),
      sized(100, 2_000),
    );
    const { page, post } = await open(chat([answered("The code for Markdown is loaded.")]));
    await page.locator(".part").waitFor();
    for (const [at, pieces] of answers.entries()) {
      const output = pieces.join("");
      const id = `blocks-${at}`;
      await post({ event: "turn", turn: { ...answered(output), id } });
      const expected = answerBlocks(output).map(({ code, language, file }) => {
        const { first, last } = file?.lines ?? {};
        const lines = first === undefined ? "" : first === last ? `:${first}` : `:${first}–${last}`;
        return [code, file ? `${file.path}${lines}` : language || "text"];
      });
      const shown = () =>
        page
          .locator(`[data-turn=${id}] .code-block`)
          .evaluateAll((all) =>
            all.map((one) => [
              one.querySelector("code")!.textContent,
              one.querySelector(".code-language")!.textContent,
            ]),
          );
      await until("all blocks are shown", async () => (await shown()).length >= expected.length);
      assert.deepEqual(await shown(), expected, JSON.stringify(output));
    }
  });
});
