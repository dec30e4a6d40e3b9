import assert from "node:assert/strict";
import { ask, attach, block, hubUnderTest } from "./hubUnderTest";

const workbench = 5;
const token = (payload: string) =>
  ['{"alg":"HS256"}', payload, "x"]
    .map((part) => Buffer.from(part).toString("base64url"))
    .join(".");

/** What was once answered wrongly, with the block that is right. */
const answers: readonly (readonly [question: string, result: string])[] = [
  ["base64 encode the quick brown fox", "dGhlIHF1aWNrIGJyb3duIGZveA=="],
  ["base64 encode hello!", "aGVsbG8h"],
  ['base64 encode "the text"', "dGhlIHRleHQ="],
  ["sha256 of the cat", "70a48cc5ea382e9b5ffcc178db8239c9c7da9ff1f91ac98e869ba4853468efbf"],
  ["hash hello with md5", "5d41402abc4b2a76b9719d911017c592"],
  ["hash hello with sha256", "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"],
  [attach("convert this base64 to text", "aGVsbG8gd29ybGQ="), "hello world"],
  [attach("decode HTML entities", "&copy; 2026 &lt;b&gt;"), "© 2026 <b>"],
  ["2^47 - 1", "140737488355327"],
  ["123456789 * 987654", "121932591483006"],
  ["999999999999999", "999999999999999"],
  ["2^64", "18446744073709551616"],
  ["7 // 2", "3"],
  ["how many bits in 2 GiB", "17179869184 bits"],
  ["how many MB are 3 GiB", "3221.225472 MB"],
  ["how many seconds in a year", "31557600 seconds"],
  ["how long is 86400 seconds", "1 d"],
  ["72 F to C", "22.222222222222 degC"],
  ["2024-05-01 12:34:56+02", "2024-05-01T10:34:56.000Z"],
  [
    attach("convert this to JSON", "a,b\n1,x\n2,y"),
    '[\n  {\n    "a": 1,\n    "b": "x"\n  },\n  {\n    "a": 2,\n    "b": "y"\n  }\n]',
  ],
  [
    attach("to YAML", '{"a":[1,2.0],"b":12345678901234567890}'),
    "a:\n  - 1\n  - 2.0\nb: 12345678901234567890",
  ],
  ['format this JSON {"a":1}', '{\n  "a": 1\n}'],
  [attach("as a table", "a,b\n1,2,3"), "| a | b | column 3 |\n| --- | --- | --- |\n| 1 | 2 | 3 |"],
  [attach("csv to json", "a,a\n1,2"), '[\n  {\n    "a": 1,\n    "a_2": 2\n  }\n]'],
  [attach("csv to json", 'a,b\n" pad ",1'), '[\n  {\n    "a": " pad ",\n    "b": 1\n  }\n]'],
  ["Don't stop to title case", "Don't Stop"],
  [attach("to camelCase", "user_id: number;"), "userId: number;"],
  [attach("sort numerically", "1.5\n-5\n1.10\n-10"), "-10\n-5\n1.10\n1.5"],
  [attach("wrap each line in quotes", "a\nb"), '"a"\n"b"'],
  [
    `Bearer ${token('{"id":9007199254740993123}')}`,
    '{\n  "header": {\n    "alg": "HS256"\n  },\n  "payload": {\n    "id": 9007199254740993123\n  },\n  "times": {}\n}',
  ],
  ["sum of 1,200 2,300 3,400", "6900"],
  ["stddev of 2 4 4 4 5 5 7 9", "2.1380899353"],
];

describe("everyday inputs", () => {
  const running = hubUnderTest();

  for (const [question, result] of answers) {
    it(`answers ${JSON.stringify(question)} with ${JSON.stringify(result)}`, async () => {
      assert.equal(block(await ask(running.hub, workbench, question)), result);
    });
  }

  it("does not take 30 February for a day of March", async () => {
    const output = await ask(running.hub, workbench, "unix time of 2026-02-30");
    assert.match(output, /`2026-02-30` is not a valid time: 2026-02 has 28 days/);
    assert.doesNotMatch(output, /2026-03/);
  });

  it("explains a regular expression without slashes", async () => {
    const output = await ask(running.hub, workbench, String.raw`what does this regex do: ^\d{3}$`);
    assert.match(output, /\| `\\d\{3\}` \| a digit, 3 times \|/);
  });

  it("does not take \\p for a property without the flag u", async () => {
    const plain = await ask(running.hub, workbench, String.raw`explain /^\p{L}+$/`);
    assert.match(plain, /`\\p` \| the letter `p`: without the flag u or v/);
    assert.doesNotMatch(plain, /Unicode property L/);
    const unicode = await ask(running.hub, workbench, String.raw`explain /^\p{L}+$/u`);
    assert.match(unicode, /`\\p\{L\}\+` \| a character with the Unicode property L, once or more/);
  });

  it("keeps an emoji of a regular expression whole", async () => {
    assert.match(await ask(running.hub, workbench, "explain /a😀/"), /the text `a😀`/);
    assert.match(
      await ask(running.hub, workbench, "explain /[😀]😀+/u"),
      /the character `😀`, once/,
    );
  });
});

describe("large inputs", () => {
  const running = hubUnderTest();

  it("are formatted, 4 MB of JSON included", async () => {
    const rows = Array.from(
      { length: 90_000 },
      (_, id) => `{"id":${id},"name":"row number ${id}","on":true}`,
    );
    const text = `[${rows.join()}]`;
    assert.ok(text.length > 3_900_000, `${text.length}`);
    const output = await ask(running.hub, workbench, attach("minify json", text));
    assert.match(output.slice(0, 300), /^Valid JSON, minified/);
  });

  it("are aligned, 60,000 lines included", async () => {
    const output = await ask(
      running.hub,
      workbench,
      attach("align on =", "a = 1\nlong=2\n".repeat(30_000)),
    );
    assert.match(output.slice(0, 300), /^60000 lines: aligned/);
  });

  it("with 3,000 code blocks are read in proportion to their length", async () => {
    const blocks = "text\n\n```js\nlet a = 1;\n```\n\n".repeat(3000);
    const response = ask(running.hub, workbench, `${blocks}and then?`);
    await assert.rejects(response, /501: /);
  });
});
