import assert from "node:assert/strict";
import fc from "fast-check";
import { sized } from "../../support/testSize";
import { answered, chat } from "./fixtures";
import { assertInert, showLive } from "./expectedContent";
import { useChromium } from "./suite";

const marks = [
  ..."*_`~[]()!<>#-+=|\\&\"':.;\n\r\t\0 ",
  "\n\n",
  "```",
  "](",
  "]: ",
  "<!--",
  "</",
  "&#x202e;",
  "javascript:",
  "https://x.example/",
  "\u202e",
  "\u001b[31m",
  "\ud800",
  "|-|-|",
  "- [ ] ",
  "> ",
  "    ",
];

const anyMarkdown = fc
  .array(fc.oneof(fc.constantFrom(...marks), fc.string({ unit: "binary", maxLength: 8 })), {
    maxLength: 60,
  })
  .map((parts) => parts.join(""));

/** Words of a paragraph between marks that form no link, title or block of their own. */
const paragraph = fc
  .array(
    fc.array(
      fc.constantFrom(
        "*",
        "_",
        "**",
        "~~",
        "\\",
        "[",
        "]",
        "!",
        "<",
        ">",
        "&",
        "\n",
        " ",
        "#",
        "\u202e",
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((between) => {
    const words = between.map((_, at) => `w${at}x`);
    const source = words.map(
      (word, at) => `${word}${between[at]?.join("").replaceAll(/\n+[^\w]*/g, "\n") ?? ""}`,
    );
    return { words, markdown: `start ${source.join("")}end` };
  });

describe("any answer at all", () => {
  const { open } = useChromium();

  it("W4 W1 is drawn without a failure, of known elements, and keeps the words of its paragraphs", async () => {
    const opened = await open(chat([answered("warm")]));
    await opened.page.locator(".answer .piece").waitFor();
    // A failure reports its seed and the smallest failing answer.
    await fc.assert(
      fc.asyncProperty(fc.array(anyMarkdown, { minLength: 1, maxLength: 20 }), async (texts) => {
        await showLive(
          opened,
          texts.map((text) => answered(text)),
        );
        await assertInert(opened, "any text");
      }),
      { numRuns: sized(6, 50), endOnFailure: true },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(paragraph, { minLength: 1, maxLength: 20 }), async (paragraphs) => {
        await showLive(
          opened,
          paragraphs.map(({ markdown }) => answered(markdown)),
        );
        const texts = await opened.page.locator(".answer").allTextContents();
        for (const [at, { words, markdown }] of paragraphs.entries())
          for (const word of ["start", ...words, "end"])
            assert.ok(texts[at]?.includes(word), `${word} of ${JSON.stringify(markdown)}`);
        await assertInert(opened, "paragraphs");
      }),
      { numRuns: sized(6, 50), endOnFailure: true },
    );
  });
});
