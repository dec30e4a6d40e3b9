import assert from "node:assert/strict";
import path from "node:path";
import { readJson } from "../../../../support/corpora";
import { readAnswer, type GivenAnswer } from "../../../../support/readAnswer";

interface KnownAnswer extends Omit<GivenAnswer, "files"> {
  readonly id: string;
  /** Files beside those of the project, or other versions of them. */
  readonly files?: Readonly<Record<string, string>>;
  /** The files that change, or that nothing is proposed. */
  readonly want: Readonly<Record<string, string>> | "refuse";
}

const folder = path.resolve("test/support/answers");
const project = readJson(folder, "project.json") as Record<string, string>;

describe("more answers as models write them", () => {
  for (const { id, want, files, ...given } of readJson(folder, "moreAnswers.json") as KnownAnswer[])
    it(`A1 propose what a person would expect, or nothing: ${id}`, async () => {
      const read = await readAnswer({ ...given, files: { ...project, ...files } });
      assert.deepEqual(read.files, want === "refuse" ? {} : want, read.refusals.join("\n"));
    });
});
