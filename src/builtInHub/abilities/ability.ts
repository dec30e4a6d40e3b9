import type { Computation } from "../tools/computation";
import type { ToolName } from "../tools/step";
import type { Workspace } from "../tools/workspace/workspace";
import type { Question } from "../reading/question";

/** What an ability works with while it answers one question. */
export interface Desk {
  /** The shortest form of the answer is requested. */
  readonly isBrief: boolean;
  /** `undefined` if the question disabled it. */
  readonly computation: Computation | undefined;
  /** The reason in words if it cannot be used. */
  readonly workspace: Workspace | string;
}

/** A skill of an expert that is actually implemented. */
export interface Ability {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  /** A question that it can answer. */
  readonly example: string;
  /** The tools it uses by itself. */
  readonly tools: readonly ToolName[];
  /** It explains by design, so no model is needed for that. */
  readonly explains?: boolean;
  /** Whether the question looks like one for this ability. */
  suits(question: Question): boolean;
  /** Markdown. */
  answer(question: Question, desk: Desk): string | Promise<string>;
}

export const computationOff =
  "`computation_engine` is switched off for this question, so nothing was computed.";
