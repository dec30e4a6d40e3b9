import type { Computation } from "../tools/computation";
import type { ToolName } from "../tools/step";
import type { Workspace } from "../tools/workspace";
import type { Question } from "../reading/question";

/** What an ability works with while it answers one question. */
export interface Desk {
  /** The shortest form of the answer is wanted. */
  readonly isBrief: boolean;
  /** `undefined` where the question switched it off. */
  readonly computation: Computation | undefined;
  /** The reason in words where it cannot be used. */
  readonly workspace: Workspace | string;
}

/** A skill of an expert that really does what it says. */
export interface Ability {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  /** A question that it answers. */
  readonly example: string;
  /** The tools it uses by itself. */
  readonly tools: readonly ToolName[];
  /** Explaining is what it does, so no model is missed for it. */
  readonly explains?: boolean;
  /** Whether the question looks like one for this ability. */
  suits(question: Question): boolean;
  /** Markdown. */
  answer(question: Question, desk: Desk): string | Promise<string>;
}

export const computationOff =
  "`computation_engine` is switched off for this question, so nothing was computed.";
