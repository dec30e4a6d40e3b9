import { isRecord } from "../../contract/record";
import type { HeldQuestionView, NoticeView } from "../protocol/heldViews";
import type { HostEvent } from "../protocol/messages";
import type {
  AnswerView,
  ChatView,
  LiveView,
  OptionsView,
  PageState,
  ProblemView,
  QueueView,
  ResultView,
  ReviewView,
  RetryView,
  TokensView,
  TurnView,
} from "../protocol/views";
import type { SuggestionView } from "../protocol/attachmentViews";

type Check = (value: unknown) => boolean;

/** Checks the fields without which a value cannot be drawn. */
const shape =
  <T>(checks: { [K in keyof T]?: Check }) =>
  (value: unknown): value is T =>
    isRecord(value) &&
    Object.entries<Check | undefined>(checks).every(([name, check]) => check?.(value[name]));

const isBoolean: Check = (value) => typeof value === "boolean";
const isNumber: Check = (value) => typeof value === "number";
const isString: Check = (value) => typeof value === "string";
const isList: Check = (value) => Array.isArray(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const isTexts = listOf(isString);
const told = { id: isString, sentence: isString, choices: isTexts };

/** Checks a value by what one of its fields says it is. */
const variant =
  <T>(name: keyof T & string, checks: Readonly<Record<string, Check>>) =>
  (value: unknown): value is T => {
    const kind = isRecord(value) ? value[name] : undefined;
    return typeof kind === "string" && Object.hasOwn(checks, kind) && checks[kind]!(value);
  };

const isOptions = shape<OptionsView>({
  mode: isString,
  memory: isString,
  tools: isRecord,
  documentUrls: isList,
});

const isQueue = shape<QueueView>({
  questions: listOf(
    shape<QueueView["questions"][number]>({ id: isString, text: isString, attached: isList }),
  ),
});

const isHeld = shape<HeldQuestionView>({
  ...told,
  reasons: listOf(shape<HeldQuestionView["reasons"][number]>({ text: isString })),
  no: isString,
});

const isSuggestion = shape<SuggestionView>({ kind: isString, label: isString, detail: isString });
const isNotice = shape<NoticeView>({ ...told, details: isTexts });

const isPageState = shape<PageState>({
  conversationId: isString,
  draft: isString,
  draftRevision: isNumber,
  busy: isBoolean,
  attachments: isList,
  marks: isRecord,
  options: isOptions,
  queue: optional(isQueue),
  held: optional(isHeld),
  suggested: optional(isSuggestion),
  notices: optional(listOf(isNotice)),
});

const isLive = shape<LiveView>({ text: isString, steps: isList, running: isList });

const isReview = shape<ReviewView>({
  state: isString,
  kept: isNumber,
  all: isNumber,
  edited: isNumber,
  files: isNumber,
  notPlaced: isList,
});

const isRetry = shape<RetryView>({ why: isString, inMs: isNumber });
const isAnswer = shape<AnswerView>({ output: isString, steps: isList });
const isProblem = shape<ProblemView>({ sentence: isString, remedies: isList });

type ResultIn<S extends ResultView["state"]> = Extract<ResultView, { state: S }>;

const isResult = variant<ResultView>("state", {
  waiting: shape<ResultIn<"waiting">>({ again: optional(isRetry), live: optional(isLive) }),
  stopped: shape<ResultIn<"stopped">>({ live: optional(isLive) }),
  interrupted: isRecord,
  done: shape<ResultIn<"done">>({ answer: isAnswer }),
  failed: shape<ResultIn<"failed">>({ problem: isProblem }),
} satisfies Record<ResultView["state"], Check>);

const isTurn = shape<TurnView>({
  id: isString,
  question: isString,
  attachments: isList,
  expertName: isString,
  result: isResult,
});

const isChat = shape<ChatView>({ pageState: isPageState, turns: listOf(isTurn) });

const isTokens = shape<TokensView>({ words: isString, meaning: isString });

type EventNamed<E extends HostEvent["event"]> = Extract<HostEvent, { event: E }>;

/** Whether a message of the host is an event with what it must carry. */
export const isEvent = variant<HostEvent>("event", {
  chat: shape<EventNamed<"chat">>({ chat: isChat }),
  earlier: shape<EventNamed<"earlier">>({ conversationId: isString, turns: listOf(isTurn) }),
  pageState: shape<EventNamed<"pageState">>({ pageState: isPageState }),
  turn: shape<EventNamed<"turn">>({ turn: isTurn }),
  live: shape<EventNamed<"live">>({ turnId: isString, live: isLive }),
  cost: shape<EventNamed<"cost">>({ turnId: isString, tokens: isTokens }),
  review: shape<EventNamed<"review">>({ turnId: isString, review: isReview }),
  undoable: shape<EventNamed<"undoable">>({ turnId: isString, canUndo: isBoolean }),
  others: shape<EventNamed<"others">>({ turnId: isString, others: isList }),
  removed: shape<EventNamed<"removed">>({ turnId: isString }),
  reveal: shape<EventNamed<"reveal">>({ turnId: isString }),
  suggested: shape<EventNamed<"suggested">>({ suggested: optional(isSuggestion) }),
  focus: isRecord,
  find: isRecord,
  command: shape<EventNamed<"command">>({ command: isString }),
} satisfies Record<HostEvent["event"], Check>);
