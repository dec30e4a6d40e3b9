import type {
  MemoryMode,
  ShownState,
  ReasoningEffort,
  Remedy,
  SetupStep,
  ToolName,
} from "../../contract/vocabulary";

/** What the chat page shows. The host is the source of truth; these are copies for rendering. */

export interface ChatView {
  pageState: PageState;
  /** The newest ones. */
  turns: TurnView[];
  /** Older ones are sent when the page requests them. */
  more?: boolean;
}

/** Everything on the page except its turns. */
export interface PageState {
  conversationId: string;
  /** What prevents the user from asking; the page then shows the sentence and the buttons for it. */
  setupStep?: SetupStep | "otherHub";
  /** What the page shows for a step that it has no words for. */
  invitation?: InvitationView;
  /** The hub as the user knows it, such as its host. */
  hubLabel?: string;
  /** The hub of the conversation, if another one is in use. */
  otherHub?: string;
  /** True if the built-in hub answers: marked, so that nobody mistakes it for the real one. */
  builtIn: boolean;
  /** What Restricted Mode disables, in a sentence; absent if the workspace is trusted. */
  restricted?: string;
  expert?: ExpertView;
  /** What is sent with the next question. */
  attachments: AttachmentView[];
  /** Pictures that are attached once the page has drawn them again; absent if there are none. */
  unread?: { id: string; name: string }[];
  /** What lies open and could be attached: offered, and not sent. */
  suggested?: SuggestionView | undefined;
  /** Unsent text, kept by the host across reloads. */
  draft: string;
  /** Increases with each change of the draft, here or elsewhere: the page accepts only newer drafts. */
  draftRevision: number;
  /** What the user has to decide before something goes on. */
  pending?: PendingConfirmationView;
  notice?: NoticeView;
  /** True while a question is in progress. */
  busy: boolean;
  /** The questions that wait; absent if there are none. */
  queue?: QueueView;
  /** What Send would send with; the page returns it with every call. */
  shownState: ShownState;
  /** The user's own name for the conversation, or one made from its first question. */
  title?: string;
  options: OptionsView;
  /** Off, whatever the options say, and not for the user to decide: who has set it. */
  lockedTools?: Readonly<Partial<Record<ToolName, string>>>;
  /** Absent if the size of the context window is unknown. */
  context?: ContextView;
  /** The keys that send, as the user reads them; absent for Enter alone. */
  sendKey?: string;
  /** The setting used if the user gives no temperature; absent if the hub decides. */
  defaultTemperature?: number;
  /** The tools of VS Code that the model may call, or why there are none; absent for models that cannot. */
  editorTools?: { readonly on: number; readonly lock?: string };
  /** Whether the model can be told how long to think. */
  takesReasoningEffort?: boolean;
  /** What the file of the expert says; the model decides if it is absent. */
  fileReasoningEffort?: ReasoningEffort;
}

export interface QueueView {
  /** In the order in which they will be asked. */
  questions: { id: string; text: string; attached: string[] }[];
  /** Why nothing is asked until the user continues. */
  paused?: string;
  /** A question of the queue is in the composer, and returns to its place. */
  isEdited?: boolean;
}

/** What is sent with the next questions to this expert; absent options are left out of the request. */
export interface OptionsView {
  /** `model` asks the language model alone (invoke_llm). */
  mode: "agent" | "model";
  temperature?: number;
  /** For a language model of the built-in hub. */
  reasoningEffort?: ReasoningEffort;
  /** Absent: left to the hub. */
  tools: Partial<Record<ToolName, boolean>>;
  webSearchMaxResults?: number;
  documentUrls: string[];
  memory: MemoryMode;
  /** Whether the instructions of the folder go along; absent where that is not chosen. */
  instructions?: boolean;
  /** Maximum tokens in the answer; `model` only. */
  maxTokens?: number;
}

/** What has to be decided before anything can be asked; the first remedy is the primary action. */
export interface InvitationView {
  title: string;
  sentence: string;
  remedies: RemedyView[];
}

export interface ExpertView {
  id: number;
  name: string;
  role?: string;
  abilityName?: string;
  modelName?: string;
  /** With its server, if the name alone does not say it. */
  modelFullName?: string;
  /** Named for the next question alone. */
  isOnce?: boolean;
  /** Questions for an empty conversation, at most three. */
  suggestions: SuggestedQuestionView[];
  /** Abilities to go on with after the newest answer, at most three; absent if there are none. */
  followUps?: FollowUpView[];
}

export interface SuggestedQuestionView {
  text: string;
  /** The ability that it is about, which is then asked. */
  abilityId?: number;
  /** It is about what is open, which is then attached. */
  attaches?: boolean;
}

export interface FollowUpView {
  abilityId: number;
  name: string;
}

export interface TurnView {
  id: string;
  /** What the user typed; may be empty where only a selection was sent. */
  question: string;
  attachments: Pick<AttachmentView, "id" | "label">[];
  /** What was left out to fit the context window, in a sentence. */
  omitted?: string;
  /** ISO 8601. */
  askedAt: string;
  /** Who asked, if it was not the user in the chat. */
  caller?: string;
  /** Who is asked, at the time the question is sent. */
  expertName: string;
  abilityName?: string;
  modelName?: string;
  /** With its server, if the name alone does not say it. */
  modelFullName?: string;
  builtIn: boolean;
  /** The hub that was asked, if it is not the one in use. */
  otherHub?: string;
  /** Only the language model was asked. */
  modelOnly: boolean;
  /** Answers to the same question that stand beside this one; absent if there are none. */
  others?: readonly OtherAnswerView[];
  result: ResultView;
}

export type ResultView =
  /** `isQueued`: not sent yet, since others of the comparison go first. */
  | { state: "waiting"; again?: RetryView; live?: LiveView; isQueued?: boolean }
  | { state: "done"; answer: AnswerView }
  | { state: "failed"; problem: ProblemView }
  /** With what there was of the answer. */
  | { state: "stopped"; answer?: AnswerView; remedy?: RemedyView }
  /** In progress when its window closed, or still in progress in another one: it may have run. */
  | { state: "interrupted"; remedy?: RemedyView };

/** The hub did not accept the question; it is retried automatically. */
export interface RetryView {
  why: string;
  /** Relative to this message: two machines may have different clocks. */
  inMs: number;
}

/** An answer that a language model of the built-in hub is working on. */
export interface LiveView {
  steps: StepView[];
  /** What the model thought so far, as plain text. */
  reasoning?: string;
  /** Markdown so far: untrusted. */
  text: string;
  /** Names of the tools that are running. */
  running: string[];
}

export interface AnswerView {
  /** What its steps name; absent if nothing. */
  sources?: SourceView[];
  /** Markdown from the hub: untrusted. */
  output: string;
  steps: StepView[];
  /** How much of the output was written before the last call of a tool; absent if nothing. */
  earlierLength?: number;
  /** What the model thought before it answered, as plain text; absent if nothing is known of it. */
  reasoning?: string;
  /** Absent if it was stopped. */
  elapsedMs?: number;
  bytes?: number;
  tokens?: TokensView;
  /** The document that *Insert* and *Replace* change, if any. */
  target?: TargetView;
  /** Absent if its changes were not reviewed in this window. */
  review?: ReviewView;
  /** It has changed files, which can be taken back. */
  canUndo?: boolean;
  /** What leads to a better answer. */
  remedy?: RemedyView;
}

/** How many tokens an answer took. */
export interface TokensView {
  /** Such as `1,234 tokens` or `about 500 tokens`. */
  words: string;
  /** Where the number comes from, and of what it consists. */
  meaning: string;
}

/** The review of an answer's changes to files. */
export interface ReviewView {
  state: "open" | "applied" | "discarded" | "undone";
  /** Hunks that are applied, or would be, of all that fit. */
  kept: number;
  all: number;
  /** Of the kept ones. */
  edited: number;
  files: number;
  /** Why changes of the answer are not among them, in sentences. */
  notPlaced: string[];
}

export interface TargetView {
  /** Such as `cart.ts`. */
  label: string;
  /** True if the question contained one selection that can be replaced. */
  canReplace: boolean;
}

/** One tool step in words; the rest of it opens in the editor. Untrusted. */
export interface StepView {
  /** What was done, such as `Read cart.ts 1–20`. */
  sentence: string;
  /** What came of it, in brief; absent if that is not known. */
  found?: string;
}

/** A button that may help. */
export interface RemedyView {
  action: Remedy;
  label: string;
}

/** A failure in plain words, with remedies. */
export interface ProblemView {
  sentence: string;
  /** Additional information, collapsed. */
  details?: string;
  remedies: RemedyView[];
  /** Its cause is gone: what is left is to ask again. */
  isMended?: boolean;
}

/** Text from the editor that is sent with a question. */
export interface AttachmentView {
  id: string;
  /** Such as `cart.ts:10–24`. */
  label: string;
  /** Such as `15 lines · TypeScript · 1.2 KB`. */
  detail: string;
  languageId: string;
  /** Relative to its workspace folder, if known. */
  path?: string;
  /** The text, for expanding; cut at 20,000 characters. */
  text: string;
  /** The text is another one by now where it came from. */
  isChanged?: boolean;
  /** It is a picture, whose text is empty: `attachedPicture` has it. */
  isPicture?: boolean;
}

/** What is open in the editor: `attachSuggested` attaches it. */
export interface SuggestionView {
  kind: "selection" | "file";
  /** Such as `cart.ts:10–24`. */
  label: string;
  /** Such as `15 lines · TypeScript`. */
  detail: string;
}

/** A file that the steps of an answer name, with lines if they name some, or an address. */
export type SourceView =
  | { kind: "file"; path: string; lines: readonly { first: number; last: number }[] }
  | { kind: "page" | "document"; url: string; title?: string };

/** What the composer offers for a word that begins with `#`, `/` or `@`. */
export interface CompletionsView {
  /** The best first, at most some tens. */
  completions: CompletionView[];
  /** More may be found if the same is asked again. */
  isIncomplete?: boolean;
}

export interface CompletionView {
  /** Names it to the host, for as long as it is offered. */
  id: string;
  kind: CompletionKind;
  label: string;
  description: string;
}

export type CompletionKind =
  | "selection"
  | "file"
  | "folder"
  | "class"
  | "method"
  | "variable"
  | "error"
  | "warning"
  | "info"
  | "changes"
  | "commit"
  | "terminal"
  | "prompt"
  | "ability"
  | "expert";

/** A question to the user that stands in the chat. Whoever leaves it without an answer declines. */
export interface PendingConfirmationView {
  id: string;
  sentence: string;
  reasons: { text: string; canShow?: boolean; isHeading?: boolean }[];
  /** The text that it is about, where that is not in view. */
  about?: string;
  /** What the buttons say that agree, mostly one, and the one that declines. */
  choices: string[];
  no: string;
  /** It is what the user has just asked for; anything else is a warning. */
  enterAgrees?: boolean;
}

/** What has come of something that the user did. */
export interface NoticeView {
  id: string;
  sentence: string;
  isError?: boolean;
  /** The user has yet to decide, and asked for what the first button does. */
  stays?: boolean | undefined;
  details: string[];
  /** What the buttons say. */
  choices: string[];
}

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
  readonly state: ResultView["state"];
  /** How long the answer took; absent if there is none. */
  readonly elapsedMs?: number;
}

/** A request that has not been sent. */
export interface PreviewView {
  endpoint: string;
  /** The exact body, indented. */
  json: string;
  /** That of the body, such as `1.2 KB`. */
  size?: string;
  /** The parts of the question, in the order and with the lengths that they have in the body. */
  parts?: { name?: string; length: number; size: string }[];
  /** That of the conversation so far, if any is sent. */
  historySize?: string;
  /** What is left out to fit the context window, in a sentence. */
  omitted?: string;
  /** What goes along outside of the body, in a sentence. */
  extras?: string | undefined;
}

/** The model's context window, and the estimated size of each part that is sent; in tokens. */
export interface ContextView {
  takes: number;
  /** How much of it the request may fill; the rest is reserved for the answer. */
  fits: number;
  attachments: number;
  history: number;
  /** The expert's instructions and the tools. */
  system: number;
}
