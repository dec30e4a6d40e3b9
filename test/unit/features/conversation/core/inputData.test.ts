import assert from "node:assert/strict";
import fc from "fast-check";
import {
  betweenParts,
  inputData,
  inputParts,
} from "../../../../../src/features/conversation/core/inputData";
import type { Attachment } from "../../../../../src/features/conversation/core/attachment";

const attachment = (more: Partial<Attachment>): Attachment => ({
  id: "a",
  text: "a();",
  languageId: "javascript",
  label: "a.js:1",
  detail: "1 line",
  ...more,
});

/** What a reader finds who knows only that the longest lines of backticks are the fences. */
function contentsOf(input: string): string[] {
  const lines = input.split("\n");
  const lengths = lines.map((line) => /^`{3,}/.exec(line)?.[0].length ?? 0);
  const fence = Math.max(...lengths);
  const marks = lengths.flatMap((length, at) => (length === fence ? [at] : []));
  return marks.flatMap((open, at) =>
    at % 2 === 0 ? [lines.slice(open + 1, marks[at + 1]).join("\n")] : [],
  );
}

const pieces = [
  "`",
  "```",
  "````",
  "~~~",
  "\n",
  "\r\n",
  " ",
  "Attachment 1 of 2: a.js",
  "x",
  "\u2028",
];
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join("")),
);

describe("several attachments of a question", () => {
  it("are named, with their lines and language, each in a fence", () => {
    const attachments = [
      attachment({ path: "src/a.js", lines: "10–24" }),
      attachment({ path: "src/b.ts", lines: "3", text: "b\n", languageId: "typescript" }),
      attachment({ path: "readme", text: "", languageId: "plaintext" }),
    ];
    const expected = `Attachment 1 of 3: src/a.js, lines 10–24
\`\`\`javascript
a();
\`\`\`

Attachment 2 of 3: src/b.ts, line 3
\`\`\`typescript
b

\`\`\`

Attachment 3 of 3: readme
\`\`\`plaintext

\`\`\``;
    assert.equal(inputData({ typed: "", attachments }), expected);
    assert.equal(inputData({ typed: "Why?", attachments }), `Why?\n\n${expected}`);
  });

  it("go by their label where they have no path", () => {
    const input = inputData({ typed: "", attachments: [attachment({}), attachment({})] });
    assert.match(input, /^Attachment 1 of 2: a\.js:1\n/);
  });

  it("G7 stand in quotation marks, in one line, however their names speak", () => {
    const some = fc.record({ path: fc.option(text, { nil: undefined }), label: text, lines: text });
    fc.assert(
      fc.property(fc.array(some, { minLength: 2, maxLength: 5 }), (given) => {
        const attachments = given.map(({ path, ...one }) =>
          attachment({ ...one, ...(path !== undefined && { path }), text: "x", languageId: "" }),
        );
        const heads = inputData({ typed: "", attachments })
          .split("\n\n")
          .map((part) => part.slice(0, part.indexOf("\n")));
        const quotation = String.raw`"(?:[^"\\]|\\["\\]|\\u[\da-f]{4}){0,200}"`;
        const head = new RegExp(
          `^Attachment \\d of \\d: (?:${quotation}|[!-~]+)(?:, lines? (?:[\\d–, ]+|[!-~]+|${quotation}))?$`,
        );
        assert.equal(heads.length, given.length);
        for (const one of heads) assert.match(one, head);
      }),
    );
  });

  it("can each be recovered, whatever they and their names contain", () => {
    const some = fc.record({ text, path: text, lines: text, languageId: text });
    fc.assert(
      fc.property(text, fc.array(some, { minLength: 2, maxLength: 5 }), (typed, given) => {
        const attachments = given.map((one) => attachment(one));
        assert.deepEqual(
          contentsOf(inputData({ typed, attachments })),
          given.map((one) => one.text),
        );
      }),
    );
  });

  it("are parts of the text with the names that they have in it, and what is typed is the first", () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 3 }), (typed, texts) => {
        const attachments = texts.map((each, at) => attachment({ id: `${at}`, text: each }));
        const parts = inputParts({ typed, attachments });
        const joined = parts.map((part) => part.text).join(betweenParts);
        assert.equal(joined, inputData({ typed, attachments }));
        const named = parts.filter(({ name }) => name === "a.js:1").length;
        assert.equal(named, attachments.length);
        const isFirst = typed.trim() !== "" || texts.length === 0;
        assert.equal(parts[0]?.name === undefined, isFirst);
      }),
    );
  });

  it("are one text as it is where there is one and nothing is typed", () => {
    fc.assert(
      fc.property(text, (only) => {
        const attachments = [attachment({ text: only, path: "src/a.js" })];
        assert.equal(inputData({ typed: " \n", attachments }), only);
      }),
    );
  });

  it("name pictures behind the texts", () => {
    const picture = { type: "image/png", width: 2, height: 1, bytes: 9, digest: "d" } as const;
    const screen = attachment({ text: "", label: "my screen.png", picture });
    const named = '[Picture "my screen.png": image/png, 2 × 1]';
    assert.equal(inputData({ typed: "", attachments: [screen] }), named);
    assert.equal(
      inputData({
        typed: "Why?",
        attachments: [screen, attachment({ text: "a", languageId: "" })],
      }),
      `Why?\n\n\`\`\`\na\n\`\`\`\n\n${named}`,
    );
  });

  it("cannot end the fence of the only one either", () => {
    fc.assert(
      fc.property(text, text, (only, languageId) => {
        const input = inputData({
          typed: "Why?",
          attachments: [attachment({ text: only, languageId })],
        });
        const end = only.endsWith("\n") ? "" : "\n";
        assert.deepEqual(contentsOf(input), [`${only}${end}`.slice(0, -1)]);
      }),
    );
  });
});
