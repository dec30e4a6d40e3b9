import assert from "node:assert/strict";
import { readQuestion } from "../../../src/builtInHub/reading/question";
import { ask, attach, block, hubUnderTest } from "./hubUnderTest";

describe("the Text Desk", () => {
  const running = hubUnderTest();

  const edits: readonly (readonly [string, string, string])[] = [
    ["sort", "b10\nb9\na", "a\nb9\nb10"],
    ["sort unique descending", "a\nb\na", "b\na"],
    ["sort by length", "ccc\na\nbb", "a\nbb\nccc"],
    ["reverse the lines", "a\nb", "b\na"],
    ["remove blank lines and trim", " a \n\n b", "a\nb"],
    ["remove duplicates", "a\nb\na", "a\nb"],
    ["number the lines", "a\nb", "1. a\n2. b"],
    ["join with ' + '", "a\nb", "a + b"],
    ["split by commas", "a, b,c", "a\nb\nc"],
    ["align on =", "a = 1\nlong=2", "a    = 1\nlong = 2"],
    ["to snake_case", "  userId\n  parseHTTPResponse", "  user_id\n  parse_http_response"],
    ["to camelCase", "max retry count", "maxRetryCount"],
    ["to PascalCase", "a_b", "AB"],
    ["to CONSTANT_CASE", "max-retry", "MAX_RETRY"],
    ["to kebab-case", "URLParser2", "url-parser2"],
    ["to upper case", "a b", "A B"],
    ["to Title Case", "a new day", "A New Day"],
  ];
  for (const [words, text, result] of edits) {
    it(`answers ${JSON.stringify(words)} with text that can replace the selection`, async () => {
      assert.equal(block(await ask(running.hub, 4, attach(words, text))), result);
    });
  }

  it("takes a name out of the question", async () => {
    assert.equal(
      block(await ask(running.hub, 4, "max retry count to CONSTANT_CASE")),
      "MAX_RETRY_COUNT",
    );
  });

  it("shows a name in every case", async () => {
    assert.match(await ask(running.hub, 4, "getUserName"), /\| snake_case \| `get_user_name` \|/);
  });

  it("counts", async () => {
    const shown = block(await ask(running.hub, 4, attach("count", "a b\né 👩‍👩‍👧"))) ?? "";
    assert.match(shown, /lines {7}2\nwords {7}3\ncharacters {2}7\nbytes/);
  });

  it("keeps text with fences in it whole", async () => {
    const output = await ask(running.hub, 4, "reverse:\n```\na");
    assert.match(output, /````text\na\n```\n````/);
  });

  it("explains a regular expression piece by piece", async () => {
    const output = await ask(
      running.hub,
      4,
      String.raw`explain /^(?<year>\d{4})(?:-|\/)[^a-z]+?(?=x)\1$/`,
    );
    for (const row of [
      "| `(?<year>` | begin group 1, named year |",
      "| · `\\d{4}` | a digit, 4 times |",
      "| `(?:` | begin group that is not kept |",
      "| `[^a-z]+?` | anything but one of `a-z`, once or more, as few as possible |",
      "| `(?=` | begin look ahead: this must follow |",
      "| `\\1` | the same text as group 1 |",
    ]) {
      assert.ok(output.includes(row), row);
    }
  });

  it("lists what an expression matches, groups included", async () => {
    const output = await ask(
      running.hub,
      4,
      attach(String.raw`try /(\w+)=(\d+)/`, "a=1\nx\nbb=22"),
    );
    assert.equal(block(output), "a=1\nbb=22");
    assert.match(output, /\| 3 \| `bb=22` \| 1: `bb`, 2: `22` \|/);
  });

  it("stops a runaway expression and says why", async () => {
    const output = await ask(running.hub, 4, attach("try /^(a+)+$/", `${"a".repeat(40)}b`));
    assert.match(output, /stopped: It took longer than 250 ms/);
  });

  it("says what is wrong with an expression", async () => {
    assert.match(await ask(running.hub, 4, "explain /(a/"), /is not valid: /);
  });
});

describe("a question", () => {
  it("has its words and the attached block apart", () => {
    const question = readQuestion("Sort this\n\n````ts\na\n```\nb\n````");
    assert.equal(question.words, "Sort this");
    assert.equal(question.text, "a\n```\nb");
    assert.equal(question.language, "ts");
    assert.ok(question.isAttached);
  });

  it("has what follows a request with a colon as its text", () => {
    const { words, text } = readQuestion("sort unique:\nb\na");
    assert.deepEqual([words, text], ["sort unique", "b\na"]);
  });

  it("is a text without words where only a selection came", () => {
    const question = readQuestion("name: a\nsize: 2\n");
    assert.equal(question.words, "");
    assert.equal(question.text, "name: a\nsize: 2\n");
  });
});
