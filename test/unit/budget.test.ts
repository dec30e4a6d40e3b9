import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import {
  activationLimit,
  activationSize,
  filesAtActivation,
  vsixFile,
  vsixLimit,
  vsixSize,
} from "../../scripts/budget.js";

describe("what the first moment costs", () => {
  it("perf A2 reads less than 50 KB of JavaScript at activation", async () => {
    const size = await activationSize();
    assert.ok(size > 0 && size < activationLimit, `${size} bytes`);
  });

  it("perf A3 ships less than 1 MB", async () => {
    assert.ok(existsSync(vsixFile), "run `npm run package` first");
    const size = await vsixSize();
    assert.ok(size < vsixLimit, `${size} bytes`);
  });

  it("counts chunks that are required, not those loaded when wanted", () => {
    const outputs = {
      "dist/extension.cjs": {
        imports: [
          { kind: "import-statement", path: "dist/a.cjs" },
          { kind: "dynamic-import", path: "dist/later.cjs" },
          { kind: "import-statement", path: "vscode", external: true },
        ],
      },
      "dist/a.cjs": { imports: [{ kind: "import-statement", path: "dist/b.cjs" }] },
      "dist/b.cjs": { imports: [] },
      "dist/later.cjs": { imports: [] },
    };
    assert.deepEqual(filesAtActivation(outputs), [
      "dist/extension.cjs",
      "dist/a.cjs",
      "dist/b.cjs",
    ]);
  });
});
