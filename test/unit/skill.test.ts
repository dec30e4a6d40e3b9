import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { withExperts } from "../../scripts/skillText";
import { experts } from "../../src/builtInHub/experts/catalog";
import { parseFile } from "../../src/builtInHub/expertFiles/parseFile";
import { toolIds } from "../../src/platform/editor/manifest";

const { contributes } = JSON.parse(readFileSync("package.json", "utf8")) as {
  contributes: { chatSkills: { path: string }[] };
};
const [{ path: file }] = contributes.chatSkills as [{ path: string }];
const text = readFileSync(file, "utf8");

describe("the skill for agents", () => {
  it("is what `npm run skill` writes from the built-in experts", () => {
    const without = withExperts(text, []);
    for (const { record } of experts()) assert.ok(!without.includes(record.name!), record.name);
    assert.equal(withExperts(without, experts()), text);
  });

  it("is named as its folder, and has a description that agents accept", async () => {
    const { parsed, complaints } = await parseFile(text, file);
    assert.deepEqual(complaints, []);
    assert.equal(parsed?.name, path.posix.basename(path.posix.dirname(file)));
    assert.ok(parsed.description.length > 80 && parsed.description.length <= 1024);
  });

  it("names the tools, and every built-in expert with its abilities", () => {
    for (const name of [
      ...toolIds,
      ...experts().flatMap(({ record }) => [
        record.name ?? "",
        ...record.abilities.map(({ name = "" }) => name),
      ]),
    ])
      assert.ok(text.includes(name), name);
  });
});
