import type { CallsOfOthers } from "./comparisonViews";
import type { CompletionsView } from "./completionViews";
import type {
  ChatView,
  LiveView,
  OptionsView,
  PageState,
  ReviewView,
  TokensView,
  TurnView,
} from "./views";
import type { OtherAnswerView } from "./otherAnswerView";
import type { PreviewView } from "./requestViews";
import type { SuggestionView } from "./attachmentViews";
import type {
  ContextAction,
  OutputAction,
  PageCommand,
  PagePart,
  PreviewAction,
  QueueAction,
  Remedy,
  TriggerCharacter,
  TurnAction,
} from "../../contract/vocabulary";

/**
 * Calls from the page to the host. Each is answered, even if it fails. The page refers to things by
 * id and never sends text to insert: the host uses its own.
 */
export interface Calls extends CallsOfOthers {
  /** The page has (re)loaded: returns everything it must draw. */
  ready(): ChatView;
  /** The user is active in this page: commands that name no conversation apply to its own. */
  entered(): void;
  /** Where in this page the focus is; absent if it is elsewhere. */
  focused(args: { part?: PagePart }): void;
  /** The page is ready for turns older than those that it has; they arrive as an event. */
  earlier(): void;
  send(args: { text: string }): void;
  /** Like `send`, but the question waits for those before it. */
  enqueue(args: { text: string }): void;
  /** Only `continue` and `clear` concern all queued questions, and name none. */
  useQueue(args: { action: QueueAction; questionId?: string }): void;
  stop(): void;
  /** The answer to the question that stands in the chat; without a choice, the user declines. */
  decide(args: { questionId: string; choice?: number; isAlways?: boolean }): void;
  /** What the user chose of a notice; without a choice, it is dismissed. */
  useNotice(args: { noticeId: string; choice?: number }): void;
  /** Shows what a reason of that question refers to. */
  showReason(args: { questionId: string; index: number }): void;
  /** Names its conversation, since the page may show another by the time it arrives. */
  saveDraft(args: { conversationId: string; text: string }): void;
  /** Lets the user pick what to attach. */
  attach(): void;
  /** What can be chosen for a word in the composer, of which `typed` follows the trigger. */
  complete(args: { trigger: TriggerCharacter; typed: string }): CompletionsView;
  /** Attaches, uses or picks one of those that were offered. */
  acceptCompletion(args: { id: string }): void;
  /** Attaches what was dropped on the page, by its addresses. */
  attachDropped(args: { uris: string[] }): void;
  /** Attaches the editor's selection, or else its file. */
  attachSuggested(): void;
  /** Takes an attachment off the next question. */
  removeAttachment(args: { id: string }): void;
  /** Attaches its text as it is now. */
  updateAttachment(args: { id: string }): void;
  /** Shows the document and range that a question came from. */
  revealAttachment(args: { turnId: string; attachmentId: string }): void;
  /**
   * The text of an earlier question, counted from the newest, for editing; its attachments come back
   * unless others are there. Zero takes back what came back; null if there is no such question.
   */
  recallQuestion(args: { back: number }): string | null;
  pickExpert(): void;
  pickAbility(): void;
  pickModel(): void;
  /** Chooses an ability of the expert for the next question. */
  useAbility(args: { abilityId: number }): void;
  setOptions(args: { options: OptionsView }): void;
  /** The exact body that Send would send now with this text, as indented JSON, and its endpoint. */
  preview(args: { text: string }): PreviewView;
  /** Copies that body, or shows it as a document. */
  usePreview(args: { text: string; action: PreviewAction }): void;
  /** A button beside the bar that shows how much of its context the model has left. */
  useContext(args: { action: ContextAction }): void;
  useTurn(args: { turnId: string; action: TurnAction }): void;
  /**
   * `blockIndex` counts code blocks in document order; without it, the whole answer is used. False
   * if nothing was done: the user declined, or it was not possible.
   */
  useOutput(args: { turnId: string; blockIndex?: number; action: OutputAction }): boolean;
  /** Shows the file that a code block names, or else what was asked about. */
  goToRange(args: { turnId: string; blockIndex?: number }): void;
  /** Those of the paths in an answer, at most 200, that lead to a file in the folders that are open. */
  existingFiles(args: { turnId: string; paths: string[] }): string[];
  /** Shows a file that an answer names, as it was written, such as `cart.ts:10`. */
  openFile(args: { turnId: string; file: string }): void;
  /** Reviews the changes of an answer to all its files. False if nothing was changed. */
  reviewAllChanges(args: { turnId: string }): boolean;
  /** Takes back what an answer has changed in files, after a question that names them. */
  undoAnswer(args: { turnId: string }): void;
  /** A button of a failed turn, or of the page's empty state if `turnId` is absent. */
  resolveProblem(args: { turnId?: string; action: Remedy }): void;
  /** Opens the link once the user confirms; https only. */
  openLink(args: { url: string }): void;
}

export type CallName = keyof Calls;
export type ArgsOf<N extends CallName> = Parameters<Calls[N]>[0];
export type ResultOf<N extends CallName> = ReturnType<Calls[N]>;

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
