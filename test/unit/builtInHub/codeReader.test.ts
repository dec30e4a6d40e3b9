import assert from "node:assert/strict";
import { declarationsIn } from "../../../src/builtInHub/reading/declarations";
import { mask } from "../../../src/builtInHub/reading/mask";
import { ask, attach, block, hubUnderTest } from "./hubUnderTest";

const names = (source: string, language: string) =>
  declarationsIn(source, language).map(({ name, from, to, parameters }) => [
    name,
    from,
    to,
    parameters,
  ]);

describe("the Code Reader", () => {
  const running = hubUnderTest();

  it("outlines a selection with its lines and measures", async () => {
    const source =
      "class A {\n  // TODO later\n  run(a: number, b = [1, 2]) {\n    if (a) {\n      return b;\n    }\n  }\n}";
    const output = await ask(running.hub, 1, attach("outline", source, "typescript"));
    assert.equal(block(output), "type A  lines 1–8 (8)\n  run(2)  lines 3–7 (5)");
    assert.match(output, /\| Lines \| 8: 7 code, 1 comment, 0 blank \|/);
    assert.match(output, /\| Deepest nesting \| 3, at line 4 \|/);
    assert.match(output, /\| Open notes \(TODO and the like\) \| 1 \|/);
  });

  it("outlines code that comes without words, and guesses its language", async () => {
    assert.match(
      await ask(running.hub, 1, "def f(a):\n    return a\n"),
      /f\(1\)[^]*\| Language \| python \|/,
    );
  });

  it("knows TypeScript by its shape", () => {
    const source = [
      "export const add = (a: number, b: number): number => a + b;",
      "const later = async <T>(x: T) => {",
      "  call(() => { run(); });",
      "};",
      "if (a) { b(); }",
      "const total = (1 + 2) * 3;",
      "interface Shape { side: number }",
      "function* each() { yield 1; }",
    ].join("\n");
    assert.deepEqual(names(source, "typescript"), [
      ["add", 1, 1, 2],
      ["later", 2, 4, 1],
      ["Shape", 7, 7, undefined],
      ["each", 8, 8, 0],
    ]);
  });

  it("knows Python, Go, Rust and Java by their shape", () => {
    assert.deepEqual(
      names("class A:\n    async def f(self, *a):\n        pass\n\nx = 1\n", "python"),
      [
        ["A", 1, 3, undefined],
        ["f", 2, 3, 2],
      ],
    );
    assert.deepEqual(names("func (s *S) Run(a int) error {\n\treturn nil\n}\n", "go"), [
      ["Run", 1, 3, 1],
    ]);
    assert.deepEqual(names("pub fn run<T>(a: T) -> u8 {\n  1\n}\n", "rust"), [["run", 1, 3, 1]]);
    assert.deepEqual(
      names(
        "public class A {\n  public Map<String, List<X>> get(String k) throws E {\n    return m;\n  }\n}",
        "java",
      ),
      [
        ["A", 1, 5, undefined],
        ["get", 2, 4, 1],
      ],
    );
  });

  it("takes no comment, text or expression for code", () => {
    const { code, comments } = mask("a('{'); // {\nb = /[{/]/; `}${1}`; /* } */ c", "typescript");
    assert.doesNotMatch(code, /[{}]/);
    assert.match(code, /a\( {3}\);/);
    assert.match(comments, /\/\/ \{[^]*\/\* \} \*\//);
  });

  it("finds what should not stay", async () => {
    const source = [
      "function f(a, b, c, d, e, g) { // FIXME soon",
      "  debugger;",
      "  console.log(a);",
      "  try { b(); } catch (error) {}",
      '  const password = "hunter2hunter2";',
      "  const x = 'a\u202Eb'; ",
      "<<<<<<< HEAD",
      "  return (a;",
      "}",
    ].join("\n");
    const output = await ask(running.hub, 1, attach("check", source, "javascript"));
    for (const finding of [
      /\| 1 \| open note: `FIXME soon` \|/,
      /\| 1 \| `f` takes 6 parameters \|/,
      /\| 2 \| `debugger` left in \|/,
      /\| 3 \| console output left in \|/,
      /\| 4 \| empty `catch` hides errors \|/,
      /\| 5 \| looks like a secret in the source \|/,
      /\| 6 \| invisible character that changes/,
      /\| 6 \| white space at the end \|/,
      /\| 7 \| mark of an unresolved merge \|/,
      /\| 8 \| `\(` is never closed \|/,
    ]) {
      assert.match(output, finding);
    }
    assert.doesNotMatch(output, /\u202E/);
  });

  it("finds nothing in clean code, and says how far that goes", async () => {
    const output = await ask(running.hub, 1, attach("check", "const a = 1;", "javascript"));
    assert.match(output, /None of the things[^]*does not run or understand/);
  });
});
