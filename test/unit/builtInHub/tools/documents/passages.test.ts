import assert from "node:assert/strict";
import { passagesOf, rankPassages } from "../../../../../src/builtInHub/tools/documents/passages";
import { sized } from "../../../../support/testSize";

const words = (count: number) => "word ".repeat(count).trim();

const hanAt = (place: number) => String.fromCodePoint(0x4e00 + place);

describe("passages", () => {
  it("begin at headings, and know those above them", () => {
    const text = `# A\n\nintro\n\n## B\n\nb\n\n#### C\n\nc\n\n## D\n\nd`;
    assert.deepEqual(
      passagesOf(text).map(({ heading, text }) => [heading, text]),
      [
        ["A", "# A\n\nintro"],
        ["A › B", "## B\n\nb"],
        ["A › B › C", "#### C\n\nc"],
        ["A › D", "## D\n\nd"],
      ],
    );
  });

  it("take headings in a row together", () => {
    assert.deepEqual(
      passagesOf("# A\n## B\ntext").map(({ heading, text }) => [heading, text]),
      [["A › B", "# A\n## B\ntext"]],
    );
  });

  it("do not take comments in code for headings", () => {
    assert.equal(passagesOf("# A\n\n```sh\n# comment\nrun\n```\n").length, 1);
  });

  it("ends passages between paragraphs", () => {
    const passages = passagesOf([words(150), words(150), words(150)].join("\n\n"));
    assert.deepEqual(
      passages.map(({ text }) => text.split("\n\n").length),
      [2, 1],
    );
  });

  it("are of bounded length and lose no word, also without any line break", () => {
    const text = Array.from({ length: 3000 }, (_, at) => `w${at}`).join(" ");
    const passages = passagesOf(text);
    assert.ok(passages.every((each) => each.text.length <= 1500));
    assert.equal(passages.map((each) => each.text).join(" "), text);
    const emoji = "😀".repeat(2000);
    assert.equal(
      passagesOf(emoji)
        .map((each) => each.text)
        .join(""),
      emoji,
    );
    assert.ok(passagesOf(emoji).every((each) => each.text.isWellFormed()));
  });

  it("finds no passage in an empty text", () => {
    assert.deepEqual(passagesOf(" \n\n "), []);
  });

  it("are ranked by the words of a query, in any script", async () => {
    const passages = passagesOf(
      "# Cats\n\ncats purr\n\n# 犬\n\n犬は吠えます\n\n# Hats\n\nthe hat of a cat",
    );
    const first = async (query: string) => (await rankPassages(passages, query))[0]?.heading;
    assert.equal(await first("CATS"), "Cats");
    assert.equal(await first("purring purr"), "Cats");
    assert.equal(await first("吠え"), "犬");
    assert.equal(await first("hat"), "Hats");
    assert.deepEqual(await rankPassages(passages, "zebra !"), []);
  });

  const million = sized(250_000, 1_000_000);
  const large: readonly [what: string, text: () => string, query: string][] = [
    [
      "letters of a large alphabet",
      () => Array.from({ length: million }, (_, at) => hanAt((at * 7919) % 20_000)).join(""),
      hanAt(7919),
    ],
    [
      "words that begin alike",
      () => Array.from({ length: 0.3 * million }, (_, at) => `word${at}`).join(" "),
      Array.from({ length: 60 }, (_, at) => `word${at}`).join(" "),
    ],
    ["one word", () => `needle ${"x".repeat(5 * million)}`, "needle"],
  ];
  for (const [what, text, query] of large)
    it(`are found soon in megabytes of ${what}`, async () => {
      assert.notDeepEqual(await rankPassages(passagesOf(text()), query), []);
    });
});
