import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startBuiltInHub } from "../../../src/builtInHub/index";
import { abilities } from "../../../src/builtInHub/experts/catalog";
import { attach, block, invoke, key } from "./hubUnderTest";

const workbench = 5;
const csv = "name,size\ncart.ts,12\nlist.ts,7";
const source = "export function total(a: number, b: number) {\n  return a + b;\n}\n";

/** What a programmer asks, the ability that answers, and what it gives as its first block or anywhere. */
const questions: readonly (readonly [
  question: string,
  ability: string,
  answer: string | RegExp,
])[] = [
  // Arithmetic and units
  ["what's 17 * 23?", "Calculate with units", "391"],
  ["calculate (3 + 4) * 5 / 2", "Calculate with units", "17.5"],
  ["10 mod 3", "Calculate with units", "1"],
  ["1024 * 1024 * 1024", "Calculate with units", "1073741824"],
  ["what is 20% of 1,250?", "Calculate with units", "250"],
  ["25!", "Calculate with units", "15511210043330985984000000"],
  ["2^10 bytes to KiB", "Calculate with units", "1 KiB"],
  ["how many bytes are in 64 KiB?", "Calculate with units", "65536 bytes"],
  ["How many minutes are there in 3 days?", "Calculate with units", "4320 minutes"],
  ["convert 5 miles to kilometers", "Calculate with units", "8.04672 kilometers"],
  ["100 C in F", "Calculate with units", "212 degF"],
  ["how long is 5400 seconds?", "Calculate with units", "1 h 30 min"],
  ["how long does it take to download 700 MB at 20 Mbps", "Calculate with units", "280 s"],
  ["log2(65536)", "Calculate with units", "16"],
  ["square root of 144 plus 5", "Calculate with units", "17"],
  ["60 km/h to m/s", "Calculate with units", /16\.66666666/],
  ["can you convert 10 km to miles please?", "Calculate with units", /6\.21371192/],
  ["2 hours 30 minutes in seconds", "Calculate with units", "9000 seconds"],
  ["50 km / 45 min in km/h", "Calculate with units", /66\.66666666/],
  ["is 7919 prime?", "Calculate with units", "true"],
  ["greatest common divisor of 12 and 18", "Calculate with units", "6"],
  ["0.1+0.2", "Calculate with units", "0.3"],
  ["what is 512 * 2**30 in GB?", "Calculate with units", /Only a quantity with a unit/],
  // Bits and bases
  ["255 to hex", "Bits and bases", "0xFF"],
  ["what is 0xDEADBEEF in decimal?", "Bits and bases", "3735928559"],
  ["convert 1010 from binary to decimal", "Bits and bases", "10"],
  ["hex ff in decimal", "Bits and bases", "255"],
  ["1 << 20", "Bits and bases", "1048576"],
  ["0755 & 0700 in octal", "Bits and bases", "0o700"],
  ["which bits are set in 0xA5", "Bits and bases", /4: 0, 2, 5, 7/],
  ["two's complement of -5", "Bits and bases", /1111 1011/],
  ["what is 0b1011 xor 0b0110", "Bits and bases", "13"],
  // Statistics
  ["average of 3, 5 and 10", "Statistics", "6"],
  ["what's the median of 4 8 15 16 23 42?", "Statistics", "15.5"],
  [attach("sum these numbers", "12\n30\n0.5"), "Statistics", "42.5"],
  [attach("p95 of these latencies", "12 15 11 240 13 12"), "Statistics", /^p95 +183\.75$/m],
  ["max of 3, 99, 12", "Statistics", "99"],
  // JSON and YAML
  [
    attach("pretty print", '{"b":[1,2],"a":null}'),
    "JSON and YAML",
    '{\n  "b": [\n    1,\n    2\n  ],\n  "a": null\n}',
  ],
  [attach("is this valid JSON?", '{"a":1,}'), "JSON and YAML", /Not valid JSON\. Line 1, column 7/],
  [attach("why is this json invalid", "{'a':1}"), "JSON and YAML", /Text must be in double quotes/],
  [
    attach("remove the comments from this JSON", '{\n  // one\n  "a": 1\n}', "jsonc"),
    "JSON and YAML",
    '{\n  "a": 1\n}',
  ],
  [attach("sort the keys", '{"b":1,"a":2}', "json"), "JSON and YAML", '{\n  "a": 2,\n  "b": 1\n}'],
  [
    attach("convert this YAML to JSON", "a: 1\nb:\n  - x\n  - yes"),
    "JSON and YAML",
    '{\n  "a": 1,\n  "b": [\n    "x",\n    "yes"\n  ]\n}',
  ],
  [attach("validate this yaml", "a: 1\nb: [1, 2"), "JSON and YAML", /Not valid YAML/],
  ['minify {"a": [1, 2]}', "JSON and YAML", '{"a":[1,2]}'],
  // Tables
  [
    attach("turn this into a markdown table", csv),
    "Tables",
    "| name | size |\n| --- | --- |\n| cart.ts | 12 |\n| list.ts | 7 |",
  ],
  [attach("to CSV", '[{"a":1,"b":"x"},{"a":2,"b":"y"}]'), "Tables", "a,b\n1,x\n2,y"],
  [
    `convert this CSV to JSON:\n${csv}`,
    "Tables",
    '[\n  {\n    "name": "cart.ts",\n    "size": 12\n  },\n  {\n    "name": "list.ts",\n    "size": 7\n  }\n]',
  ],
  [
    attach(
      "turn the items into a table",
      '{"currency":"EUR","items":[{"name":"cable","price":7.5}]}',
    ),
    "Tables",
    /\| name \| price \|[^]*\| cable \| 7\.5 \|[^]*rows of `items`, without `currency`/,
  ],
  [`make this a table\n${csv}`, "Tables", /\| cart\.ts \| 12 \|/],
  [attach("csv to yaml", "a,b\n1,x"), "Tables", "- a: 1\n  b: x"],
  // Encodings and hashes
  ["decode aGVsbG8gd29ybGQ= from base64", "Encode and decode", "hello world"],
  ["what is hello in base64?", "Encode and decode", "aGVsbG8="],
  [
    "url encode https://example.com/?q=a b",
    "Encode and decode",
    "https%3A%2F%2Fexample.com%2F%3Fq%3Da%20b",
  ],
  ["url-decode a%20b%26c", "Encode and decode", "a b&c"],
  ["md5 of hello world", "Encode and decode", "5eb63bbbe01eeed093cb22bb8f5acdc3"],
  [
    "give me the sha1 hash of 'abc'",
    "Encode and decode",
    "a9993e364706816aba3e25717850c26c9cd0d89d",
  ],
  ["convert hex 48656c6c6f to text", "Encode and decode", "Hello"],
  [
    attach("escape this for HTML", "<b>a & b</b>", "html"),
    "Encode and decode",
    "&lt;b&gt;a &amp; b&lt;/b&gt;",
  ],
  [attach("escape as a JSON string", 'say "hi"'), "Encode and decode", '"say \\"hi\\""'],
  [
    attach("decode this JWT", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3IiwiZXhwIjoxNzY3MjI1NjAwfQ.c2ln"),
    "Encode and decode",
    /"exp": "2026-01-01T00:00:00\.000Z"/,
  ],
  ["convert to base64: the quick brown fox", "Encode and decode", "dGhlIHF1aWNrIGJyb3duIGZveA=="],
  [attach("decode this", "YWJj"), "Encode and decode", "abc"],
  // Times
  ["what date is 1767225600?", "Timestamps", "2026-01-01T00:00:00.000Z"],
  ["convert 2026-01-01T00:00:00Z to unix time", "Timestamps", "1767225600"],
  ["what day of the week is 2026-12-25?", "Timestamps", "Friday"],
  ["how many days between 2026-01-01 and 2026-03-01", "Timestamps", "59 days"],
  ["90 days after 2026-01-01", "Timestamps", "2026-04-01"],
  ["2026-06-01 12:00 UTC in Tokyo", "Timestamps", "2026-06-01T21:00:00.000+09:00"],
  ["convert 2026-06-01 09:00 America/New_York to UTC", "Timestamps", "2026-06-01T13:00:00.000Z"],
  ["which week is 2026-12-31", "Timestamps", "53"],
  [attach("what is this?", "1767225600"), "Timestamps", "2026-01-01T00:00:00.000Z"],
  ["add 2 weeks to 2026-01-01", "Timestamps", "2026-01-15"],
  ["how long is it from 09:15 to 17:45", "Timestamps", /\*\*8 h 30 min\*\*/],
  // Lines
  [attach("sort these lines", "b\na\nc"), "Lines", "a\nb\nc"],
  [attach("remove duplicate lines", "a\nb\na"), "Lines", "a\nb"],
  [attach("reverse the order", "1\n2\n3"), "Lines", "3\n2\n1"],
  [attach("join these with a comma", "a\nb\nc"), "Lines", "a,b,c"],
  [attach("add a comma to each line", "a\nb"), "Lines", "a,\nb,"],
  [attach("prefix each line with '- '", "a\nb"), "Lines", "- a\n- b"],
  [attach("how many words are in this?", "one two\nthree"), "Lines", /^words +3$/m],
  [attach("sort by length, longest first", "a\nccc\nbb"), "Lines", "ccc\nbb\na"],
  ["sort these words:\npear\napple", "Lines", "apple\npear"],
  [attach("turn this into a JSON array", "a\nb"), "Lines", '[\n  "a",\n  "b"\n]'],
  [attach("wrap each line in single quotes and join with commas", "a\nb"), "Lines", "'a','b'"],
  [attach("replace tabs with 2 spaces", "\ta"), "Lines", "  a"],
  ["one item per line: a, b, c", "Lines", "a\nb\nc"],
  ['reverse "hello"', "Lines", "olleh"],
  // Names
  ["userProfileImage to snake case", "Names and case", "user_profile_image"],
  ["make max-retry-count PascalCase", "Names and case", "MaxRetryCount"],
  [
    attach("convert to camelCase", "first_name\nlast_name"),
    "Names and case",
    "firstName\nlastName",
  ],
  [
    attach("to kebab-case", "backgroundColor: red;", "css"),
    "Names and case",
    "background-color: red;",
  ],
  // Regular expressions
  ["explain the regex /^[a-z]+$/i", "Regular expressions", /one of `a-z`, once or more/],
  [
    attach(String.raw`what does /(\d+)-(\d+)/ match here?`, "10-24 and 3-4"),
    "Regular expressions",
    "10-24\n3-4",
  ],
  ['test /a+/ on "caaat"', "Regular expressions", "aaa"],
  [String.raw`what does ^\s*$ match`, "Regular expressions", /white space, any number of times/],
  // Code and the workspace
  ["where is total defined?", "Find in this workspace", /\*\*`src\/total\.ts:1`\*\*/],
  ["find all usages of total", "Find in this workspace", /src\/use\.ts/],
  ["which files import total", "Find in this workspace", /src\/use\.ts/],
  ["Are there any TODOs?", "Find in this workspace", /\*\*`src\/notes\.md:1`\*\*/],
  ["list all todos", "Find in this workspace", /\*\*`src\/notes\.md:1`\*\*/],
  ["where is nowhereToBeFound used?", "Find in this workspace", /3 files that were read holds/],
  ["What's in src/total.ts?", "Outline code", "total(2)  lines 1–3 (3)"],
  ["list the functions in src/total.ts", "Outline code", "total(2)  lines 1–3 (3)"],
  [attach("how many lines of code is this", source, "typescript"), "Outline code", /3 code/],
  ["check src/use.ts for debug statements", "Check code", /console output left in/],
  [
    attach("are there any TODOs left?", "// TODO tidy\nconst a = 1;\n", "typescript"),
    "Check code",
    /open note: `TODO tidy`/,
  ],
];

describe("natural questions", () => {
  const running = {} as { hub: Awaited<ReturnType<typeof startBuiltInHub>> };
  let folder = "";

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "expert-hub-"));
    await mkdir(path.join(folder, "src"));
    await writeFile(path.join(folder, "src/total.ts"), source);
    await writeFile(
      path.join(folder, "src/use.ts"),
      'import { total } from "./total";\n\nconsole.log(total(1, 2));\n',
    );
    await writeFile(path.join(folder, "src/notes.md"), "- TODO: round the total\n");
    running.hub = await startBuiltInHub({ key, folders: [{ name: "shop", path: folder }] });
  });

  after(async () => {
    await running.hub.close();
    await rm(folder, { recursive: true });
  });

  for (const { name, opening } of abilities.values()) {
    if (opening === undefined) continue;
    it(`to begin with are answered: ${JSON.stringify(opening)}`, async () => {
      const { output } = await invoke(running.hub, { expert_id: workbench, input_data: opening });
      assert.equal(/\*Answered by ([^(]+) \(/.exec(output)?.[1], name, output);
      assert.doesNotMatch(output, /could not be|cannot|Not valid/);
    });
  }

  for (const [question, ability, answer] of questions) {
    it(`are answered: ${JSON.stringify(question)}`, async () => {
      const { output, intermediate_steps } = await invoke(running.hub, {
        expert_id: workbench,
        input_data: question,
      });
      assert.equal(/\*Answered by ([^(]+) \(/.exec(output)?.[1], ability, output);
      if (typeof answer === "string") assert.equal(block(output), answer);
      else assert.match(output, answer);
      const searches = intermediate_steps
        .flat()
        .filter(({ tool }) => tool === "workspace_connector");
      const mayRead = /workspace|code/.test(ability);
      assert.ok(mayRead || searches.length === 0, "it searched the workspace");
    });
  }
});
