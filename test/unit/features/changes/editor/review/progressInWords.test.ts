import assert from "node:assert/strict";
import { progressInWords } from "../../../../../../src/features/changes/editor/review/progressInWords";
import type { ReviewProgress } from "../../../../../../src/features/changes/editor/review/reviewRequest";

const progress = (kept: number, more: Partial<ReviewProgress> = {}): ReviewProgress => ({
  state: "open",
  files: 1,
  kept,
  all: 5,
  edited: 0,
  refusals: [],
  ...more,
});

const refusal = { path: "a.ts", why: () => "" };

describe("the progress of a review in words", () => {
  it("is what has become of the hunks, and how many are left", () => {
    const rows: [before: ReviewProgress | undefined, now: ReviewProgress, said: string][] = [
      [undefined, progress(5), "5 of 5 hunks in review"],
      [undefined, progress(1, { all: 1 }), "1 of 1 hunk in review"],
      [progress(5), progress(5), "5 of 5 hunks in review"],
      [progress(5), progress(4), "Hunk skipped. 4 of 5 hunks in review"],
      [progress(5), progress(3), "2 hunks skipped. 3 of 5 hunks in review"],
      [progress(3), progress(4), "Hunk restored. 4 of 5 hunks in review"],
      [progress(3), progress(5), "2 hunks restored. 5 of 5 hunks in review"],
      [progress(5), progress(5, { edited: 1 }), "Hunk edited. 5 of 5 hunks in review"],
      [progress(5, { edited: 1 }), progress(5, { edited: 1 }), "5 of 5 hunks in review"],
      [progress(5, { edited: 1 }), progress(5), "5 of 5 hunks in review"],
      // What a hunk that is skipped or restored had of its own is not mentioned beside that.
      [progress(5, { edited: 1 }), progress(4), "Hunk skipped. 4 of 5 hunks in review"],
      [progress(4), progress(5, { edited: 1 }), "Hunk restored. 5 of 5 hunks in review"],
      // A notification says what was applied, and what could not be.
      [progress(5), progress(2, { refusals: [refusal] }), "2 of 5 hunks in review"],
      [progress(5, { refusals: [refusal] }), progress(2), "2 of 5 hunks in review"],
      [
        progress(5, { refusals: [refusal] }),
        progress(4, { refusals: [refusal] }),
        "Hunk skipped. 4 of 5 hunks in review",
      ],
    ];
    for (const [before, now, said] of rows) assert.equal(progressInWords(now, before), said);
  });
});
