import type { Attachment } from "./attachment";
import type { QueuedQuestion } from "./queuedQuestion";

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
}

export const nothingUnsent: Unsent = { typed: "", attachments: [], queue: [] };

/** There is nothing that the user could miss: an expert alone is quickly picked again. */
export function isNothing({ typed, attachments, queue }: Unsent): boolean {
  return typed === "" && attachments.length === 0 && queue.length === 0;
}
