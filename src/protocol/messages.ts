import type { ChatView, OptionsView, PageState, TurnView } from "./views";
import type { OutputAction, QuestionMarks, Remedy, TurnAction } from "../kit/vocabulary";

/**
 * Calls of the page to the host. Each is answered, also with a failure. The page names things by
 * id and never sends text to insert: the host takes its own.
 */
export interface Calls {
  /** The page is up (again): everything it must draw. */
  ready(): ChatView;
  /** The user does something in this page: commands that name no conversation are about its own. */
  entered(): void;
  /** The page has time for older turns than those that it has; they come as an event. */
  earlier(): void;
  send(args: { text: string }): void;
  stop(): void;
  /** Names its conversation, since the page may show another by the time it arrives. */
  saveDraft(args: { conversationId: string; text: string }): void;
  /** Takes the editor's present selection along. */
  attachSelection(): void;
  removeAttachment(): void;
  /** Shows the document and range that a question came from. */
  revealAttachment(args: { turnId: string }): void;
  pickExpert(): void;
  pickAbility(): void;
  pickModel(): void;
  setOptions(args: { options: OptionsView }): void;
  /** The exact body that Send would send now with this text, as indented JSON, and its endpoint. */
  preview(args: { text: string }): { endpoint: string; json: string };
  useTurn(args: { turnId: string; action: TurnAction }): void;
  /**
   * `blockIndex` counts code blocks in document order; without it the whole answer is meant. False
   * where it did not happen: the user was asked and did not want it, or it could not be done.
   */
  useOutput(args: { turnId: string; blockIndex?: number; action: OutputAction }): boolean;
  /** A button of a failed turn, or of the page's empty state when `turnId` is left out. */
  resolveProblem(args: { turnId?: string; action: Remedy }): void;
  /** Asks the user, then opens; https only. */
  openLink(args: { url: string }): void;
}

export type CallName = keyof Calls;
export type ArgsOf<N extends CallName> = Parameters<Calls[N]>[0];
export type ResultOf<N extends CallName> = ReturnType<Calls[N]>;

/** Page to host. `shown` is what the page showed by then: what would ask something else is refused. */
export type PageMessage = {
  [N in CallName]: { call: N; id: number; args: ArgsOf<N>; shown?: QuestionMarks };
}[CallName];

/** Host to page: answers to calls, and what changed by itself. */
export type HostMessage =
  | { reply: number; result: unknown }
  | { reply: number; failure: string }
  | HostEvent;

export type HostEvent =
  | { event: "chat"; chat: ChatView }
  /** Older turns than those that the page has of this conversation, in their order. */
  | { event: "earlier"; conversationId: string; turns: TurnView[]; more: boolean }
  | { event: "pageState"; pageState: PageState }
  | { event: "turn"; turn: TurnView }
  /** What an answer cost is known after the answer. */
  | { event: "cost"; turnId: string; approximateTokens: number }
  | { event: "removed"; turnId: string }
  | { event: "focus" }
  /** Scrolls to a turn; where the page does not have it yet, once it does. */
  | { event: "reveal"; turnId: string }
  /** Opens the page's own find box. */
  | { event: "find" };
