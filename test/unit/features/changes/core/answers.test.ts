import assert from "node:assert/strict";
import path from "node:path";
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
});
