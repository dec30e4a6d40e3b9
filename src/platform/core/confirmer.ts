import type { Decision } from "../../contract/vocabulary";

/** Something that a question names; `show` leads to where it was found. */
export interface ConfirmationReason {
  readonly text: string;
  readonly show?: () => unknown;
  /** Those after it belong to it. */
  readonly isHeading?: boolean;
}

/** A question to the user. Whoever leaves it without an answer declines. */
export interface ConfirmationRequest {
  readonly sentence: string;
  readonly reasons: readonly ConfirmationReason[];
  /** What the button says that agrees. */
  readonly yes: string;
  /** What the button says that declines. */
  readonly no: string;
  /** What a check box says that agrees for later, too. */
  readonly always?: string | undefined;
}

/** Where a user can be asked without a dialog: a chat. */
export interface Confirmer {
  /** It is in view. */
  readonly canAsk: boolean;
  /** Declines once the signal is aborted. */
  ask(request: ConfirmationRequest, signal?: AbortSignal): Promise<Decision>;
}
