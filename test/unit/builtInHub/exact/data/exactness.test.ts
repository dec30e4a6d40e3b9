import assert from "node:assert/strict";
import fc from "fast-check";
import { parse as parseJson, parseTree, type Node } from "jsonc-parser";
import { parse } from "yaml";
import { convertData } from "../../../../../src/builtInHub/exact/data/convertData";
import { answerTo, blockIn, type Attached } from "../asking";
import { sized } from "../../../../support/testSize";
import { until } from "../../../../support/until";

const ask = (words: string, attached?: Attached | string) => answerTo(convertData, words, attached);
const fromJson = (words: string, text: string) => ask(words, { text, language: "json" });
const fromYaml = (words: string, text: string) => ask(words, { text, language: "yaml" });
const fromCsv = (words: string, text: string) => ask(words, { text, language: "csv" });

/** Texts that readers of YAML or CSV take for something else, and any others. */
const text = fc.oneof(
  fc.constantFrom(
    ..."NO no on Off y n ~ null Null true TRUE 1.10 007 0x1F 0o17 1e5 .inf -.INF .nan 12:30:00 22:22 2024-01-01".split(
      " ",
    ),
    ..."1_000 = << !tag &a *a @a `a % %a - ? : a:b a: a#b #a {} [] , a,b ;; | > ' \" \\ \\n --- ... = +1 -0".split(
      " ",
    ),
    "",
    " ",
    " pad ",
    "a: b",
    "a #b",
    "line\nline",
    "line\n",
    "\nline",
    "a\n\n b\n",
    "a \nb",
    "tab\tb",
    "\r\n",
    "é",
    "日本語",
    "👩‍👩‍👧",
    "\u00a0",
    "\u0085",
    "\u2028",
    "\ufeff",
    "\u0000",
    "1234567890123456789",
  ),
  // The parsers that the results are compared with take `__proto__` for the prototype.
  ...[fc.string({ unit: "binary" }), fc.string()].map((strings) =>
    strings.filter((held) => held !== "__proto__"),
  ),
);
const number = fc.oneof(
  fc.constantFrom(
    "1.10",
    "0",
    "-0",
    "1234567890123456789",
    "1e5",
    "1E-7",
    "2.50e+10",
    "-12",
    "0.1",
  ),
  fc.integer().map(String),
);
/** JSON text of any shape; names may stand twice. */
const { document } = fc.letrec<{ value: string; document: string }>((tie) => {
  const list = fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join(", ")}]`);
  const record = fc
    .array(fc.tuple(text, tie("value")), { maxLength: 4 })
    .map(
      (members) =>
        `{${members.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(",\n")}}`,
    );
  const scalar = fc.oneof(
    text.map((held) => JSON.stringify(held)),
    number,
    fc.constantFrom("true", "null"),
  );
  return {
    value: fc.oneof({ depthSize: "small" }, scalar, list, record),
    document: fc.oneof(list, record),
  };
});

/**
 * A document with its names in order and all digits; exponents may be written differently. Not by
 * `JSON.parse`: in Node 24 it takes the name `"` for a backslash once it has read one.
 */
function normal(source: string): string {
  const write = ({ type, value, children = [], offset, length }: Node): string => {
    if (type === "array") return `[${children.map(write).join()}]`;
    if (type === "object") return `{${children.map(write).join()}}`;
    if (type === "property") return children.map(write).join(":");
    const text = source.slice(offset, offset + length);
    if (type !== "number") return JSON.stringify(value);
    return text.replace(/^(-?\d+)(\.\d+)?[eE]\+?/, (_, whole, rest = ".0") => `${whole}${rest}e`);
  };
  return write(parseTree(source)!);
}
const quote = (held: string) => `"${held.replaceAll('"', '""')}"`;
const tokens = (json: string) => json.match(/"(?:[^"\\]|\\.)*"|[^\s"]/g);
const asNumber = (digits: string) => String(Number(digits));

describe("the exactness of conversions", () => {
  it("X3 brings JSON to YAML and back as the same document, or names the line", async () => {
    const property = fc.asyncProperty(document, async (source) => {
      const answer = await fromJson("to yaml", source);
      const yaml = blockIn(answer);
      if (yaml === "") {
        assert.match(
          answer ?? "",
          /^This cannot be converted exactly\. Line \d+: [^]*(?:stands twice|half of)/,
        );
        return;
      }
      const back = blockIn(await fromYaml("to json", yaml));
      assert.equal(normal(back), normal(source), yaml);
      // A second opinion, of a reader of YAML 1.1 too.
      for (const version of ["1.1", "1.2"] as const) {
        const read = JSON.stringify(parse(yaml, { version, maxAliasCount: 0 }));
        assert.equal(read, JSON.stringify(parseJson(source)), yaml);
      }
    });
    await fc.assert(property, { numRuns: sized(66, 200) });
  });

  it("X3 brings CSV to JSON and YAML and back as the same cells, or names the line", async () => {
    const cell = fc.oneof(text, number);
    const cells = fc.integer({ min: 2, max: 4 }).chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
        minLength: 2,
        maxLength: 5,
      }),
    );
    const property = fc.asyncProperty(
      cells,
      fc.constantFrom("json", "yaml"),
      async (rows, format) => {
        const source = rows.map((row) => row.map(quote).join(",")).join("\n");
        const answer = await fromCsv(`to ${format}`, source);
        const block = blockIn(answer);
        if (block === "") {
          assert.match(
            answer ?? "",
            /^This cannot be converted exactly\. Line \d+: [^]*(?:stands twice|half of)/,
          );
          return;
        }
        const back = blockIn(await ask("to csv", { text: block, language: format }));
        const answerAgain = await fromCsv("to json", back);
        if (/ two marks /.test(answerAgain ?? "")) return;
        const again = blockIn(answerAgain);
        assert.equal(again, blockIn(await fromCsv("to json", source)));
        const [head = [], ...values] = rows;
        const records = parseJson(again) as Record<string, unknown>[];
        assert.deepEqual(
          records.map((record) =>
            head.map((name) => String(record[name]).replace(/^-?[\d.]+$/, asNumber)),
          ),
          values.map((row) => row.map((held) => held.replace(/^-?[\d.]+$/, asNumber))),
        );
      },
    );
    await fc.assert(property, { numRuns: sized(50, 150) });
  });

  it("X3 brings a table to Markdown and back as the same cells, or names the line", async () => {
    const property = fc.asyncProperty(
      fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 }),
      async (rows) => {
        const source = JSON.stringify(rows.map(([a, b]) => ({ a: `${a}x`, b: `${b}x` })));
        const answer = await fromJson("as a table", source);
        const table = blockIn(answer);
        if (table === "") {
          assert.match(answer ?? "", /^This cannot be converted exactly\. Line 1: /);
          return;
        }
        const back = blockIn(await ask("to json", { text: table, language: "markdown" }));
        assert.deepEqual(parseJson(back), parseJson(source));
      },
    );
    await fc.assert(property, { numRuns: sized(50, 150) });
  });

  it("X3 formats and minifies JSON without touching a token", async () => {
    const property = fc.asyncProperty(document, async (source) => {
      const pretty = blockIn(await fromJson("format json", source));
      const small = blockIn(await fromJson("minify json", pretty));
      assert.deepEqual([tokens(pretty), tokens(small)], [tokens(source), tokens(source)]);
      assert.equal(/^[^"]*\s/.test(small), false);
    });
    await fc.assert(property, { numRuns: sized(50, 150) });
  });

  const examples: readonly [title: string, () => Promise<string | undefined>, RegExp][] = [
    ["keeps 1.10 of YAML", () => fromYaml("to json", "version: 1.10"), /"version": 1\.10\n/],
    [
      "quotes NO for older readers",
      () => fromJson("to yaml", '{"country":"NO"}'),
      /country: "NO"\n/,
    ],
    [
      "quotes times for older readers",
      () => fromJson("to yaml", '{"at":"12:30:00"}'),
      /at: "12:30:00"\n/,
    ],
    [
      "says that NO is text",
      () => fromYaml("to json", "country: NO"),
      /"country": "NO"[^]*`NO` \(line 1\)/,
    ],
    [
      "keeps 19 digits",
      () => fromYaml("to json", "id: 1234567890123456789"),
      /: 1234567890123456789\n/,
    ],
    ["keeps quoted digits", () => fromYaml("to json", "id: '42'"), /"id": "42"/],
    ["keeps the order of names", () => fromJson("to yaml", '{"2":0,"1":0}'), /"2": 0\n"1": 0/],
    ["keeps padded cells", () => fromCsv("to json", 'a,b\n" pad ",1'), /"a": " pad "/],
    [
      "keeps leading zeros",
      () => fromCsv("to json", "zip,b\n01234,1\n99999,2"),
      /"zip": "01234"[^]*"zip": "99999"/,
    ],
    ["reads semicolons", () => ask("csv to json", "a;b\n1,5;2"), /"a": "1,5",\n {4}"b": 2/],
    ["reads tabs", () => ask("to json", { text: "a\tb\n1\tx, y", language: "tsv" }), /"b": "x, y"/],
    ["keeps the last line break", () => fromJson("to yaml", '{"a":"x\\ny\\n"}'), /a: "x\\ny\\n"\n/],
    [
      "writes lines as a block",
      () => fromJson("to yaml", '{"a":"x\\ny\\n","b":1}'),
      /a: \|\n {2}x\n {2}y\nb: 1/,
    ],
    ["refuses infinity", () => fromYaml("to json", "a: 1\nb: .inf"), /Line 2: `\.inf`/],
    ["refuses octal numbers", () => fromYaml("to json", "mode: 0644"), /Line 1: `0644`/],
    ["refuses names twice in YAML", () => fromYaml("to json", "a: 1\nb: 2\na: 3"), /Line 3: /],
    [
      "refuses names twice in JSON",
      () => fromJson("to yaml", '{"a":1,\n"a":2}'),
      /Line 2: the name "a"/,
    ],
    ["refuses names twice in CSV", () => fromCsv("to json", "a,a\n1,2"), /Line 1: the name "a"/],
    ["refuses uneven rows", () => fromCsv("to json", "a,b\n1,2\n1,2,3"), /Line 3: /],
    [
      "refuses an empty first line",
      () => fromCsv("to json", "\na,b\n1,2"),
      /Line 1: the line is empty/,
    ],
    ["refuses spaces around cells", () => fromCsv("to json", "a, b\n1, 2"), /Line 1: /],
    ["refuses open quotation marks", () => fromCsv("to json", 'a,b\n"1,2'), /Line 2: /],
    ["refuses two marks that fit", () => fromCsv("to json", "a,b;c\n1,2;3"), /two marks/],
    ["refuses second documents", () => fromYaml("to json", "a: 1\n---\nb: 2"), /Line 3: /],
    ["refuses tags", () => fromYaml("to json", "a: !Ref b"), /Line 1: the tag `!Ref`/],
    ["refuses merge keys", () => fromYaml("to json", "a: &a {}\nb:\n  <<: *a"), /Line 3: /],
    ["refuses names that are numbers", () => fromYaml("to json", "200: ok"), /Line 1: /],
    [
      "refuses anchors without an end",
      () => fromYaml("to json", "a: &a\n  b: *a"),
      /nested too deep|stand for too much/,
    ],
    [
      "refuses comments in JSON",
      () => ask("to yaml", { text: '{\n// x\n"a":1}', language: "jsonc" }),
      /Line 2: /,
    ],
    [
      "refuses nested values in a table",
      () => fromJson("to csv", '[{"a":1},\n{"a":[1]}]'),
      /Line 2: /,
    ],
    [
      "refuses null beside empty text",
      () => fromJson("to csv", '[{"a":null},\n{"a":""}]'),
      /Line 2: /,
    ],
    ["refuses half of a character", () => fromJson("to yaml", '["\\ud800"]'), /Line 1: /],
    ["refuses JSON lines", () => ask("to json", '{"a":1}\n{"a":2}'), /cannot be converted/],
    ["refuses text of two formats", () => ask("to json", "a: 1,b\nc: 2,d"), /as well as/],
    [
      "refuses a Python dict",
      () => ask("to json", "{'a': None, 'b': True}"),
      /cannot be converted/,
    ],
    [
      "refuses a style sheet",
      () => ask("to json", "color: red;\nmargin: 0;"),
      /cannot be converted/,
    ],
    [
      "refuses an object of JavaScript",
      () => ask("to json", "{ name, size: 2 }"),
      /cannot be converted/,
    ],
    ["refuses calls of functions", () => ask("to json", "f(a,b)\ng(c,d)"), /cannot be converted/],
    ["refuses prose", () => ask("to json", "Hello there, world."), /cannot be converted/],
    [
      "refuses deep nesting",
      () => fromJson("format json", "[".repeat(9000) + "]".repeat(9000)),
      /too deep/,
    ],
    ["refuses deep YAML", () => fromYaml("to json", "[".repeat(9000)), /too deep|took longer/],
  ];
  for (const [title, answer, expected] of examples)
    it(`X3 ${title}`, async () => {
      const given = (await answer()) ?? "";
      assert.match(given, expected);
      assert.equal(title.startsWith("refuses"), blockIn(given) === "");
    });

  it("X3 stops at a bomb of aliases", async () => {
    const lines = [..."abcdefghij"].map(
      (name, at) => `${name}: &${name} [${`*${"abcdefghij"[at - 1]},`.repeat(at && 9)}]`,
    );
    const answer = () => fromYaml("to json", lines.join("\n"));
    // On a busy machine the time limit may come first.
    await until("they are counted", async () =>
      /its aliases stand for too much/.test((await answer()) ?? ""),
    );
  });

  it("X3 formats YAML with its comments, tags and quotation marks", async () => {
    const source =
      "# head\na:   1.10 # one\nb:\n    - 'x'\n    -   !Ref 0x1F\n---\nc: &a [1,2]\nd: *a\n";
    const answer = blockIn(await fromYaml("format yaml", source));
    assert.equal(
      answer,
      "---\n# head\na: 1.10 # one\nb:\n  - 'x'\n  - !Ref 0x1F\n---\nc: &a [ 1, 2 ]\nd: *a",
    );
  });
});
