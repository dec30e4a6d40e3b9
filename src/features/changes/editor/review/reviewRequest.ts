import type { Count } from "../../core/merge";
import type { Confirmer } from "../../../../platform/core/confirmer";
import type { AnswerChanges } from "./appliedChanges";
import type { ChangeRefusal, ProposedFile } from "./proposedFile";
import type { Write } from "./reviewedFile";

export interface ReviewRequest {
  /** The same for the same answer, or code block. */
  readonly key: string;
  readonly title: string;
  /** What the notification asks, and its button to apply. */
  readonly question: string;
  readonly yes: string;
  readonly files: readonly ProposedFile[];
  /** What the answer wants and the review cannot show. */
  readonly refusals: readonly ChangeRefusal[];
  /** Where what is applied is kept, to be undone. */
  readonly changes: AnswerChanges;
  /** For one selection: puts the text into the document that is shown. */
  readonly write?: Write;
  /** Called instead of a message where the document cannot be changed. */
  readonly failed?: () => unknown;
  /** Where its results are told. */
  readonly chat?: Confirmer | undefined;
  /** Told whenever something has changed. */
  readonly report?: ((progress: ReviewProgress) => void) | undefined;
}

export interface ReviewProgress extends Count {
  readonly state: "open" | "applied" | "discarded";
  readonly files: number;
  readonly refusals: readonly ChangeRefusal[];
}
