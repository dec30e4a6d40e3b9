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
  /** The text that it is about, where that is not in view. */
  readonly about?: string | undefined;
  /** What the buttons say that agree, mostly one. */
  readonly choices: readonly string[];
  /** What the button says that declines. */
  readonly no: string;
  /** It is what the user has just asked for, so Enter agrees; anything else is a warning. */
  readonly enterAgrees?: boolean;
}

/** How serious a sentence is that tells of no plain result. */
export type NoticeSeverity = "warning" | "error";

export interface NoticeOptions {
  /** The user has yet to decide: it stands there again once a newer one is over. */
  readonly stays?: boolean;
  readonly details?: readonly string[];
  readonly severity?: NoticeSeverity | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Where a user can be asked and told something without a dialog or notification: a chat. */
export interface Confirmer {
  /** It is in view. */
  readonly canAsk: boolean;
  /** Brings a chat into view in which it can be asked, the focus staying where it is. */
  seen?(): Promise<Confirmer>;
  /** Which of the choices the user takes; declines with `undefined`, also once the signal is aborted. */
  ask(request: ConfirmationRequest, signal?: AbortSignal): Promise<number | undefined>;
  /** Shows a sentence until something is chosen, it is dismissed, another one follows, or the signal is aborted. */
  announce(
    sentence: string,
    choices?: readonly string[],
    more?: NoticeOptions,
  ): Promise<string | undefined>;
}
