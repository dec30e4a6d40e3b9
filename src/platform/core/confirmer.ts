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
  /** What a check box says that agrees for later, too. */
  readonly always?: string | undefined;
  /** The same as a button of a dialog; absent if a dialog does not offer it. */
  readonly alwaysButton?: string | undefined;
}

/** How the user agreed; whoever declines decides `undefined`. */
export interface Decision {
  /** Which of the choices. */
  readonly choice: number;
  readonly isAlways: boolean;
}

/** Where to ask, brought into view only if there is something to ask. */
export type AskIn = () => Confirmer | Promise<Confirmer>;

/** How serious a sentence is that tells of no plain result. */
export type NoticeSeverity = "warning" | "error";

export interface NoticeOptions {
  readonly details?: readonly string[];
  readonly severity?: NoticeSeverity | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Where a user can be asked and told something without a dialog or notification: a chat. */
export interface Confirmer {
  /** It is in view. */
  readonly canAsk: boolean;
  /** Declines once the signal is aborted. */
  ask(request: ConfirmationRequest, signal?: AbortSignal): Promise<Decision | undefined>;
  /** Shows a sentence until something is chosen, it is dismissed, another one follows, or the signal is aborted. */
  tell(
    sentence: string,
    choices?: readonly string[],
    more?: NoticeOptions,
  ): Promise<string | undefined>;
}
