import * as v from "valibot";
import {
  contextActions,
  memoryModes,
  reasoningEfforts,
  outputActions,
  pageParts,
  previewActions,
  questionParts,
  queueActions,
  remedies,
  toolNames,
  triggerCharacters,
  turnActions,
} from "../../contract/vocabulary";
import { base64Length, maxPictureBytes, type Picture, pictureTypes } from "../../contract/picture";
import type { ComparisonContent } from "./comparisonViews";
import type { ChatView, CompletionsView, PreviewView, TurnView } from "./views";

const text = v.string();
const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const nothing = v.undefined();
const turn = { turnId: text };
const block = { ...turn, blockIndex: v.optional(wholeNumber) };

const options = v.object({
  mode: v.picklist(["agent", "model"]),
  temperature: v.optional(v.number()),
  reasoningEffort: v.optional(v.picklist(reasoningEfforts)),
  instructions: v.optional(v.boolean()),
  tools: v.object(v.entriesFromList(toolNames, v.optional(v.boolean()))),
  webSearchMaxResults: v.optional(v.number()),
  documentUrls: v.array(text),
  memory: v.picklist(memoryModes),
  maxTokens: v.optional(v.number()),
});

const side = v.pipe(wholeNumber, v.minValue(1), v.maxValue(2000));

/** As many as a page asks about in one answer. */
const maxPaths = 200;

/**
 * Calls about a turn, which the pages of a chat and of a comparison make. Every call is answered, even
 * if it fails. A page refers to things by id and never sends text to insert: the host uses its own.
 */
export const turnCalls = {
  useTurn: v.object({ ...turn, action: v.picklist(turnActions) }),
  /**
   * `blockIndex` counts code blocks in document order; without it, the whole answer is used. False
   * if nothing was done: the user declined, or it was not possible.
   */
  useOutput: v.object({ ...block, action: v.picklist(outputActions) }),
  /** Shows the file that a code block names, or else what was asked about. */
  goToRange: v.object(block),
  /** Those of the paths in an answer that lead to a file in the folders that are open. */
  existingFiles: v.object({ ...turn, paths: v.pipe(v.array(text), v.maxLength(maxPaths)) }),
  /** Shows a file that an answer names, as it was written, such as `cart.ts:10`. */
  openFile: v.object({ ...turn, file: text }),
  /** Reviews the changes of an answer to all its files. False if nothing was changed. */
  reviewAllChanges: v.object(turn),
  /** Takes back what an answer has changed in files, after a question that names them. */
  undoAnswer: v.object(turn),
  /** Opens the link once the user confirms; https only. */
  openLink: v.object({ url: text }),
  /** Shows everything about a step in the editor, by its place among those shown. */
  showStep: v.object({ ...turn, index: wholeNumber }),
  /** Shows the document and range that a question came from, or else the attached text. */
  revealAttachment: v.object({ ...turn, attachmentId: text }),
  /** A button of a failed turn, or of the page's empty state if `turnId` is absent. */
  resolveProblem: v.object({ turnId: v.optional(text), action: v.picklist(remedies) }),
};

export const chatCalls = {
  ...turnCalls,
  /** The page has (re)loaded: returns everything it must draw. */
  ready: nothing,
  /** The user is active in this page: commands that name no conversation apply to its own. */
  entered: nothing,
  /** Where in this page the focus is; absent if it is elsewhere. */
  focused: v.object({ part: v.optional(v.picklist(pageParts)) }),
  /** The page is ready for turns older than those that it has; they arrive as an event. */
  earlier: nothing,
  send: v.object({ text }),
  /** Like `send`, but the question waits for those before it. */
  enqueue: v.object({ text }),
  /** Like `send`, but as the first question of a new conversation. */
  sendInNew: v.object({ text }),
  /** Asks what is in the composer of several experts, which the user picks. */
  compare: v.object({ text }),
  /** Asks another text in place of a question; what follows that is set aside. */
  editQuestion: v.object({ ...turn, text }),
  /** Only `continue` and `clear` concern all queued questions, and name none. */
  useQueue: v.object({ action: v.picklist(queueActions), questionId: v.optional(text) }),
  stop: nothing,
  /** The answer to the question that stands in the chat; without a choice, the user declines. */
  decide: v.object({ questionId: text, choice: v.optional(wholeNumber) }),
  /** What the user chose of a notice; without a choice, it is dismissed. */
  useNotice: v.object({ noticeId: text, choice: v.optional(wholeNumber) }),
  /** Shows what a reason of that question refers to. */
  showReason: v.object({ questionId: text, index: wholeNumber }),
  /** Names its conversation, since the page may show another by the time it arrives. */
  saveDraft: v.object({ conversationId: text, text }),
  /** Lets the user pick what to attach. */
  attach: nothing,
  /** What can be chosen for a word in the composer, of which `typed` follows the trigger. */
  complete: v.object({ trigger: v.picklist(triggerCharacters), typed: text }),
  /** Attaches, uses or picks one of those that were offered. */
  acceptCompletion: v.object({ id: text }),
  /** Attaches what was dropped on the page, by its addresses. */
  attachDropped: v.object({ uris: v.array(text) }),
  /** Attaches a picture that the page has drawn again. */
  attachPicture: v.object({
    /** That of the file that it was drawn from, if the host read it. */
    id: v.optional(text),
    name: v.pipe(text, v.maxLength(1000)),
    type: v.picklist(pictureTypes),
    /** Base64. */
    data: v.pipe(text, v.maxLength(base64Length(maxPictureBytes))),
    width: side,
    height: side,
  }),
  /** The file of an unread picture as Base64, for the page that has to draw it; null for any other page. */
  readPicture: v.object({ id: text }),
  /** A picture that is attached. */
  attachedPicture: v.object({ id: text }),
  /** Attaches the editor's selection, or else its file. */
  attachSuggested: nothing,
  /** Takes an attachment off the next question. */
  removeAttachment: v.object({ id: text }),
  /** Attaches its text as it is now. */
  updateAttachment: v.object({ id: text }),
  /**
   * The text of an earlier question, counted from the newest, for editing; its attachments come back
   * unless others are there. Zero takes back what came back; null if there is no such question.
   */
  recallQuestion: v.object({ back: wholeNumber }),
  /** Lets the user name the conversation. */
  rename: nothing,
  /** Lets the user pick an expert, or an ability of the present one. */
  pickExpert: nothing,
  pickModel: nothing,
  /** Lets the user choose the tools of VS Code that the model may call. */
  pickTools: nothing,
  /** Chooses an ability of the expert for the next question. */
  useAbility: v.object({ abilityId: wholeNumber }),
  setOptions: v.object({ options }),
  /** The exact body that Send would send now with this text, as indented JSON, and its endpoint. */
  preview: v.object({ text }),
  /** Copies that body, or shows it as a document. */
  usePreview: v.object({ text, action: v.picklist(previewActions) }),
  /** A button beside the bar that shows how much of its context the model has left. */
  useContext: v.object({ action: v.picklist(contextActions) }),
  /** Shows a turn of the chat and those beside it, side by side. */
  openComparison: v.object(turn),
  /** A turn that stands beside another one, to be read in the chat. */
  otherAnswer: v.object(turn),
};

export const comparisonCalls = {
  ...turnCalls,
  /** The page has (re)loaded: returns everything it must draw. */
  comparison: nothing,
  /** Without a column, all of them. */
  stopColumn: v.object({ column: v.optional(text) }),
  /** Asks again what failed or has no answer. */
  askFailedAgain: nothing,
  /** Lets the user pick more experts, abilities, models and temperatures. */
  addColumn: nothing,
  /** Makes this answer the one that the conversation continues with. */
  continueWith: v.object(turn),
  /** Opens the difference to the answer of the baseline. */
  diffAnswers: v.object(turn),
  /** Shows the requests of all columns in a document. */
  showRequests: nothing,
};

/** Calls by which the user does something: what was said of the last thing is over. */
export const actions: ReadonlySet<CallName> = new Set([
  "useTurn",
  "useOutput",
  "reviewAllChanges",
  "undoAnswer",
  "resolveProblem",
  "useQueue",
  "compare",
  "attach",
  "attachDropped",
  "attachPicture",
  "attachSuggested",
  "removeAttachment",
  "acceptCompletion",
  "pickExpert",
  "pickModel",
  "pickTools",
  "useAbility",
  "setOptions",
]);

/** What calls return that return something. */
interface Results {
  ready: ChatView;
  comparison: ComparisonContent;
  complete: CompletionsView;
  attachedPicture: Picture;
  readPicture: string | null;
  recallQuestion: string | null;
  preview: PreviewView;
  otherAnswer: TurnView;
  useOutput: boolean;
  existingFiles: string[];
  reviewAllChanges: boolean;
}

export type TurnCalls = typeof turnCalls;
export type ChatCalls = typeof chatCalls;
export type ComparisonCalls = typeof comparisonCalls;
type AllCalls = ChatCalls & ComparisonCalls;

export type CallName = keyof AllCalls;
export type ArgsOf<N extends CallName> = v.InferOutput<AllCalls[N]>;
export type ResultOf<N extends CallName> = N extends keyof Results ? Results[N] : void;

const message = v.object({
  call: text,
  id: v.number(),
  args: v.optional(v.unknown()),
  /** What the page showed when it called. */
  shown: v.fallback(v.optional(v.object(v.entriesFromList(questionParts, text))), undefined),
});

/** One of these calls, as a page posts it; without `args`, they are not what the call takes. */
export function callIn<N extends CallName>(
  schemas: Readonly<Record<N, v.GenericSchema>>,
  posted: unknown,
) {
  const { success, output } = v.safeParse(message, posted);
  if (!success || !Object.hasOwn(schemas, output.call)) return undefined;
  const { id, shown } = output;
  const name = output.call as N;
  const args = v.safeParse(schemas[name], output.args);
  return { name, id, shown, args: args.success ? { value: args.output } : undefined };
}
