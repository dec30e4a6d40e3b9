import type { QuestionMarks } from "../../../contract/vocabulary";
import type { HubAccount } from "../../connection/core/hub";
import type { Attachment } from "./attachment";
import type { Question } from "./question";

/** What else a question depends on than what was composed. */
export const selectedParts = ["hub", "expert", "ability", "model", "options"] as const;
export type Selections = Pick<QuestionMarks, (typeof selectedParts)[number]>;

export function selectionsIn({ hub, expert, ability, model, options }: QuestionMarks): Selections {
  return { hub, expert, ability, model, options };
}

/** What was composed, and what was selected when it was queued. */
export interface QueuedQuestion extends Pick<Question, "typed" | "attachments"> {
  readonly id: string;
  readonly selected: Selections;
  /** The hub in use, with its key; absent once it was saved. */
  readonly at?: HubAccount | undefined;
  /** Who is asked in place of the expert of the chat; absent once it was saved. */
  readonly expertId?: number | undefined;
}

/** An expert, and the scope of its hub: another hub may have another expert with this id. */
export interface PickedExpert {
  readonly id: number;
  readonly hubScope: string;
}

/** What was composed for a conversation and has not been sent. */
export interface Unsent {
  readonly typed: string;
  readonly attachments: readonly Attachment[];
  readonly queue: readonly QueuedQuestion[];
  readonly picked?: PickedExpert | undefined;
  /** Who is asked this question alone, in place of the one that was picked. */
  readonly once?: PickedExpert | undefined;
}

export const nothingUnsent: Unsent = { typed: "", attachments: [], queue: [] };

/** There is nothing that the user could miss: an expert alone is quickly picked again. */
export function isNothing({ typed, attachments, queue }: Unsent): boolean {
  return typed === "" && attachments.length === 0 && queue.length === 0;
}
