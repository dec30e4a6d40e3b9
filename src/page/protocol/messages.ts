import type {
  ChatView,
  LiveView,
  OtherAnswerView,
  PageState,
  ReviewView,
  SuggestionView,
  TokensView,
  TurnView,
} from "./views";
import type { PageCommand } from "../../contract/vocabulary";

/** Host to page: answers to calls, and events. */
export type HostMessage =
  | { reply: number; result: unknown }
  | { reply: number; failure: string }
  /** The user declined: there is nothing to tell. */
  | { reply: number; declined: true }
  | HostEvent;

export type HostEvent =
  | { event: "chat"; chat: ChatView }
  /** Turns older than those that the page has of this conversation, in order. */
  | { event: "earlier"; conversationId: string; turns: TurnView[]; more: boolean }
  | { event: "pageState"; pageState: PageState }
  | { event: "turn"; turn: TurnView }
  /** How the answer to a pending question comes along. */
  | { event: "live"; turnId: string; live: LiveView }
  /** The cost of an answer is known after the answer. */
  | { event: "cost"; turnId: string; tokens: TokensView }
  /** The review of an answer's changes has come further. */
  | { event: "review"; turnId: string; review: ReviewView }
  /** Whether something of an answer is in files, to be undone. */
  | { event: "undoable"; turnId: string; canUndo: boolean }
  /** The answers beside that of a turn changed; those of the chat have their own event. */
  | { event: "others"; turnId: string; others: readonly OtherAnswerView[] }
  | { event: "removed"; turnId: string }
  /** Something else lies open than before, or nothing. */
  | { event: "suggested"; suggested?: SuggestionView }
  | { event: "focus" }
  /** Scrolls to a turn, as soon as the page has it. */
  | { event: "reveal"; turnId: string }
  /** Opens the page's own find box. */
  | { event: "find" }
  | { event: "command"; command: PageCommand };
