import assert from "node:assert/strict";
import path from "node:path";
import { changesIn } from "../../../../../src/features/changes/core/answerChanges";
import { answerBlocks } from "../../../../../src/kit/answerBlocks";
import { canApply } from "../../../../../src/kit/namedFile";
import { readJson } from "../../../../support/corpora";
import { readAnswer, type GivenAnswer } from "../../../../support/readAnswer";

interface KnownAnswer extends Omit<GivenAnswer, "files"> {
  readonly id: string;
  /** The files that change, or that nothing is proposed. */
  readonly want: Readonly<Record<string, string>> | "refuse";
}

const folder = path.resolve("test/support/answers");
const files = readJson(folder, "project.json") as Record<string, string>;

describe("answers as models write them", () => {
  for (const { id, want, ...given } of readJson(folder, "answers.json") as KnownAnswer[])
    it(`A1 propose what a person would expect, or nothing: ${id}`, async () => {
      const { files: proposed, refusals } = await readAnswer({ ...given, files });
      assert.deepEqual(proposed, want === "refuse" ? {} : want, refusals.join("\n"));
    });

  it("A8 can be applied on the page where they propose something", () => {
    const others = ["```ts a.ts:1-2\na\n```\n\n--- a.ts\n+++ a.ts\n@@ -1 +1 @@\n-a\n+b\n"];
    const known = readJson(folder, "answers.json") as KnownAnswer[];
    for (const output of [...known.map((one) => one.output), ...others]) {
      const isProposed = changesIn(output).some(({ kind }) => kind !== "refused");
      assert.ok(!isProposed || canApply(output, answerBlocks(output)), output);
    }
  });
});
