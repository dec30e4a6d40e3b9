import assert from "node:assert/strict";
import fc from "fast-check";
import { regularExpression } from "../../../../../src/builtInHub/exact/regex/regularExpression";
import { answerTo, blockIn, type Attached } from "../asking";

const ask = (words: string, attached?: Attached | string) =>
  answerTo(regularExpression, words, attached);
const raw = String.raw;

const explaining = [
  "explain §",
  "Explain §",
  "explain the regex §",
  "explain this regex §",
  "explain regex: §",
  "explain the regular expression §",
  "describe §",
  "what does § do",
  "what does § match",
  "what does the regex § mean",
  "explain what § matches",
  "§ explained",
];
const testing = [
  'does "foo123" match §',
  "does 'foo123' match §",
  "Does `foo123` match §",
  "does foo123 match §",
  'does "foo123" match the regex §',
  'would "foo123" match §',
  'does § match "foo123"',
  'does the pattern § match "foo123"',
  'is "foo123" matched by §',
  'test "foo123" against §',
  'test § against "foo123"',
  'check if "foo123" matches §',
  'does the string "foo123" match §',
];
const listing = [
  "§",
  "find §",
  "find all §",
  "match §",
  "matches of §",
  "all matches of §",
  "find all matches of §",
  "list every match of §",
  "show the matches for §",
  "find the matches of § in this text",
  "all matches of the regex §",
];

describe("regular expressions without a model", () => {
  it("X1 explains an expression in every spelling", async () => {
    for (const words of explaining) {
      const answer = await ask(words.replace("§", () => raw`/^(?<year>\d{4})-[^a-z\s]+?$/gm`));
      assert.equal(
        blockIn(answer),
        [
          "^           the start of a line",
          "(?<year>    begin group 1 year",
          raw`  \d{4}     a digit, 4 times`,
          ")           end group 1 year",
          "-           '-'",
          raw`[^a-z\s]+?  a character that is none of 'a' to 'z', white space, once or more, as few as possible`,
          "$           the end of a line",
          "g           flag: every match counts, not only the first",
          "m           flag: ^ and $ stand for the start and the end of each line",
        ].join("\n"),
        words,
      );
    }
  });

  it("X1 says yes or no first in every spelling", async () => {
    for (const words of testing) {
      const yes = await ask(words.replace("§", () => raw`/^[a-z]+\d+$/`));
      assert.match(yes ?? "", /^Yes: .*the whole text/, words);
      const partly = await ask(words.replace("§", () => raw`/\d+/`));
      assert.match(partly ?? "", /^Yes: .*a part of it, from character 4/, words);
      const no = await ask(words.replace("§", () => raw`/^\d+/`));
      assert.match(no ?? "", /^No: /, words);
    }
  });

  it("X1 lists every match with its line and column in every spelling", async () => {
    for (const words of listing) {
      const answer = await ask(
        words.replace("§", () => raw`/(?<letter>[a-z])(\d)?/`),
        "a1 b\n c2",
      );
      assert.equal(
        blockIn(answer),
        "1:1      a1   (1 letter: a, 2: 1)\n1:4      b   (1 letter: b, 2: –)\n2:2      c2   (1 letter: c, 2: 2)",
        words,
      );
    }
  });

  it("X1 gives the answers of its own table", async () => {
    for (const { question, attached, answer } of regularExpression.examples)
      assert.ok((await ask(question, attached))?.includes(answer), question);
  });

  it("X2 refuses a form with one more word", async () => {
    const rows = [
      ...explaining.map((words) => ({ words, attached: undefined })),
      ...testing.map((words) => ({ words, attached: undefined })),
      ...listing.map((words) => ({ words, attached: "a1" })),
    ];
    const extra = fc.constantFrom(
      ..."python pcre briefly twice ignoring case not first lines and".split(" "),
      "in Python",
      "and replace it",
      "ignoring case",
      "line by line",
    );
    const property = fc.asyncProperty(
      fc.constantFrom(...rows),
      extra,
      fc.nat(9),
      async (row, word, at) => {
        const words = row.words.split(" ");
        const longer = words
          .toSpliced(at % (words.length + 1), 0, word)
          .join(" ")
          .replace("§", () => raw`/\d+/`);
        assert.equal(await ask(longer, row.attached), undefined, longer);
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  it("X2 refuses expressions without slashes, paths, and a text too many", async () => {
    for (const words of [
      raw`does 2024-13-01 match \d{4}-\d{2}-\d{2}`,
      raw`explain ^\d+$`,
      "explain the regex for emails",
      "explain /usr/bin",
      "explain /usr/bin/",
      "explain /* a comment */",
      "explain // nothing",
      "does it match /a/",
      "does email match /a/",
      "/a/",
      "/a/ or /b/",
    ])
      assert.equal(await ask(words), undefined, words);
    assert.equal(await ask("explain /a/", "a"), undefined);
    assert.equal(await ask("what does this regex do", raw`^\d{3}$`), undefined);
    assert.equal(await ask('does "a" match /a/', "a"), undefined);
  });

  it("X1 reads an attached text and an attached expression", async () => {
    assert.match((await ask("does this match /b$/", "a b")) ?? "", /^Yes: /);
    assert.match((await ask("explain this regex", "/a|b/")) ?? "", /or/);
    assert.equal(await ask("explain this regex", "a|b"), undefined);
  });

  it("X2 refuses what other languages read differently", async () => {
    for (const pattern of [
      raw`\Aa\z`,
      raw`\p{L}+`,
      "[[:alpha:]]",
      "a{,3}",
      raw`(a)\2`,
      raw`\u{1F600}`,
      raw`[\h]`,
      "(?i)a",
      "(?P<a>b)",
      "a++",
      raw`\<a\>`,
    ])
      assert.match(
        (await ask(`does "aa" match /${pattern}/`)) ?? "",
        /is not clear or not valid in JavaScript/,
        pattern,
      );
    assert.equal(await ask("explain /a/uv"), "The flags `uv` cannot stand together.");
    assert.equal(await ask("explain /a/gg"), "The flags `gg` cannot stand together.");
  });

  it("X1 shows every match as it is", async () => {
    const answer = await ask(raw`/\s+|👍|^$/gm`, "a \n\n👍\tb");
    assert.equal(blockIn(answer), '1:2      " \\n\\n"\n3:1      👍\n3:3      "\\t"');
    assert.equal(blockIn(await ask("/x*/g", "ax")), '1:1      ""\n1:2      x\n1:3      ""');
    assert.match((await ask("/a/", "a".repeat(150))) ?? "", /matches 150 times; the first 100/);
  });

  it("X2 stops a runaway expression", async () => {
    const answer = await ask(`does "${"a".repeat(40)}!" match /^(a+)+$/`);
    assert.match(answer ?? "", /was stopped after 250 ms/);
  });

  it("X1 explains any expression that JavaScript accepts, or says why not", async () => {
    const piece = fc.constantFrom(
      ...raw`a|b|.|\d|\W|[a-z]|[^]|[]|[^\]x]|(|)|(?:|(?=|(?<!|(?<n>|\k<n>|\1|*|+?|{2,3}|^|$|\b|\B|\n|\x41|é|👍|-|\/|\.|[\b]|(?i:`.split(
        "|",
      ),
      "|",
    );
    const expression = fc.tuple(
      fc.array(piece, { minLength: 1, maxLength: 8 }),
      fc.constantFrom("", "g", "u", "v", "ims", "y"),
    );
    const property = fc.asyncProperty(expression, async ([pieces, flags]) => {
      const pattern = pieces.join("");
      const answer = await ask(`explain /${pattern}/${flags}`);
      if (answer === undefined) return;
      let isValid = true;
      try {
        void new RegExp(pattern, flags);
      } catch {
        isValid = false;
      }
      if (!isValid) assert.match(answer, /is not clear or not valid in JavaScript/);
      else assert.match(answer, /means, in order|another meaning there|flags of its own/);
      if (!answer.includes("in order")) return;
      const sources = blockIn(answer)
        .split("\n")
        .slice(0, -flags.length || undefined)
        .map((line) => line.trimStart().split(/ {2}/)[0]);
      assert.equal(sources.join(""), pattern);
    });
    await fc.assert(property, { numRuns: 200 });
  });
});
