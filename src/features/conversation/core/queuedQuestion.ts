import type { QuestionMarks } from "../../../contract/vocabulary";
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
}
