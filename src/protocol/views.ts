import type { MemoryMode, QuestionMarks, Remedy, SetupStep, ToolName } from "../kit/vocabulary";

/** What the chat page shows. The host holds the truth; these are copies made for drawing. */

export interface ChatView {
  pageState: PageState;
  /** The newest ones. */
  turns: TurnView[];
  /** Older ones come when the page asks for them. */
  more?: boolean;
}

/** Everything of the page but its turns. */
export interface PageState {
  conversationId: string;
  /** What keeps the user from asking; the page then shows the one sentence and the buttons for it. */
  setupStep?: SetupStep;
  /** The hub in the words a user knows it by, such as its host. */
  hubLabel?: string;
  /** True where the built-in hub answers: marked, so that nobody takes it for the real one. */
  builtIn: boolean;
  /** What Restricted Mode takes away, in a sentence; absent where the workspace is trusted. */
  restricted?: string;
  expert?: ExpertView;
  attachment?: AttachmentView;
  /** Unsent text, kept by the host across reloads. */
  draft: string;
  /** Grows whenever the draft is changed, here or elsewhere: the page takes what is newer than what it has. */
  draftRevision: number;
  /** True while a question is out. */
  busy: boolean;
  /** What Send goes out with; the page gives it back with whatever it calls. */
  marks: QuestionMarks;
  /** The user's own name for the conversation, or one made from its first question. */
  title?: string;
  options: OptionsView;
  /** What the setting says where the user gives no temperature; absent where the hub decides. */
  defaultTemperature?: number;
}

/** What goes along with the next questions to this expert; what is absent is left out of the request. */
export interface OptionsView {
  /** `model` asks the language model alone (invoke_llm), which is experimental. */
  mode: "agent" | "model";
  temperature?: number;
  /** Absent: left to the hub. */
  tools: Partial<Record<ToolName, boolean>>;
  webSearchMaxResults?: number;
  documentUrls: string[];
  memory: MemoryMode;
  /** Most tokens of the answer; `model` only. */
  maxTokens?: number;
}

export interface ExpertView {
  id: number;
  name: string;
  role?: string;
  abilityName?: string;
  modelName?: string;
  /** Example questions for an empty conversation, three at most. */
  suggestions: string[];
}

/** Text of the editor that goes along with a question. */
export interface AttachmentView {
  /** Such as `cart.ts:10–24`. */
  label: string;
  /** Such as `15 lines · TypeScript · 1.2 KB`. */
  detail: string;
  languageId: string;
  /** The text, for folding open; cut at 20,000 characters. */
  text: string;
}

export interface TurnView {
  id: string;
  /** What the user typed; may be empty where only a selection was sent. */
  question: string;
  attachment?: AttachmentView;
  /** ISO 8601. */
  askedAt: string;
  /** Who is asked, as it was when the question left. */
  expertName: string;
  abilityName?: string;
  modelName?: string;
  builtIn: boolean;
  /** The hub that was asked, where it is not the one in use. */
  otherHub?: string;
  /** The language model alone was asked. */
  modelOnly: boolean;
  result: ResultView;
}

export type ResultView =
  | { state: "waiting"; again?: AgainView }
  | { state: "done"; answer: AnswerView }
  | { state: "failed"; problem: ProblemView }
  | { state: "stopped" }
  /** It was out when its window closed, or still is in another one: it may have run. */
  | { state: "interrupted" };

/** The hub did not take the question; it goes out once more by itself. */
export interface AgainView {
  why: string;
  /** From when this was said: two machines may have two clocks. */
  inMs: number;
}

export interface AnswerView {
  /** Markdown of the hub: untrusted. */
  output: string;
  steps: StepView[][];
  elapsedMs: number;
  bytes: number;
  /** Tokens that the question cost, about: the balance before less the balance after. */
  approximateTokens?: number;
  /** Sentences on how the hub's `chat_history` differs from what was sent. */
  historyNotes: string[];
  /** The document that *Insert* and *Replace* go to, where there is one. */
  target?: TargetView;
}

export interface TargetView {
  /** Such as `cart.ts`. */
  label: string;
  /** True where the question carried one selection that can be replaced. */
  canReplace: boolean;
}

/** One tool step; every field untrusted. */
export interface StepView {
  tool?: string;
  query?: string;
  log?: string;
  toolCallId?: string;
  messageLog: { content?: string; calls: ToolCallView[] }[];
  /** The step as JSON text. */
  raw: string;
}

export interface ToolCallView {
  index?: number;
  id?: string;
  type?: string;
  name?: string;
  arguments?: string;
}

/** A button that may help. */
export interface RemedyView {
  action: Remedy;
  label: string;
}

/** A failure in the user's words, with what helps. */
export interface ProblemView {
  sentence: string;
  /** More for who wants it, folded. */
  details?: string;
  remedies: RemedyView[];
}
