import type { Command } from "../../../platform/editor/command";
import type { Review } from "./review";

/** Applies the replacement that is shown as a diff. */
export const applyReplacement = (review: Review): Command => ({
  id: "expertHub.applyReplacement",
  run: () => review.settle(true),
});

/** Leaves the text unchanged, and closes the diff. */
export const discardReplacement = (review: Review): Command => ({
  id: "expertHub.discardReplacement",
  run: () => review.settle(false),
});
