import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  fitIndent,
  type TargetPlace,
} from "../../../../../../src/features/changes/core/indentation/fitIndent";
import { type Sample, samples } from "./samples";

const units = { "2 spaces": "  ", "4 spaces": "    ", "8 spaces": " ".repeat(8), tabs: "\t" };

/** A sample with this unit of indentation, in an indented place. */
const inUnits = (text: string, unit: string, base = ""): string =>
  text
    .split("\n")
    .map((line) => {
      if (/^(?:[ \t|]|$)/.test(line)) return line.replace(/^\|/, "");
      return base + line.replace(/^~/, "").replace(/^›*/, ({ length }) => unit.repeat(length));
    })
    .join("\n");

/** What was selected, and how a typical answer looks. */
const selections = {
  "from the margin, the answer at the margin": { cut: false, indented: false, trimmed: false },
  "from the margin, the answer where the selection stood": {
    cut: false,
    indented: true,
    trimmed: false,
  },
  "from the margin, the answer without its first blanks": {
    cut: false,
    indented: true,
    trimmed: true,
  },
  "from the first non-blank character, the answer at the margin": {
    cut: true,
    indented: false,
    trimmed: false,
  },
  "from the first non-blank character, the answer in the same shape": {
    cut: true,
    indented: true,
    trimmed: true,
  },
};

function* cases({ languageId, code, around }: Sample) {
  for (const [theirs, unit] of Object.entries(units))
    for (const [ours, step] of Object.entries(units))
      for (const [name, { cut, indented, trimmed }] of Object.entries(selections))
        for (const level of around.keys()) {
          const indent = step.repeat(level);
          const answer = inUnits(code, unit, indented ? unit.repeat(level) : "");
          const place: TargetPlace = {
            languageId,
            indent,
            column: cut ? indent.length : 0,
            unit: step,
            tabSize: 4,
            sent: { indent, severalLines: true },
          };
          const head = around.slice(0, level).map((line, depth) => step.repeat(depth) + line);
          yield {
            title: `${theirs} into ${ours}, ${level} deep, ${name}`,
            given: [
              ...head,
              (cut ? indent : "") + fitIndent(trimmed ? answer.trimStart() : answer, place),
            ],
            expected: [...head, inUnits(code, step, indent)],
          };
        }
}

describe("an answer in the file's indentation", () => {
  for (const sample of samples)
    it(`Q7 has the file's levels, and the blanks of its strings: ${sample.title}`, () => {
      let tried = 0;
      for (const { title, given, expected } of cases(sample)) {
        assert.equal(given.join("\n"), expected.join("\n"), title);
        tried++;
      }
      assert.ok(tried >= 80, `${tried}`);
    });

  it("Q7 is a program to Python, the same one in every indentation", () => {
    const programs = samples
      .filter(({ languageId }) => languageId === "python")
      .map((sample) => [...cases(sample)].map(({ given }) => given.join("\n")));
    const python = spawnSync("python3", ["-c", compile], {
      input: JSON.stringify(programs),
      encoding: "utf8",
    });
    // Without Python, only the texts above are compared.
    if (python.error) return;
    assert.equal(python.status, 0, python.stderr);
    assert.deepEqual(
      JSON.parse(python.stdout),
      programs.map(({ length }) => length),
    );
  });
});

const compile = `
import ast, json, sys
counts = []
for programs in json.load(sys.stdin):
    trees = {}
    for program in programs:
        tree = ast.parse(program)
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node):
                node.body[0].value.value = ast.get_docstring(node)
        depth = sum(line.strip() in ("class A:", "def g(self):") for line in program.split("\\n")[:2])
        trees.setdefault(depth, set()).add(ast.dump(tree))
    assert all(len(same) == 1 for same in trees.values()), [len(same) for same in trees.values()]
    counts.append(len(programs))
print(json.dumps(counts))
`;
