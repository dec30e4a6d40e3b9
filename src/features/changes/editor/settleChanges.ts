import type { Command } from "../../../platform/editor/command";
import type { ChangesReview } from "./changes/changesReview";

/** Applies all changes that are shown. */
export const applyAllChanges = (review: ChangesReview): Command => ({
  id: "expertHub.applyAllChanges",
  run: () => review.decide(true),
});

/** Leaves the files unchanged, and closes the review. */
export const discardChanges = (review: ChangesReview): Command => ({
  id: "expertHub.discardChanges",
  run: () => review.decide(false),
});
