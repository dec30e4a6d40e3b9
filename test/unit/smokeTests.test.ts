import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { from, root } from "../../scripts/root";
import { smokeTests } from "../support/smokeTests";

describe("the tests that also run in the oldest VS Code", () => {
  it("Y1 are at least one of each feature that has something in the editor", () => {
    const features = globSync("src/features/*/editor", { cwd: root }).map(
      (folder) => folder.split(/[/\\]/)[2]!,
    );
    assert.ok(features.length > 10);
    assert.deepEqual(
      features.filter((feature) => !smokeTests[feature]?.length),
      [],
    );
  });

  it("Y1 are there, each under a title of its own", () => {
    const sources = globSync("test/editor/**/*.test.ts", { cwd: root })
      .map((file) => readFileSync(from(file), "utf8"))
      .join("\n");
    const titles = Object.values(smokeTests).flat();
    assert.deepEqual(
      titles.filter((title) => sources.split(JSON.stringify(title)).length !== 2),
      [],
    );
  });
});
