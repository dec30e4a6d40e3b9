import assert from "node:assert/strict";
import { changesIn } from "../../../../../src/features/changes/core/answerChanges";
import type { TextChange } from "../../../../../src/features/changes/core/fileText";
import { proposedText } from "../../../../../src/features/changes/core/proposedText";
import { readAnswer } from "../../../../support/readAnswer";
import { leavesOut } from "../../../../../src/features/changes/core/incomplete";

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n`;
const diff = (comment: string) =>
  fence("diff", `--- a.ts\n+++ a.ts\n@@ @@\n-  const b = a + 6;\n+  // ${comment}`);

const words = (count: number, word: string) => Array<string>(count).fill(word).join(" ");

describe("a block that leaves parts out", () => {
  it("J5 is known by what stands for them, in every style of comments and many languages", () => {
    for (const line of [
      "// ... existing code ...",
      "// rest of the code remains the same",
      "    // ...",
      "# ... (rest of the code)",
      "# existing code",
      "-- the remaining columns stay unchanged",
      "; ... unchanged ...",
      "% rest of the file",
      "/* ... other methods ... */",
      " * ... ",
      "<!-- rest of the file unchanged -->",
      "<%-- ... --%>",
      "{/* ... other components */}",
      "{# ... existing code #}",
      "(* ... *)",
      "{- rest of the module is the same -}",
      "' ... existing code",
      "REM ... rest of the code",
      "! remaining code is unchanged",
      "...",
      "  …",
      "[...]",
      "foo(); // ... rest of the function",
      "// Code above remains unchanged",
      "// unchanged",
      "// omitted for brevity",
      "// ... restlicher Code bleibt unverändert",
      "// restlicher Code",
      "# reste du code",
      "// código existente",
      "// resto del código sin cambios",
      "// 残りのコードは変更なし",
      "// 其余代码保持不变",
      "// остальной код без изменений",
    ])
      assert.ok(leavesOut(`a();\n${line}\nb();`, "a();\nc();\nb();"), line);
  });

  it("J5 is none for a comment that only sounds like it, or that was there before", () => {
    for (const line of [
      "const all = [...rest, ...others];",
      "f(...args);",
      "// The rest is handled by the caller.",
      "// Loads the existing user, then saves it.",
      "// Returns the value unchanged if it is a number.",
      "// see https://a.example/... for more",
      'x = "..."',
      "for i in 1...5 {",
      "/** Removes what is left. */",
      "# Other options",
      "print('Loading...')",
      "case '...':",
    ])
      assert.equal(leavesOut(`a();\n${line}\nb();`, ""), false, line);
    assert.equal(leavesOut("a\n// ...\nb", "a\n  // ...\nc"), false);
    assert.equal(leavesOut("a\n  // ...\nb", "a\n// ...\nc"), false);
    const body = "def f():\n    ...\n";
    for (const [path, wanted] of [
      ["a.py", false],
      ["a.PYI", false],
      ["", false],
      ["a.pyx.ts", true],
      ["a.ts", true],
      ["a.pl", false],
    ] as const)
      assert.equal(leavesOut(body, "", path), wanted, path);
    assert.equal(
      leavesOut("class P(Protocol):\n    def f(self) -> int:\n        ...\n", ""),
      false,
    );
  });

  it("J5 is none in a block of code of a document, and is one below it", () => {
    for (const [text, wanted] of [
      ["```\n[...]\n```\nb", false],
      ["```\na\n```\n[...]", true],
      ["````\n```\n[...]\n````\nb", false],
      ["````\n```\na\n````\n[...]", true],
      ["~~~\n```\n[...]\n~~~\nb", false],
      ["~~~\na\n~~~~\n  [...]", true],
    ] as const)
      assert.equal(leavesOut(text, "", "a.md"), wanted, text);
  });

  it("J5 is one without the mark of a comment only in brackets or with dots", () => {
    for (const [line, wanted] of [
      ["rest of the code", false],
      ["unchanged", false],
      ["rest of the code ...", true],
      ["... rest of the code", true],
      ["...rest", false],
      ["[rest of the code]", true],
      ["<rest of the code>", true],
      ["(unchanged)", true],
      ["f(unchanged)", false],
    ] as const)
      assert.equal(leavesOut(`a();\n${line}\nb();`, "", "a.ts"), wanted, line);
  });

  it("J5 has few words", () => {
    for (const [comment, wanted] of [
      [words(12, "unchanged"), true],
      [words(13, "unchanged"), false],
      [`... ${words(6, "cat")} ...`, true],
      [`... ${words(7, "cat")} ...`, false],
    ] as const)
      assert.equal(leavesOut(`a();\n// ${comment}\nb();`, ""), wanted, comment);
  });

  it("J5 is refused as a file, and as what takes the place of lines", () => {
    const text = "one\ntwo\nthree\n";
    const block = changesIn(`a.ts\n\n${fence("ts", "one\n// ... existing code\nthree")}`);
    const hunk = changesIn(
      fence(
        "diff",
        "--- a.ts\n+++ a.ts\n@@ -1,3 +1,2 @@\n one\n-two\n-three\n+// ... rest unchanged",
      ),
    );
    for (const changes of [block, hunk]) {
      const { text: after, refusals } = proposedText(text, changes as TextChange[], "a.ts");
      assert.equal(after, text);
      assert.match(refusals[0]!("a.ts"), /^a\.ts (?:is|seems to be) shown only in part/);
    }
  });
});

const whole = [1, 2, 3, 4, 5, 6]
  .map((n) => `export function f${n}(a: number) {\n  const b = a + ${n};\n  return b * 2;\n}\n`)
  .join("\n");

/** The file after an answer that shows this text for it; `undefined` if that is refused. */
function replaced(name: string, before: string, text: string): string | undefined {
  const changes = changesIn(fence(`${name.split(".").at(-1)} ${name}`, text));
  const after = proposedText(before, changes as TextChange[], name);
  return after.refusals.length > 0 ? undefined : after.text;
}

describe("a comment in place of code", () => {
  it("J5 leaves out what it stands for, whatever its words are", () => {
    for (const words of ["rest unchanged", "etc.", "f4 to f6 stay as they are", "skipped", "ditto"])
      for (const comment of [`// ${words}`, `/* ${words} */`]) {
        const [head = "", tail = ""] = whole.split(/export function f3[^]*?\n\n/);
        assert.equal(replaced("a.ts", whole, `${head}${comment}\n\n${tail}`), undefined, comment);
        const body = whole.replace("  const b = a + 6;\n  return b * 2;", `  ${comment}`);
        assert.equal(replaced("a.ts", whole, body), undefined, comment);
      }
  });

  it("J5 leaves out what it says, beside other lines", () => {
    const page = "<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>\n<p>three</p>\n";
    for (const words of ["rest unchanged", "other lines", "more rules", "as before"]) {
      const shown = page.replace(/ {2}<li>one[^]*two<\/li>/, `  <li>1</li>\n  <!-- ${words} -->`);
      assert.equal(replaced("a.html", page, shown), undefined, words);
    }
  });

  it("J5 leaves out nothing where it explains, quotes or documents code", () => {
    const sum = "  const b = a + 6;\n  return b * 2;";
    for (const now of [
      "  // Keep the sum in cents, so that nothing has to be rounded later.\n  return (a + 6) * 2;",
      "  // Twice the sum.\n  return (a + 6) * 2;",
      "  // const b = a + 6;\n  return a * 2;",
      "  // const b = a + 6;\n  // return b * 2;",
    ]) {
      const text = whole.replace(sum, now);
      assert.equal(replaced("a.ts", whole, text), text, now);
    }
    const notes = "# Shop\n\nOne\nTwo\n";
    assert.equal(replaced("a.md", notes, "# Shop\n\n# The rest\n"), "# Shop\n\n# The rest\n");
  });

  it("J5 counts in a diff only by its words", () => {
    const refusals = ["rest unchanged", "b is not needed"].map(
      (comment) =>
        proposedText(whole, changesIn(diff(comment)) as TextChange[], "a.ts").refusals.length,
    );
    assert.deepEqual(refusals, [1, 0]);
  });
});

const reasons = (output: string) =>
  changesIn(output).map((change) =>
    change.kind === "refused" ? change.why(change.path) : change.kind,
  );

describe("a block that is no file", () => {
  it("J5 is one of a shell, an output or a log, whatever names a file before it", () => {
    for (const language of ["bash", "sh", "shell", "console", "zsh", "powershell", "text", "log"])
      assert.deepEqual(
        reasons(`\`src/a.ts\`:\n\n${fence(language, "npm test")}`),
        [`The code block for src/a.ts is in another language: ${language}.`],
        language,
      );
    assert.deepEqual(reasons(`**src/a.ts**\n\n${fence("python", "x")}`), [
      "The code block for src/a.ts is in another language: python.",
    ]);
    for (const [language, path] of [
      ["bash", "run.sh"],
      ["sh", ".bashrc"],
      ["text", "notes.txt"],
      ["text", "LICENSE"],
      ["ts", "a.tsx"],
      ["", "a.ts"],
      ["jsonc", "tsconfig.json"],
      ["whatever", "lib/a.foo"],
      ["docker", "Dockerfile"],
    ])
      assert.deepEqual(reasons(`**${path}**\n\n${fence(language!, "x")}`), ["text"], path);
  });

  it("J5 is a part of the file that a sentence names, unless it is all of it", async () => {
    const lines = ["one();", "two();", "three();"].join("\n");
    for (const before of [
      "In `src/a.ts`, the loop is:",
      "I looked at `src/a.ts` and found this:",
      "I called it in **src/a.ts** like so:",
    ])
      for (const [code, file, proposed] of [
        ["x();", lines, undefined],
        ["x();", "y();", undefined],
        ["x();", undefined, undefined],
        [`${lines}\nfour();`, lines, `${lines}\nfour();\n`],
      ] as const) {
        const { files: found } = await readAnswer({
          output: `${before}\n\n${fence("ts", code)}`,
          files: file === undefined ? {} : { "src/a.ts": `${file}\n` },
        });
        assert.equal(found["src/a.ts"], proposed, `${before} ${file}`);
      }
  });

  it("J5 is all of the file that is named above it", () => {
    for (const before of [
      "`src/a.ts`",
      "**`src/a.ts`**:",
      "### src/a.ts",
      "File: `src/a.ts`",
      "1. `src/a.ts` (new)",
      "Here's the updated `src/a.ts`:",
    ])
      assert.deepEqual(reasons(`${before}\n\n${fence("ts", "x();")}`), ["text"], before);
  });

  it("is named by a comment on its first line, which is no part of the file", () => {
    for (const line of ["// src/a.ts", "/* src/a.ts */", "// File: src/a.ts", "# src/a.ts"])
      assert.deepEqual(changesIn(fence("ts", `${line}\nx();`)), [
        {
          kind: "text",
          path: "src/a.ts",
          text: "x();",
          mayCreate: true,
          isCutOff: false,
          inSentence: false,
          head: line,
        },
      ]);
    assert.deepEqual(
      changesIn(fence("ts", "// a comment\nx();")).map(({ kind }) => kind),
      ["asked"],
    );
  });
});
