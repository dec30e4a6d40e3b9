import assert from "node:assert/strict";
import {
  descriptionHint,
  expertFileName,
  expertTemplate,
} from "../../../../../src/features/experts/core/expertTemplate";
import { parseFile } from "../../../../../src/builtInHub/expertFiles/parseFile";

describe("the file of a new expert", () => {
  it("is called like the expert, in letters and digits", () => {
    for (const [name, file] of [
      ["Code Reviewer", "code-reviewer.agent.md"],
      ["  C++ / 2nd try! ", "c-2nd-try.agent.md"],
      ["Prüfer für Änderungen", "prüfer-für-änderungen.agent.md"],
      ["審査", "審査.agent.md"],
      ["../../etc/passwd", "etc-passwd.agent.md"],
      [".", undefined],
      ["", undefined],
      ["🙂", undefined],
      ["x".repeat(500), `${"x".repeat(80)}.agent.md`],
    ] as const)
      assert.equal(expertFileName(name), file);
  });

  it("is read by the built-in hub as it is", async () => {
    for (const name of ["Code Reviewer", 'Say "no": #1', "a\nb", "- x", "'", "{", "\\"]) {
      const { parsed, complaints } = await parseFile(expertTemplate(name), "x.agent.md");
      assert.deepEqual(complaints, []);
      assert.equal(parsed?.name, name.replace("\n", " "));
      assert.equal(parsed.description, descriptionHint);
      assert.equal(parsed.tools, undefined);
      assert.match(parsed.body, /^You are an expert/);
    }
  });

  it("has the name in one line, without white space around it", () => {
    assert.match(expertTemplate("  A\n\t b "), /^name: "A b"$/m);
  });

  it("works once its comments are taken away", async () => {
    const text = expertTemplate("x").replaceAll(/^# (?=tools|model)/gm, "");
    const { parsed, complaints } = await parseFile(text, "x.agent.md");
    assert.deepEqual(complaints, []);
    assert.equal(parsed?.tools?.length, 4);
    assert.equal(parsed.models.length, 1);
  });
});
