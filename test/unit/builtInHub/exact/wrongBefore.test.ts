import assert from "node:assert/strict";
import { attach } from "../hubUnderTest";
import { hubWithFolder } from "./hubAnswers";

const csv = "name,price,quantity\ntea,3,10\ncake,4.5,2";
const code = "function f() {\n  return 1;\n}";
const list = "b,2\na,10";
const refused = undefined;

/** What was answered wrongly once: what the answer holds now, or nothing where it is refused. */
const questions: readonly (readonly [question: string, answer: string | undefined])[] = [
  ["10% + 5%", "\n0.15\n"],
  ["200 + 10% + 10%", "\n242\n"],
  ["1000 + 19% - 100", "\n1090\n"],
  ["200 * 10% - 5", "\n15\n"],
  ["convert 15:00 EST to UTC", "T20:00:00Z"],
  ["9:30 PST to London time", "T17:30:00"],
  ["17:45 CET to PST", "T08:45:00-08:00"],
  ["10:00 UTC+1 in UTC", "T09:00:00Z"],
  ["2026-01-15 10:00 Europe/Berlin in UTC", "2026-01-15T09:00:00Z"],
  ["what time is it in IST", refused],
  ["3pm in New York in UTC on 2026-01-15", refused],
  [String.raw`does "foo123" match /^[a-z]+\d+$/`, "Yes"],
  [String.raw`does 2024-13-01 match \d{4}-\d{2}-\d{2}`, refused],
  [attach("average price", csv, "csv"), "\n3.75\n"],
  [attach("average", csv, "csv"), refused],
  [attach("average response time", "10:00 GET 200 35ms\n10:01 GET 500 20ms"), refused],
  ["100 mbps to MB/s", "\n12.5 MB/s\n"],
  ["3 GB / (100 mbps) in minutes", "\n4 min\n"],
  ["1 kb in bytes", "1000 bytes  (kb as kB)\n125 bytes  (kb as kbit)"],
  ["500 mb in gb", "\n0.5 GB\n"],
  ["98.6 f to c", "\n37 °C\n"],
  [attach("sort by the second column", list), refused],
  [attach("sort by date", list), refused],
  [attach("sort by number", list), refused],
  [attach("remove duplicates ignoring case", "a\nA"), refused],
  [attach("reverse this linked list", code, "javascript"), refused],
  [attach("sort this array by price", code, "javascript"), refused],
  [attach("trim this down", code, "javascript"), refused],
  [attach("join with a left join", "select 1", "sql"), refused],
  [attach("convert to one line", code, "javascript"), refused],
  [attach("remove empty catch blocks", code, "javascript"), refused],
  [attach("add error handling to all branches", code, "javascript"), refused],
  ["business days between 2026-01-01 and 2026-02-01", refused],
  ["how long between 22:00 and 06:00", refused],
  ["1767225600 to local time", refused],
  ["23/11/2026 to ISO", "\n2026-11-23\n"],
  ["0 9 * * 1-5", refused],
  ["192.168.1.0/24", refused],
  ["10.0.0.0/22", refused],
  ["sha256 of package.json", refused],
  [attach("to json", "version: 1.10", "yaml"), '"version": 1.10'],
  [attach("to yaml", '{"country": "NO"}', "json"), 'country: "NO"'],
  ["rgb(255, 99, 71) to hex", refused],
  ["which lines are different", refused],
  ["1e21 + 1 exactly", refused],
  ["1e21 + 1", "\n1000000000000000000001\n"],
  ["1,5 * 2", "\n3\n"],
  ["3/4 as a percentage", "\n75%\n"],
  ["100 USD in EUR", refused],
  ["date in ms: 2024-01-01", refused],
  ["2024-01-01 in ms", "\n1704067200000\n"],
  ["find unused functions", refused],
  ["which file is the largest", refused],
  ["find a good name for a cart class", refused],
  ["1/0", refused],
  // The older list
  ['base64 encode "the quick brown fox"', "dGhlIHF1aWNrIGJyb3duIGZveA=="],
  ["base64 encode the quick brown fox", refused],
  ["sha256 of the cat", refused],
  ["hash hello with md5", "5d41402abc4b2a76b9719d911017c592"],
  [attach("convert this base64 to text", "aGVsbG8gd29ybGQ="), "hello world"],
  ["2^47 - 1", "\n140737488355327\n"],
  ["123456789 * 987654", "\n121932591483006\n"],
  ["999999999999999 + 0", "\n999999999999999\n"],
  ["7 // 2", refused],
  ["how many bits in 2 GiB", "\n17179869184 bits\n"],
  ["how many MB are 3 GiB", refused],
  ["how many MB are in 3 GiB", "\n3221.225472 MB\n"],
  ["how many seconds in a year", refused],
  ["how long is 86400 seconds", refused],
  ["72 F to C", "\n22.2222222222222 °C\n"],
  ["2024-05-01 12:34:56+02", "2024-05-01T10:34:56Z"],
  ["2026-02-30", refused],
  [attach("to json", "a,b\n1,x", "csv"), '"a": 1'],
  [attach("to json", "a,a\n1,2", "csv"), "This cannot be converted exactly."],
  [attach("to title case", "don't stop"), "\nDon't Stop\n"],
  [attach("to camelCase", "user_id: number;"), refused],
  [attach("sort lines", "1.5\n-5\n1.10\n-10"), "\n-10\n-5\n1.10\n1.5\n"],
  [attach("wrap each line in quotes", "a\nb"), refused],
  [attach("decode html", "&copy; 2026 &lt;b&gt;"), "© 2026 <b>"],
  ["0x10 in decimal", "\n16\n"],
  ["0x20 + 0x0a", "\n42\n"],
  ["3 x 0x10", "\n48\n"],
  ["0x100 to binary", "\n0b100000000\n"],
  ["10x2", "\n20\n"],
  ["5!!", refused],
  ["sort list: 3, 1, 2", refused],
  ["remove duplicates: a, a, b", refused],
  ["number list: a, b", refused],
  [attach("sort", csv), refused],
  [attach("remove duplicates", "if (a) {\n}\nif (b) {\n}"), refused],
  [attach("sort lines", "1,000\n200"), refused],
  [attach("sort lines", "-1\n-10\n1e3"), "\n-10\n-1\n1e3\n"],
  [attach("count text", "a\nb"), refused],
  [attach("to hex", "-1 -2"), refused],
  [String.raw`does "a\tb" match /a\sb/`, refused],
  ["show cart.ts", refused],
  ["print 3.14", refused],
  ["list files in nothing", refused],
  ["where is items defined", refused],
  ["which files import src/cart", refused],
  ["sum of 1,200 2,300 3,400", refused],
  ["stddev of 2 4 4 4 5 5 7 9", refused],
];

describe("questions that were once answered wrongly", () => {
  const { ask } = hubWithFolder();

  for (const [question, answer] of questions)
    it(`X2 ${answer === undefined ? "refuses" : "is right about"} ${JSON.stringify(question)}`, async () => {
      const outcome = await ask(question);
      assert.equal(outcome.isAnswer, answer !== undefined, outcome.text);
      if (answer !== undefined) assert.ok(outcome.text.includes(answer), outcome.text);
    });

  it("X3 takes an attached text to the last carriage return", async () => {
    const { text } = await ask(attach("base64 encode this", "a\r\nb\r\n"));
    assert.ok(text.includes(Buffer.from("a\r\nb\r\n").toString("base64")), text);
  });

  it("X2 asks back with every meaning of a zone", async () => {
    const { isAnswer, text } = await ask("15:00 IST in UTC");
    assert.equal(isAnswer, false);
    for (const meaning of ["India", "Israel", "Ireland"]) assert.ok(text.includes(meaning), text);
  });

  it("X4 takes the result of the last question for “ans”, or none", async () => {
    const session_id = "last";
    await ask("2 + 2", { session_id });
    await ask(attach("sum", "1\n2"), { session_id });
    assert.ok((await ask("ans * 5", { session_id })).text.includes("\n15\n"));
    for (const question of ["500 mb in kB", "days between 2026-01-01 and 2026-03-01"]) {
      await ask("2 + 2", { session_id });
      assert.ok((await ask(question, { session_id })).isAnswer);
      assert.equal((await ask("ans * 2", { session_id })).isAnswer, false, question);
    }
  });

  it("X2 names a form only if it is related", async () => {
    for (const question of [
      "42 to base 2",
      "what day is it",
      "1w in days",
      "how does base64 work",
      "reverse engineer this",
      "sort out why this fails",
      "count on it",
      "decodeURIComponent a%20b",
      attach("why is this slow", '{"yaml": "to json"}', "json"),
    ])
      assert.match((await ask(question)).text, /none is chosen\.$/, question);
    for (const [question, form] of [
      ["sort lines by length: a", "sort lines: …"],
      ["list the files that changed", "list files"],
      ["hex of 255", "255 in hex"],
    ] as const)
      assert.ok((await ask(question)).text.endsWith(form), question);
  });

  it("X4 goes on with a large result", async () => {
    const session_id = "large";
    await ask("2^64 + 2", { session_id });
    assert.ok((await ask("ans / 2", { session_id })).text.includes("\n9223372036854775809\n"));
    assert.ok((await ask("ans / 2", { session_id })).text.includes("\n4611686018427387904.5\n"));
    assert.equal((await ask("ans / 2", { session_id: "other" })).isAnswer, false);
  });
});
