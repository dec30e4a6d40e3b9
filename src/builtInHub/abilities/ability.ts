import type { Computation } from "../tools/computation";
import type { Workspace } from "../tools/workspace/workspace";
import type { Question } from "../reading/question";
import { withOwnTimeLimit } from "../tools/timeLimit";

/** What an ability works with while it answers one question. */
export interface Desk {
  /** The shortest form of the answer is requested. */
  readonly isBrief: boolean;
  /** `undefined` if the question disabled it. */
  readonly computation: Computation | undefined;
  /** The reason in words if it cannot be used. */
  readonly workspace: Workspace | string;
  /** When the question was asked. */
  readonly now: Date;
}

/**
 * How well a question suits an ability.
 * - `certain`: it names what the ability does, and the data for it is there
 * - `clear`: it can only mean this ability, but something may be missing
 * - `likely`: only if an expert with this ability was picked
 */
export type Fit = "none" | "likely" | "clear" | "certain";

/** A skill of an expert that is actually implemented. */
export interface Ability {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  /** A question that it can answer. */
  readonly example: string;
  /** A question for an empty chat: it needs neither a selection nor a particular file. */
  readonly opening?: string;
  /** Judges by the words and the shape of the text; loads no library. */
  suits(question: Question): Fit;
  /** Markdown. Libraries are loaded here; what may take long runs within `inTime`. */
  answer(question: Question, desk: Desk): string | Promise<string>;
}

const milliseconds = 1000;

/** Runs synchronous work within the time that an answer may take; throws `TookTooLong`. */
export function inTime<T>(work: () => T): T {
  return withOwnTimeLimit(milliseconds, work);
}

export const computationOff =
  "`computation_engine` is switched off for this question, so nothing was computed.";
