import assert from "node:assert/strict";
import {
  declarationEdit,
  declarationsByHead,
  placesOfDeclarations,
  type Declaration,
  type DeclaringText,
} from "../../../../../src/features/changes/core/declarations";

type Given = [name: string, kind: string, first: number, last: number, children?: Given[]];

/** The name stands in the first line that has it. */
function declaring(text: string, given: Given[], languageId = "typescript"): DeclaringText {
  const lines = text.split("\n");
  const declaration = ([name, kind, first, last, children = []]: Given): Declaration => ({
    name,
    kind,
    first,
    last,
    nameLine: lines.findIndex((line, at) => at >= first && line.includes(name)),
    children: children.map(declaration),
  });
  return { languageId, lines, declarations: given.map(declaration) };
}

/** The file after each way in which the block can be meant. */
function results(block: DeclaringText, file: DeclaringText): string[] {
  return placesOfDeclarations(block, file).map((pairs) => {
    const lines = [...file.lines];
    const edits = pairs.map((pair) => declarationEdit(pair, block, file));
    for (const { range, lines: now, kept } of edits.toSorted(
      (one, other) => other.range.start - one.range.start,
    ))
      lines.splice(range.start, range.end - range.start, ...kept, ...now);
    return lines.join("\n");
  });
}

const file = declaring("function a() {\n  one();\n}\n\nfunction b() {\n  two();\n}", [
  ["a", "function", 0, 2],
  ["b", "function", 4, 6],
]);

describe("the declarations that a code block stands for", () => {
  it("are those of the same names and kinds", () => {
    const b = declaring("function b() {\n  three();\n}", [["b", "function", 0, 2]]);
    assert.deepEqual(results(b, file), [
      "function a() {\n  one();\n}\n\nfunction b() {\n  three();\n}",
    ]);
    const both = declaring("function b() {}\n\nfunction a() {}", [
      ["b", "function", 0, 0],
      ["a", "function", 2, 2],
    ]);
    assert.deepEqual(results(both, file), ["function a() {}\n\nfunction b() {}"]);
    const apart = declaring("function b() {}\n  \t\nfunction a() {}\n ", [
      ["b", "function", 0, 0],
      ["a", "function", 2, 2],
    ]);
    assert.deepEqual(results(apart, file), results(both, file));
    const asClass = declaring("class b {}", [["b", "class", 0, 0]]);
    assert.deepEqual(results(asClass, file), [], "another kind");
    const other = declaring("function c() {}", [["c", "function", 0, 0]]);
    assert.deepEqual(results(other, file), [], "another name");
  });

  it("are none where the block says more than they do", () => {
    const more = declaring('import x from "x";\n\nfunction b() {}', [["b", "function", 2, 2]]);
    assert.deepEqual(results(more, file), []);
    const oneIsNew = declaring("function b() {}\n\nfunction c() {}", [
      ["b", "function", 0, 0],
      ["c", "function", 2, 2],
    ]);
    assert.deepEqual(results(oneIsNew, file), []);
  });

  it("are several where a name is declared more than once", () => {
    const twice = declaring("class A {\n  run() {}\n}\nclass B {\n  run() {}\n}", [
      ["A", "class", 0, 2, [["run", "function", 1, 1]]],
      ["B", "class", 3, 5, [["run", "function", 4, 4]]],
    ]);
    const run = declaring("  run() { now(); }", [["run", "function", 0, 0]]);
    assert.deepEqual(results(run, twice), [
      "class A {\n  run() { now(); }\n}\nclass B {\n  run() {}\n}",
      "class A {\n  run() {}\n}\nclass B {\n  run() { now(); }\n}",
    ]);
  });

  it("are never local to a function", () => {
    const locals = declaring("function a() {\n  const b = () => 1;\n}", [
      ["a", "function", 0, 2, [["b", "value", 1, 1]]],
    ]);
    const b = declaring("const b = () => 2;", [["b", "value", 0, 0]]);
    assert.deepEqual(results(b, locals), []);
  });

  it("are functions also where a constant holds them", () => {
    const b = declaring("const b = () => {\n  three();\n};", [["b", "value", 0, 2]]);
    assert.equal(results(b, file).length, 1);
    const value = declaring("const b = 3;", [["b", "value", 0, 0]]);
    assert.deepEqual(results(value, file), []);
  });

  it("take the last of two versions", () => {
    const versions = declaring("function b() { one(); }\n\nfunction b() { two(); }", [
      ["b", "function", 0, 0],
      ["b", "function", 2, 2],
    ]);
    assert.deepEqual(results(versions, file), [
      "function a() {\n  one();\n}\n\nfunction b() { two(); }",
    ]);
  });

  it("keep comments and decorators unless the block has its own", () => {
    const head = '/**\n * Says it.\n */\n@Get(\n  "x",\n)\n';
    const documented = declaring(`let x;\n${head}run() {}`, [["run", "function", 4, 7]]);
    const edited = (text: string, first: number, last: number) =>
      results(declaring(text, [["run", "function", first, last]]), documented);
    assert.deepEqual(edited("run() { now(); }", 0, 0), [`let x;\n${head}run() { now(); }`]);
    assert.deepEqual(edited("// Other.\n@Post()\nrun() {}", 1, 2), [
      "let x;\n// Other.\n@Post()\nrun() {}",
    ]);
    assert.deepEqual(edited("// Other.\nrun() {}", 1, 1), [
      'let x;\n@Get(\n  "x",\n)\n// Other.\nrun() {}',
    ]);
    assert.deepEqual(edited("@Post()\nrun() {}", 0, 1), [
      "let x;\n/**\n * Says it.\n */\n@Post()\nrun() {}",
    ]);
  });

  it("do not take rules and headings around them for comments", () => {
    const css = declaring(
      "#top {\n}\n.a {\n}",
      [
        ["#top", "class", 0, 1],
        [".a", "class", 2, 3],
      ],
      "css",
    );
    const rule = declaring(".a {\n  color: red;\n}", [[".a", "class", 0, 2]], "css");
    assert.deepEqual(results(rule, css), ["#top {\n}\n.a {\n  color: red;\n}"]);
    const list = declaring("* one\n# B\ntext", [["# B", "string", 1, 2]], "markdown");
    const section = declaring("# B\nnew", [["# B", "string", 0, 1]], "markdown");
    assert.deepEqual(results(section, list), ["* one\n# B\nnew"]);
  });

  it("are members where a block shows only some of a class", () => {
    const text = "class A {\n  one() {}\n  two() {}\n  three() {}\n}";
    const members: Given[] = [
      ["one", "function", 1, 1],
      ["two", "function", 2, 2],
      ["three", "function", 3, 3],
    ];
    const whole = declaring(text, [["A", "class", 0, 4, members]]);
    const part = (body: string, name: string) =>
      results(
        declaring(`class A {\n${body}\n}`, [["A", "class", 0, 2, [[name, "function", 1, 1]]]]),
        whole,
      );
    assert.deepEqual(part("  two() { now(); }", "two"), [
      text.replace("two() {}", "two() { now(); }"),
    ]);
    assert.deepEqual(part("  four() {}", "four"), []);
    const shorter = declaring("class A {\n  one() {}\n  two() {}\n}", [
      ["A", "class", 0, 3, members.slice(0, 2)],
    ]);
    assert.deepEqual(results(shorter, whole), ["class A {\n  one() {}\n  two() {}\n}"]);
  });
});

describe("the declarations of a block that its language does not read", () => {
  const python = declaring(
    "class Cart:\n    def total(self):\n        return 1\n\n    def tax(self):\n        return 2",
    [
      [
        "Cart",
        "class",
        0,
        5,
        [
          ["total", "function", 1, 2],
          ["tax", "function", 4, 5],
        ],
      ],
    ],
    "python",
  );
  const block = (text: string) => {
    const lines = text.split("\n");
    const declarations = declarationsByHead(lines, python);
    return results({ languageId: "python", lines, declarations }, python);
  };

  it("are told by the word before the name", () => {
    const now = "    def total(self):\n        x = 3\n\n        return x";
    assert.deepEqual(block(now), [`class Cart:\n${now}\n\n    def tax(self):\n        return 2`]);
    assert.equal(block("@property\ndef tax(self):\n    return 3").length, 1);
    assert.equal(block("async def tax(self):\n    return 3").length, 1);
  });

  it("are none where the name is only used", () => {
    for (const text of [
      "total(cart)",
      "x = total(cart)",
      "return total",
      "import total",
      "def totals():\n    pass",
    ])
      assert.deepEqual(block(text), [], text);
    const c = declaring("int total(int a) {\n  return a;\n}", [["total", "function", 0, 2]], "c");
    const uses = (text: string) => declarationsByHead(text.split("\n"), c).length;
    assert.equal(uses("int total(int b) {\n  return b;\n}"), 1);
    assert.equal(uses("int total(int b);"), 0);
    assert.equal(uses("return total(1);"), 0);
    assert.equal(uses("int total = 1;"), 0);
  });
});
