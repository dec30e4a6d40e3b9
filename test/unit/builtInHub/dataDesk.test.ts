import assert from "node:assert/strict";
import fc from "fast-check";
import { formatted, readJson } from "../../../src/builtInHub/abilities/jsonText";
import { timestamps } from "../../../src/builtInHub/abilities/timestamps";
import { csvOf, readTable } from "../../../src/builtInHub/abilities/tableText";
import { readQuestion } from "../../../src/builtInHub/reading/question";
import { ask, attach, block, hubUnderTest } from "./hubUnderTest";

const tokenPart = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("the Data Desk", () => {
  const running = hubUnderTest();

  it("formats JSON without touching a number or a string", async () => {
    const output = await ask(
      running.hub,
      3,
      'format: {"a":1.0,"b":[12345678901234567890,"\\u00e9"],"c":{}}',
    );
    assert.equal(
      block(output),
      '{\n  "a": 1.0,\n  "b": [\n    12345678901234567890,\n    "\\u00e9"\n  ],\n  "c": {}\n}',
    );
  });

  it("minifies, indents and sorts as it is told", async () => {
    const text = '{"b": 1, "a": {"d": 2, "c": 3}}';
    assert.equal(
      block(await ask(running.hub, 3, attach("minify this json", text))),
      '{"b":1,"a":{"d":2,"c":3}}',
    );
    assert.equal(
      block(await ask(running.hub, 3, attach("sort json keys, 4 spaces", text))),
      '{\n    "a": {\n        "c": 3,\n        "d": 2\n    },\n    "b": 1\n}',
    );
  });

  const broken: readonly (readonly [string, RegExp])[] = [
    ['{"a":1,\n "b":[1,2,],\n}', /Line 2, column 10: A comma may not stand before `]`/],
    ['{"a" 1}', /Line 1, column 6: `:` is missing after "a"/],
    ["{'a': 1}", /Line 1, column 2: Text must be in double quotes/],
    ['{"a": tru}', /Line 1, column 7: `tru` is not a JSON value/],
    ['["a', /Line 1, column 2: This text is never closed/],
    ["[01]", /Line 1, column 2: A number may not be written like this/],
    ["[1] 2", /Line 1, column 5: Something follows the end/],
    ['{"a": 1', /Line 1, column 1: `\{` is never closed/],
  ];
  for (const [text, problem] of broken) {
    it(`says where ${JSON.stringify(text)} is wrong`, async () => {
      assert.match(await ask(running.hub, 3, attach("validate this json", text)), problem);
    });
  }

  it("gives the JSON without its comments and trailing commas", async () => {
    const output = await ask(running.hub, 3, attach("json", '{"a": 1, // one\n}'));
    assert.match(
      output,
      /Without its comments and trailing commas it is valid[^]*```json\n\{\n {2}"a": 1\n\}\n```/,
    );
  });

  it("names what an object holds twice", async () => {
    assert.match(await ask(running.hub, 3, '{"a":{"b":1,"b":2}}'), /Names given twice[^`]*`a\.b`/);
  });

  it("accepts and refuses exactly the JSON that the platform does", () => {
    const alphabet = fc.constantFrom(
      ...'[]{}:,"\\ntrue01.e-+ \n/*u'.split(""),
      "null",
      '"a"',
      "1e5",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.array(alphabet, { maxLength: 12 }).map((parts) => parts.join("")),
        ),
        (text) => {
          let expected: unknown;
          const read = readJson(text);
          try {
            expected = JSON.parse(text);
          } catch {
            assert.ok("problem" in read && read.problem.message !== "", text);
            return;
          }
          assert.ok("value" in read, text);
          assert.deepEqual(JSON.parse(formatted(text, "  ")), expected);
          assert.deepEqual(JSON.parse(formatted(text, "")), expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("reads back the CSV that it wrote", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", ";", "é", " ") });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constant("x"), cell, cell), { minLength: 2 }), (rows) => {
        const head = ["one", "two", "three"];
        const text = csvOf({ from: "CSV", head, rows, notes: [] });
        assert.deepEqual(
          readTable(text)?.rows,
          rows.map((row) => [...row]),
        );
      }),
      { numRuns: 200 },
    );
  });

  const csv = 'name,size\n"a,b|c",12\nlist.ts,\n';
  it("turns CSV into a Markdown table and JSON", async () => {
    assert.equal(
      block(await ask(running.hub, 3, attach("as a table", csv))),
      "| name | size |\n| --- | --- |\n| a,b\\|c | 12 |\n| list.ts |  |",
    );
    assert.deepEqual(
      JSON.parse(block(await ask(running.hub, 3, attach("csv to json", csv))) ?? ""),
      [
        { name: "a,b|c", size: 12 },
        { name: "list.ts", size: "" },
      ],
    );
  });

  it("turns a JSON array and a Markdown table into CSV", async () => {
    const json = '[{"a":1,"b":"x, y"},{"b":null,"c":[1]}]';
    assert.equal(
      block(await ask(running.hub, 3, attach("to csv", json))),
      'a,b,c\n1,"x, y",\n,,[1]',
    );
    assert.equal(
      block(await ask(running.hub, 3, "| a | b |\n| --- | --- |\n| 1 | 2 |")),
      "a,b\n1,2",
    );
  });

  const codings: readonly (readonly [string, string])[] = [
    ["decode aGVsbG8gd29ybGQ=", "hello world"],
    ["base64 encode hello", "aGVsbG8="],
    ["base64url encode a?>b", "YT8-Yg"],
    ["url encode a b&c", "a%20b%26c"],
    ["a%20b%26c", "a b&c"],
    ['html escape <a href="x">', "&lt;a href=&quot;x&quot;&gt;"],
    ["decode &lt;b&gt; &#x41;&#66;", "<b> AB"],
    ["hex encode hi", "6869"],
    ["sha256 of hello", "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"],
  ];
  for (const [input, result] of codings) {
    it(`answers ${input} with ${result}`, async () => {
      assert.equal(block(await ask(running.hub, 3, input)), result);
    });
  }

  it("decodes a token and says that it did not check it", async () => {
    const token = `${tokenPart({ alg: "HS256" })}.${tokenPart({ sub: "7", exp: 1_767_225_600 })}.c2ln`;
    const output = await ask(running.hub, 3, token);
    assert.match(output, /"exp": "2026-01-01T00:00:00\.000Z"/);
    assert.match(output, /signature was not checked/);
  });

  it("says why something cannot be decoded", async () => {
    assert.match(
      await ask(running.hub, 3, "base64 decode ***"),
      /could not be decoded from base64/,
    );
    assert.match(
      await ask(running.hub, 3, "url decode %zz"),
      /could not be decoded from URL encoding/,
    );
  });

  const times: readonly (readonly [string, string])[] = [
    ["1767225600", "2026-01-01T00:00:00.000Z"],
    ["1767225600123", "2026-01-01T00:00:00.123Z"],
    ["1767225600123456", "2026-01-01T00:00:00.123Z"],
    ["2026-01-01T01:00:00+01:00", "2026-01-01T00:00:00.000Z"],
    ["2026-01-01 00:00", "2026-01-01T00:00:00.000Z"],
    ["Thu, 01 Jan 2026 00:00:00 GMT", "2026-01-01T00:00:00.000Z"],
  ];
  for (const [input, result] of times) {
    it(`reads the time ${input}`, async () => {
      assert.equal(block(await ask(running.hub, 3, input)), result);
    });
  }

  it("tells the time between two", async () => {
    const output = await ask(running.hub, 3, "time between 2026-01-01 and 2026-03-01T12:00:00Z");
    assert.match(output, /\*\*59 d 12 h\*\* \(5140800 seconds\)/);
  });

  const ofNow: readonly (readonly [string, string])[] = [
    ["days until 2027-01-01", "40 days"],
    ["how many weeks until 2026-12-27?", "5 weeks"],
    ["current unix timestamp", "1795343400"],
    ["3 weeks ago", "2026-11-01T10:30:00.000Z"],
    ["what time is it in Tokyo?", "2026-11-22T19:30:00.000+09:00"],
  ];
  for (const [input, result] of ofNow) {
    it(`answers ${input} by the clock`, async () => {
      const now = new Date("2026-11-22T10:30:00Z");
      const desk = { isBrief: false, computation: undefined, workspace: "", now };
      assert.equal(block(await timestamps.answer(readQuestion(input), desk)), result);
    });
  }
});
