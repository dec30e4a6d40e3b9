/** What has become of a question. */
export type AnswerState = "waiting" | "done" | "failed" | "stopped" | "interrupted";

/**
 * An answer that stands beside one of the chat: the same question, asked of another expert, ability
 * or model, or with another temperature.
 */
export interface OtherAnswerView {
  readonly turnId: string;
  /** What was asked before in place of the turn, or after that; absent if it is the same question. */
  readonly question?: string;
  readonly expertName: string;
  readonly abilityName?: string;
  readonly modelName?: string;
  /** As it was sent; absent if it was left to the hub. */
  readonly temperature?: number;
  /** Only the language model was asked. */
  readonly modelOnly: boolean;
  /** Where it is of another hub than the one in use. */
  readonly otherHub?: string;
  readonly state: AnswerState;
  /** How long the answer took; absent if there is none. */
  readonly elapsedMs?: number;
}
