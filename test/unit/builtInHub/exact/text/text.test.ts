import assert from "node:assert/strict";
import { attach } from "../../hubUnderTest";
import { resultOf } from "../readings";

const spellings: readonly (readonly [text: string, result: string, ...questions: string[]])[] = [
  [
    "b\na\nC",
    "a\nb\nC",
    "sort",
    "sort lines",
    "sort these lines",
    "Sort the lines.",
    "please sort all lines",
    "sort this list",
    "sort lines alphabetically",
    "can you sort these lines?",
  ],
  [
    "9\n10\n2",
    "10\n9\n2",
    "sort descending",
    "sort lines descending",
    "sort these lines descending",
  ],
  [
    "a\nb",
    "b\na",
    "reverse lines",
    "reverse the lines",
    "reverse these lines",
    "reverse the order of the lines",
    "reverse this list",
  ],
  [
    "a\nb\na",
    "a\nb",
    "remove duplicates",
    "remove duplicate lines",
    "deduplicate",
    "dedupe these lines",
    "deduplicate lines",
  ],
  ["a\nb", "1. a\n2. b", "number lines", "number the lines", "number these lines"],
  [
    "a\nb\n",
    "2 lines",
    "count lines",
    "count the lines",
    "how many lines",
    "how many lines are there?",
  ],
  [
    "It's",
    "IT'S",
    "to uppercase",
    "uppercase",
    "convert to upper case",
    "make this uppercase",
    "change to upper-case",
    "uppercase this",
  ],
  ["don't stop", "Don't Stop", "to title case", "convert to Title Case"],
  [
    "userId\nmax-count",
    "user_id\nmax_count",
    "to snake_case",
    "to snake case",
    "convert these lines to snake_case",
    "snake_case",
  ],
];

const refused = [
  "sort by length",
  "sort by the second column",
  "sort lines by date",
  "sort by number",
  "sort lines ignoring case",
  "sort lines and remove duplicates",
  "sort words",
  "reverse",
  "reverse this text",
  "reverse each line",
  "remove duplicates ignoring case",
  "remove empty lines",
  "number lines from 0",
  "count words",
  "count lines of code",
  "how many lines are empty",
  "to upper case and sort",
  "uppercase the first letter",
  "join lines",
  "trim lines",
  "to snake_case without digits",
  "sort these files",
];

describe("editing text without a model", () => {
  for (const [text, result, ...questions] of spellings)
    it(`X1 answers ${questions[1] ?? questions[0]} in every spelling`, async () => {
      for (const question of questions)
        for (const input of [
          attach(question, text),
          attach(question, text, "plaintext"),
          `${question.replace(/[?.]$/, "")}:\n${text}`,
        ])
          assert.equal(await resultOf(input), result, input);
    });

  it("X2 refuses every further word", async () => {
    for (const question of refused)
      assert.equal(await resultOf(attach(question, "b\na\na")), undefined, question);
  });

  it("X2 refuses code and data", async () => {
    for (const language of [
      "typescript",
      "python",
      "json",
      "yaml",
      "csv",
      "markdown",
      "shellscript",
    ])
      for (const [, , ...questions] of spellings)
        assert.equal(
          await resultOf(attach(questions[0] ?? "", "b\na", language)),
          undefined,
          language,
        );
  });

  it("X2 refuses two attached texts, and none", async () => {
    assert.equal(await resultOf(`${attach("sort lines", "a")}\n\n${attach("", "b")}`), undefined);
    assert.equal(await resultOf("sort lines"), undefined);
  });

  it("X2 changes no case of code", async () => {
    assert.equal(await resultOf(attach("to camelCase", "user_id: number;")), undefined);
  });

  it("X4 sorts numbers by their value", async () => {
    assert.equal(
      await resultOf(attach("sort lines", "10\n9\n-5\n-10\n1.5\n1.10")),
      "-10\n-5\n1.10\n1.5\n9\n10",
    );
  });
});
