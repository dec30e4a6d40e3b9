/** Vocabularies shared by several layers: each list is defined once, and its type derives from it. */

/** Which parts of a conversation are sent with the next question. */
export const memoryModes = ["both", "session", "history", "none"] as const;
export type MemoryMode = (typeof memoryModes)[number];

/** How long a language model thinks before it answers. */
export const reasoningEfforts = ["low", "medium", "high"] as const;
export type ReasoningEffort = (typeof reasoningEfforts)[number];

/** Tools of the service (service 4.2). */
export const toolNames = [
  "web_search",
  "computation_engine",
  "document_retriever",
  "workspace_connector",
] as const;
export type ToolName = (typeof toolNames)[number];

/** What the user has to supply before anything can be asked, in this order. */
export type SetupStep = "hub" | "key" | "expert";

/** What may help after a failure. */
export const remedies = [
  "retry",
  "connect",
  "setApiKey",
  "openHub",
  "switchHub",
  "continueHere",
  "addExpert",
  "refreshExpert",
  "startBuiltInHub",
  "addModel",
  "enterModelKey",
  "openSettings",
  "showLog",
] as const;
export type Remedy = (typeof remedies)[number];

/** The parts of a question that the user sees before it is sent. */
export const questionParts = [
  "conversation",
  "hub",
  "expert",
  "ability",
  "model",
  "options",
  "attachment",
] as const;
export type QuestionPart = (typeof questionParts)[number];

/** A mark for each part: equal if the part is the same, empty if the part is absent. */
export type ShownState = Readonly<Record<QuestionPart, string>>;

/** Who can ask besides the user in the chat. */
export const callers = ["tool", "mcp", "participant", "languageModel"] as const;
export type Caller = (typeof callers)[number];

/** Actions on an answer, or on one of its code blocks. */
export const outputActions = ["apply", "copy", "insert", "replace", "newFile"] as const;
export type OutputAction = (typeof outputActions)[number];

/** Actions on a question with everything that belongs to it. */
export const turnActions = [
  /** The same question again, with an ability or a model that the user picks. */
  "askAgain",
  /** The same question to more experts, side by side. */
  "compare",
  /** A separate conversation that ends with this turn. */
  "fork",
  /** The request as a shell command, with the key as `$EXPERT_HUB_API_KEY`. */
  "copyAsCurl",
  /** The answer as the hub sent it, in a read-only document. */
  "showRaw",
  /** Saves the question under a name, to be asked again. */
  "saveAsPrompt",
  /** What was set aside for an edited question is the conversation again. */
  "bringBack",
  /** Removes an unanswered question from the conversation. */
  "discard",
] as const;
export type TurnAction = (typeof turnActions)[number];

/** What the user can do with the questions that wait for the one in progress. */
export const queueActions = ["edit", "remove", "moveUp", "moveDown", "continue", "clear"] as const;
export type QueueAction = (typeof queueActions)[number];

/** Characters in the composer that offer what can be attached, prompts and abilities, or experts. */
export const triggerCharacters = ["#", "/", "@"] as const;
export type TriggerCharacter = (typeof triggerCharacters)[number];

/** What can be done with the request before it is sent. */
export const previewActions = ["copy", "open"] as const;
export type PreviewAction = (typeof previewActions)[number];

/** What helps when the context window is nearly full. */
export const contextActions = ["summary", "fewerTurns"] as const;

/** What a command asks of the chat page, which knows what is selected and where the focus is. */
export type PageCommand =
  | "quoteSelection"
  | "nextTurn"
  | "previousTurn"
  | "nextCodeBlock"
  | "previousCodeBlock";

/** The parts of the chat page that can have the focus. */
export const pageParts = ["question", "transcript"] as const;
export type PagePart = (typeof pageParts)[number];

/** The word itself if it is in the list: outside input may be anything. */
export function oneOf<T extends string>(words: readonly T[], given: unknown): T | undefined {
  return words.find((word) => word === given);
}
