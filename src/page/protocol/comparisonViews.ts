import type { TurnView } from "./views";

/** What the page of a comparison shows: answers to the same question, side by side. */
export interface ComparisonView {
  readonly conversationId: string;
  /** The turn in the chat that the others stand beside. */
  readonly turnId: string;
  readonly question: ComparedQuestion;
  /** The column of that turn, then the others in the order in which they were asked. */
  readonly columns: readonly ComparisonColumn[];
  /** There is room for another column. */
  readonly canAdd: boolean;
}

export interface ComparedQuestion {
  /** What the user typed; may be empty where only attachments were sent. */
  readonly typed: string;
  /** Labels of what was attached. */
  readonly attachments: readonly string[];
}

/** One way to ask, as it stands in the body that was sent. */
export interface ComparisonColumn {
  readonly id: string;
  /** The turn whose answer is shown. */
  readonly turnId: string;
  readonly expertName: string;
  readonly abilityName?: string;
  readonly modelName?: string;
  readonly temperature?: number;
  /** Only the language model was asked. */
  readonly modelOnly: boolean;
  readonly builtIn: boolean;
  /** Where the columns are of several hubs. */
  readonly hubLabel?: string;
  /** The column of the turn in the chat. */
  readonly isBaseline: boolean;
  /** The conversation can continue with its answer. */
  readonly canContinue: boolean;
  /** Why it can no longer be asked, in a sentence. */
  readonly problem?: string;
}

/** All that the page of a comparison draws. */
export interface ComparisonContent {
  readonly comparison: ComparisonView;
  /** Those that the columns name. */
  readonly turns: readonly TurnView[];
}

/** Sent to the page of a comparison, beside `turn`, `live`, `cost`, `review`, `undoable` and `removed`. */
export type ComparisonEvent =
  /** The columns changed; turns have their own events, which come first. */
  { event: "comparison"; comparison: ComparisonView };
