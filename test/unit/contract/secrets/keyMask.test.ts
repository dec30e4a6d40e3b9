import assert from "node:assert/strict";
import { KeyMask } from "../../../../src/contract/secrets/keyMask";
import { keepsBudget, workedMs } from "../../../support/machineSpeed";
import { assertNoPart, keysOfEveryLength, spellings } from "./keySpellings";

const stars = "••••";

describe("an error without the key", () => {
  it("K14 masks a key of any characters, in any case", () => {
    for (const key of ["a+b(c", "K$1.*", "[\\d<", "x|yz", "Plain-Key", "$&$1$`-$'"]) {
      const keys = new KeyMask(key);
      assert.equal(keys.line(`<${key}> ${key}`), `<${stars}> ${stars}`);
      assert.equal(keys.line(`${key.toUpperCase()}/${key.toLowerCase()}/x`), `${stars}/${stars}/x`);
    }
    assert.equal(new KeyMask("a.bcd").line("aXbcd acb"), "aXbcd acb");
  });

  it("cuts a line between characters, never within one", () => {
    const line = new KeyMask("k").line(`${"a".repeat(298)}😀${"b".repeat(10)}`);
    assert.equal(line, `${"a".repeat(298)}…`);
  });

  it("reads all of what the hub says, and shows little of it", () => {
    assert.equal(new KeyMask("k").line(`${" ".repeat(100_000)}word`), "word");
    assert.equal(
      new KeyMask().line(`a \u001B[31mred\u001B[0m\tb\u0007\u202E\r\nc`),
      "a red bc".replace("bc", "b c"),
    );
  });

  it("K19 shows no four characters of a key, of whatever length, however it is spelled", () => {
    for (const key of keysOfEveryLength())
      for (const [how, spelled] of spellings(key)) {
        const line = new KeyMask(key).line(`Not accepted: ${spelled}, said the hub`);
        assertNoPart(line, key, how);
        assert.match(line, /^Not accepted: .*, said the hub$/, how);
      }
  });

  it("K19 masks before it cuts, wherever the key stands", () => {
    for (const key of keysOfEveryLength())
      for (let before = 0; before <= 310; before += 1) {
        const line = new KeyMask(key).line(`${"w ".repeat(200).slice(0, before)} ${key} and more`);
        assertNoPart(line, key, `${before} characters before a key of ${key.length}`);
      }
  });

  it("K19 shows no beginning and no end of a key that the server itself has cut", () => {
    for (const key of keysOfEveryLength().filter((each) => !/^KEY-|^\W+$/.test(each)))
      for (let count = 4; count < key.length; count += count < 40 ? 1 : 17) {
        const [first, last] = [key.slice(0, count), key.slice(-count)];
        for (const text of [
          `The key is wrong: ${first}`,
          `${last} is the end of it`,
          `Incorrect key "${first}" for this hub`,
          `Incorrect key '${first}...'.`,
          `Incorrect key ${first}***${last}.`,
          `Incorrect key ${first}…${last}.`,
          `Incorrect key ${first}xxxxxxxx${last}.`,
          `Incorrect key (...${last}).`,
          `Key=${first}; ends in ${last}!`,
          `Not a key: ${encodeURIComponent(first)}`,
          String.raw`Incorrect key:\n${first}\n`,
        ])
          assertNoPart(new KeyMask(key).line(text), key, text);
      }
  });

  it("K19 shows no part from the middle of a key", () => {
    for (const key of keysOfEveryLength().filter(({ length }) => length >= 16))
      for (let at = 1; at + 10 < key.length; at += 5) {
        const text = `Not a key: …${key.slice(at, at + 10)}…`;
        assertNoPart(new KeyMask(key).line(text), key, text);
      }
  });

  it("K19 shows no words of a key that the server itself has cut there", () => {
    const keys = new KeyMask("KEY-CANARY-5f0c");
    for (const text of [
      "KEY-CANARY…5f0c",
      "'KEY-CANARY' is wrong",
      "It is KEY-CANARY",
      '"KEY-" is',
    ])
      assertNoPart(keys.line(`Incorrect key: ${text}`), "KEY-CANARY-5f0c", text);
  });

  it("K19 keeps words that a key is made of, and what a text shares with it by chance", () => {
    const kept: [key: string, text: string][] = [
      ["acme-expert-key-7f3a", "The expert has no key at acme-expert, so nothing was asked."],
      ["test-1234-abcd", "A test failed: testing the latest tester."],
      ["Bearer-Of-Rings-91", "Use the header Authorization with Bearer."],
      ["sk-internal-tools-x9", "There are internal-tools for this."],
      ["q8Zr4TnV0xLm", "q8Z and xLm, q8Zr4x and aTnV0, 4TnV0x are no keys."],
    ];
    for (const [key, text] of kept) assert.equal(new KeyMask(key).line(text), text);
    assert.equal(
      new KeyMask("acme-expert-key-7f3a").line("The key begins with acme-expert…, it says"),
      `The key begins with ${stars}…, it says`,
    );
  });

  it("K19 shows no secret of another kind either, also where the line is cut", () => {
    const token = ["ghp", "_", "a1B2".repeat(9)].join("");
    for (let before = 250; before <= 300; before++)
      assert.doesNotMatch(
        new KeyMask("some-key-1").line(`${"a".repeat(before)} ${token} b`),
        /ghp_|a1B2/,
      );
    assert.equal(
      new KeyMask().line(`https://me:${"s3cret".repeat(60)}@x.example/`),
      `https://me:${stars}@x.example/`,
    );
  });

  it("K19 reads an error of many megabytes in little time", async () => {
    for (const key of ["a".repeat(400), `sk-${"aB3".repeat(130)}`]) {
      const keys = new KeyMask(key);
      for (const piece of [
        "a",
        "aB3",
        "\\",
        "%25",
        "%",
        "&amp;",
        "\\u0061",
        " ",
        "sk-aB",
        "****",
        "é",
      ]) {
        const text = piece.repeat(4_000_000 / piece.length);
        await keepsBudget(() => workedMs(() => keys.line(text)) / 1500);
      }
    }
  });
});

describe("an answer without the key", () => {
  it("K14 shows the key in no spelling", () => {
    for (const key of keysOfEveryLength())
      for (const [how, spelled] of spellings(key)) {
        const text = new KeyMask(key).text(`It is ${spelled}, really`);
        assertNoPart(text, key, how);
        assert.match(text, /^It is .*, really$/, how);
      }
  });

  it("K14 keeps everything else as it is, blanks and escapes included", () => {
    const text = 'a \\"b\\" %41 &lt; \u001B[0m\n\tacme-expert: "acme"…';
    assert.equal(new KeyMask("acme-expert-key-7f3a").text(text), text);
    assert.equal(new KeyMask("").text(text), text);
    assert.equal(
      new KeyMask("ollama", { mayBePlaceholder: true }).text("Use ollama."),
      "Use ollama.",
    );
    const dashed = new KeyMask("not-needed-here", { mayBePlaceholder: true });
    assert.equal(dashed.text("It is not-needed-here."), "It is not-needed-here.");
  });

  it("K14 shows no part of a key that arrives in pieces, and loses nothing else", () => {
    for (const key of keysOfEveryLength())
      for (const [how, spelled] of spellings(key))
        for (const size of [1, 2, 3, 7, 50]) {
          let heard = "";
          const pieces = new KeyMask(key).pieces((text) => {
            heard += text;
          });
          const said = `It is ${spelled}, & it's 100% "sure" \\ ${key.slice(0, 3)}`;
          for (let at = 0; at < said.length; at += size) pieces.add(said.slice(at, at + size));
          pieces.end();
          assertNoPart(heard, key, `${how} in pieces of ${size}`);
          assert.match(heard, /^It is .*, & it's 100% "sure" \\ ...$/s, how);
        }
  });

  it("K14 reads an answer of many megabytes in little time", async () => {
    const keys = new KeyMask(`sk-${"aB3".repeat(130)}`);
    for (const piece of ["a", "aB3", "\\u0061", "The quick brown fox. "]) {
      const text = piece.repeat(4_000_000 / piece.length);
      await keepsBudget(() => workedMs(() => keys.text(text)) / 1500);
    }
  });
});
