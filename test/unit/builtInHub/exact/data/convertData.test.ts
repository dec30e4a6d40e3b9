import assert from "node:assert/strict";
import fc from "fast-check";
import { convertData } from "../../../../../src/builtInHub/exact/data/convertData";
import { answerTo, blockIn, type Attached } from "../asking";

const ask = (words: string, attached?: Attached | string) => answerTo(convertData, words, attached);
const json: Attached = { text: '[{"id":"007","n":1.10}]', language: "json" };
const yaml: Attached = { text: "- id: '007'\n  n: 1.10\n", language: "yaml" };
const csv: Attached = { text: "id,n\n007,1.10", language: "csv" };
const formatted = '[\n  {\n    "id": "007",\n    "n": 1.10\n  }\n]';

/** Each form in spellings that people use, with the block that answers them. */
const forms: readonly { result: string; attached: Attached; spellings: string[] }[] = [
  {
    result: '- id: "007"\n  "n": 1.10',
    attached: json,
    spellings: [
      "to yaml",
      "as YAML",
      "to yml",
      "convert to yaml",
      "Convert this to YAML",
      "convert this json to yaml",
      "json to yaml",
      "turn the following json into yaml",
      "this as yaml",
      "change from json to yaml",
      "yaml from this json",
    ],
  },
  {
    result: formatted,
    attached: yaml,
    spellings: [
      "to json",
      "as JSON",
      "into json",
      "convert to json",
      "convert this into JSON",
      "convert this yaml to json",
      "yaml to json",
      "yml to json",
      "yaml2json",
      "transform my yaml file to json",
      "turn it into json",
    ],
  },
  {
    result: formatted,
    attached: csv,
    spellings: [
      "to json",
      "csv to json",
      "CSV  to  JSON",
      "csv -> json",
      "csv2json",
      "convert csv to json",
      "convert this csv to json",
      "convert from csv to json",
      "convert these rows to json",
      "this csv as json",
      "export this csv as json format",
    ],
  },
  {
    result: "id,n\n007,1.10",
    attached: json,
    spellings: [
      "to csv",
      "as CSV",
      "into csv",
      "convert to csv",
      "convert this to csv",
      "json to csv",
      "convert this json to csv",
      "turn this array into a csv",
      "make a csv from this json",
      "export this as csv",
    ],
  },
  {
    result: "| id | n |\n| --- | --- |\n| 007 | 1.10 |",
    attached: csv,
    spellings: [
      "as a table",
      "as table",
      "to a markdown table",
      "as a Markdown table",
      "convert to table",
      "show this as a table",
      "format this as a table",
      "csv to markdown table",
      "put this in a table",
      "make a table from this csv",
      "to markdown",
    ],
  },
  {
    result: formatted,
    attached: json,
    spellings: [
      "format this json",
      "format json",
      "Format this JSON",
      "pretty print this json",
      "pretty-print json",
      "prettify this json",
      "beautify json",
      "format this",
      "json format",
      "reformat my json file",
    ],
  },
  {
    result: '[{"id":"007","n":1.10}]',
    attached: { ...json, text: formatted },
    spellings: [
      "minify json",
      "minify this json",
      "Minify JSON",
      "minify",
      "minify this",
      "compact this json",
      "compact json",
      "json minify",
      "minimize this json",
      "minify the following json",
    ],
  },
  {
    result: "- id: '007'\n  n: 1.10",
    attached: { ...yaml, text: "-   id:   '007'\n    n: 1.10" },
    spellings: [
      "format this yaml",
      "format yaml",
      "Format YAML",
      "pretty print this yaml",
      "prettify yaml",
      "beautify this yaml",
      "reformat this yml",
      "yaml format",
      "format the following yaml",
      "tidy my yaml file",
    ],
  },
];
const checks = (name: string) => [
  `validate ${name}`,
  `validate this ${name}`,
  `check this ${name}`,
  `lint ${name}`,
  `is this valid ${name}`,
  `is this ${name} valid`,
  `check if this is valid ${name}`,
  `check whether this ${name} is valid`,
  `verify this ${name}`,
  `${name} validator`,
  "validate",
];

describe("converting data without a model", () => {
  for (const { result, attached, spellings } of forms)
    it(`X1 answers ${spellings[0]} from ${attached.language} in every spelling`, async () => {
      assert.ok(spellings.length >= 10);
      for (const words of spellings) {
        assert.equal(blockIn(await ask(words, attached)), result, words);
      }
    });

  it("X1 checks JSON and YAML in every spelling", async () => {
    for (const words of checks("json")) {
      assert.equal(await ask(words, json), "Valid JSON: an array of 1 element.", words);
      const wrong = { ...json, text: '{"a":1,\n}' };
      assert.match((await ask(words, wrong)) ?? "", /^Not valid JSON\. Line 2: /, words);
    }
    for (const words of checks("yaml")) {
      assert.equal(await ask(words, yaml), "Valid YAML.", words);
      const wrong = { ...yaml, text: "a: 1\na: 2" };
      assert.match((await ask(words, wrong)) ?? "", /^Not valid YAML\. Line 2: /, words);
    }
  });

  it("X1 gives the answers of its own table", async () => {
    for (const { question, attached, language = "", answer } of convertData.examples) {
      const given =
        (await ask(question, attached === undefined ? undefined : { text: attached, language })) ??
        "";
      assert.ok(given.includes(answer), question);
    }
  });

  it("X1 takes a fence of any name for plain text as one that names no language", async () => {
    for (const language of ["text", "txt", "plain", "plaintext"])
      assert.equal(
        await ask("json to yaml", { text: '{"a": 1}', language, isCode: false }),
        await ask("json to yaml", { text: '{"a": 1}', language: "", isCode: false }),
        language,
      );
  });

  it("X1 takes JSON that stands in the question itself", async () => {
    assert.equal(blockIn(await ask('format this JSON {"a":1}')), '{\n  "a": 1\n}');
  });

  it("X2 refuses a form with one more word", async () => {
    const rows = forms.flatMap(({ attached, spellings }) =>
      spellings.map((words) => ({ words, attached })),
    );
    const extra = fc.constantFrom(
      ..."sorted descending price keys with twice nicely carefully except columns only first 10 kB UTC bigger".split(
        " ",
      ),
      "sorted by price",
      "and sort it",
      "with 4 spaces",
      "in one line",
      "without nulls",
      "as typescript",
    );
    const property = fc.asyncProperty(
      fc.constantFrom(...rows),
      extra,
      fc.nat(9),
      async (row, word, at) => {
        const words = row.words.split(" ");
        const longer = words.toSpliced(at % (words.length + 1), 0, word).join(" ");
        assert.equal(await ask(longer, row.attached), undefined, longer);
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  it("X2 refuses code, other fences and a block of another format", async () => {
    for (const { attached, spellings } of forms)
      for (const words of spellings) {
        const code = { ...attached, language: "javascript", isCode: true };
        assert.equal(await ask(words, code), undefined, words);
        for (const language of ["xml", "toml", "sql", "python", "ini"])
          assert.equal(await ask(words, { ...attached, language }), undefined, words);
        assert.equal(await ask(words), undefined, words);
      }
    assert.equal(await ask("csv to json", yaml), "The block is YAML, not CSV.");
    assert.equal(await ask("minify this json", yaml), "The block is YAML, not JSON.");
  });

  it("X2 refuses qualifiers that were once dropped", async () => {
    const code = { text: "const a = [3, 1, 2];\nif (a) {\n}", language: "", isCode: false };
    for (const words of [
      "sort this array by price",
      "convert to one line",
      "remove empty catch blocks",
      "trim this down",
      "format this",
      "format",
      "minify this",
      "check this",
      "validate this",
    ])
      assert.equal(await ask(words, code), undefined, words);
  });
});
