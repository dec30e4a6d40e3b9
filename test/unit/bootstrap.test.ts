import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { transform } from "esbuild";

/** A script and what it imports at once: all of it is read by whichever Node the user has. */
function readAtOnce(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(
    /^import .* from "(\.[^"]+)";$/gm,
  )) {
    readAtOnce(path.join(path.dirname(file), name), seen);
  }
  return seen;
}

describe("the scripts that run before the install", () => {
  for (const entry of ["start", "test", "package", "screenshots"]) {
    it(`${entry}.js is read by Node 20, with nothing but Node's own modules`, async () => {
      for (const file of readAtOnce(path.join("scripts", `${entry}.js`))) {
        const source = readFileSync(file, "utf8");
        const packages = [...source.matchAll(/^import .* from "([^."][^"]*)";$/gm)]
          .map(([, name = ""]) => name)
          .filter((name) => !name.startsWith("node:"));
        assert.deepEqual(packages, [], file);
        const lowered = await transform(source, { target: "node20", format: "esm" });
        const kept = await transform(source, { target: "esnext", format: "esm" });
        assert.equal(lowered.code, kept.code, `${file} is written for a newer Node`);
      }
    });
  }
});
