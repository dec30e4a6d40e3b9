import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { transform } from "esbuild";

/** A script and its static imports: all of it is parsed by whichever Node the user has. */
function readAtOnce(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const name of importsOf(readFileSync(file, "utf8")))
    if (name.startsWith(".")) readAtOnce(path.join(path.dirname(file), name), seen);
  return seen;
}

/** Static imports, however many lines they span. */
const importsOf = (source: string): string[] =>
  [...source.matchAll(/^(?:import|export)\b(?:[^"';()]*\bfrom)?\s*"([^"]+)";$/gm)].map(
    ([, name = ""]) => name,
  );

describe("the scripts that run before the install", () => {
  it("are found by their imports of one line and of several, with names and without", () => {
    const source =
      'import { a } from "./a.js";\nimport {\n  b,\n  c,\n} from "./b.js";\nimport "./c.js";\nexport { d } from "./d.js";\nconst e = await import("./e.js");\n';
    assert.deepEqual(importsOf(source), ["./a.js", "./b.js", "./c.js", "./d.js"]);
  });

  it("are read by Node 20, with nothing but Node's own modules", async () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
      scripts: Record<string, string>;
    };
    for (const name of ["start", "test", "package", "screenshots", "contract"])
      assert.equal(scripts[name], `node scripts/run.js ${name}`);
    const files = readAtOnce(path.join("scripts", "run.js"));
    assert.ok(files.size > 1);
    for (const file of files) {
      const source = readFileSync(file, "utf8");
      const packages = importsOf(source).filter((name) => !/^(?:\.|node:)/.test(name));
      assert.deepEqual(packages, [], file);
      const lowered = await transform(source, { target: "node20", format: "esm" });
      const kept = await transform(source, { target: "esnext", format: "esm" });
      assert.equal(lowered.code, kept.code, `${file} is written for a newer Node`);
    }
  });
});
