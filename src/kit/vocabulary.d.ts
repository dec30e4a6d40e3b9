/** Words that several layers share: each list stands here once, and its type follows from it. */
/** Which parts of a conversation are sent with the next question. */
export declare const memoryModes: readonly ["both", "session", "history", "none"];
export type MemoryMode = (typeof memoryModes)[number];
/** Tools of the service (service 4.2). */
export declare const toolNames: readonly [
  "web_search",
  "computation_engine",
  "document_retriever",
  "workspace_connector",
];
export type ToolName = (typeof toolNames)[number];
/** What the user has to supply before anything can be asked, in this order. */
export declare const setupSteps: readonly ["hub", "key", "expert"];
export type SetupStep = (typeof setupSteps)[number];
/** What may help after a failure. */
export declare const remedies: readonly [
  "retry",
  "connect",
  "setApiKey",
  "openHub",
  "addExpert",
  "refreshExpert",
  "startBuiltInHub",
  "openSettings",
  "showLog",
];
export type Remedy = (typeof remedies)[number];
/** The parts of a question that the user sees before it is sent. */
export declare const questionParts: readonly [
  "conversation",
  "hub",
  "expert",
  "ability",
  "model",
  "options",
  "attachment",
];
export type QuestionPart = (typeof questionParts)[number];
/** A mark for each part, equal where the part is; empty for a part that there is not. */
export type QuestionMarks = Readonly<Record<QuestionPart, string>>;
/** What may be done with an answer, or with one code block of it. */
export declare const outputActions: readonly ["copy", "insert", "replace", "newFile"];
export type OutputAction = (typeof outputActions)[number];
/** What may be done with a question and all that belongs to it. */
export declare const turnActions: readonly [
  /** A fork without this turn, its question back in the composer. */
  "editAndResend",
  /** The same question once more, with an ability or a model that the user picks. */
  "askAgain",
  /** A conversation of its own that ends with this turn. */
  "fork",
  /** The request as a shell command, the key as `$EXPERT_HUB_API_KEY`. */
  "copyAsCurl",
  /** The answer as the hub sent it, in a read-only document. */
  "showRaw",
  /** Takes an unanswered question out of the conversation. */
  "discard",
];
export type TurnAction = (typeof turnActions)[number];
/** The word itself where it is in the list: what comes from outside may be anything. */
export declare function oneOf<T extends string>(words: readonly T[], given: unknown): T | undefined;
