import assert from "node:assert/strict";
import { sourceLines } from "../../../../../../src/features/changes/core/indentation/sourceLines";

/** Each line, behind what it begins inside of, where that begins, and the brackets open there. */
const read = (languageId: string, lines: readonly string[]): string[] =>
  sourceLines(lines, languageId).map(
    ({ kind, opener, depth }, at) => `${kind} ${opener} ${depth}| ${lines[at]}`,
  );

describe("the lines of a source", () => {
  for (const [title, languageId, expected] of [
    [
      "are counted in brackets, but for those in strings, comments and regular expressions",
      "typescript",
      [
        "code 0 0| f(a, '(', [",
        "code 1 2| // (",
        'code 2 2| /[("]/, b / c(e / d), b / c, {',
        "code 3 3| } ] /* (",
        "comment 3 1| ( */ )",
        "code 5 0| ))",
        "code 6 0| g / h(e / i",
        "code 7 1| );",
      ],
    ],
    [
      "hold code in a string again, and the string goes on behind it",
      "typescript",
      [
        "code 0 0| f(`a ( ${g({",
        "string 0 3| b: `c${d}",
        "string 0 3| e`",
        "string 0 3| })} (",
        "string 0 1| \\` ${h} `,",
        "code 5 1| i);",
        "code 6 0| j(`k ${ ( }`",
        "code 7 1| )",
      ],
    ],
    [
      "are code where a string has no end",
      "typescript",
      ["code 0 0| (a = `b ${c(", "code 1 3| d `)`", "code 2 2| e"],
    ],
    [
      "have a here-document behind the line that names it",
      "shellscript",
      [
        "code 0 0| A",
        "code 1 0| cat <<A; f (",
        "string 1 1| ( A",
        "string 1 1| A",
        "code 4 1| )",
        "code 5 0| cat <<B <<A",
        "string 5 0| A",
        "string 5 0| B",
        "string 5 0| y",
        "string 5 0| A",
        "code 10 0| (",
        "code 11 1| )",
      ],
    ],
    [
      "have no here-document without an end",
      "shellscript",
      ["code 0 0| A", "code 1 0| cat <<B (", "code 2 1| )", "code 3 0| cat <<A"],
    ],
    [
      "have no here-document behind the last one",
      "shellscript",
      ["code 0 0| A", "code 1 0| cat <<A ("],
    ],
    [
      "take a string of several lines, whatever the quotes of others",
      "python",
      [
        "code 0 0| a = '''",
        'string 0 0| ("""',
        "string 0 0| ''' + (",
        "code 3 1| '('",
        "code 4 1| )",
      ],
    ],
    [
      "are read again where a string of one line has no end",
      "typescript",
      ["code 0 0| don't (", "code 1 1| isn't )", "code 2 0| 'a \\", "string 2 0| b' ("],
    ],
  ] as const)
    it(title, () => {
      const lines = expected.map((line) => line.slice(line.indexOf("|") + 2));
      assert.deepEqual(read(languageId, lines), expected);
    });

  it("are read without what has lacked its end eight times", () => {
    for (const [names, depth] of [
      ["abcdefg", 0],
      ["abcdefgh", 1],
    ] as const) {
      const unended = [...names].map((name) => `$${name}$`);
      const [last] = sourceLines([...unended, "$z$ ( $z$", "x"], "sql").slice(-1);
      assert.deepEqual(last, { kind: "code", opener: names.length + 1, depth });
    }
  });
});
