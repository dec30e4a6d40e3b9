import { isRecord } from "../../contract/record";
import type {
  AnswerView,
  ChatView,
  LiveView,
  OptionsView,
  PageState,
  ProblemView,
  ResultView,
  RetryView,
  TurnView,
} from "../protocol/views";

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

const isOptions = shape<OptionsView>({
  mode: isString,
  memory: isString,
  tools: isRecord,
  documentUrls: isList,
});

export const isPageState = shape<PageState>({
  conversationId: isString,
  draft: isString,
  draftRevision: isNumber,
  busy: isBoolean,
  attachments: isList,
  marks: isRecord,
  options: isOptions,
});

export const isLive = shape<LiveView>({ text: isString, steps: isList, running: isList });

const isRetry = shape<RetryView>({ why: isString, inMs: isNumber });
const isAnswer = shape<AnswerView>({ output: isString, steps: isList, historyNotes: isList });
const isProblem = shape<ProblemView>({ sentence: isString, remedies: isList });

type ResultIn<S extends ResultView["state"]> = Extract<ResultView, { state: S }>;

const results: Record<ResultView["state"], Check> = {
  waiting: shape<ResultIn<"waiting">>({ again: optional(isRetry), live: optional(isLive) }),
  stopped: shape<ResultIn<"stopped">>({ live: optional(isLive) }),
  interrupted: isRecord,
  done: shape<ResultIn<"done">>({ answer: isAnswer }),
  failed: shape<ResultIn<"failed">>({ problem: isProblem }),
};

const isResult = (value: unknown): value is ResultView =>
  isRecord(value) &&
  typeof value["state"] === "string" &&
  Object.hasOwn(results, value["state"]) &&
  results[value["state"] as ResultView["state"]](value);

export const isTurn = shape<TurnView>({
  id: isString,
  question: isString,
  attachments: isList,
  expertName: isString,
  result: isResult,
});

export const isChat = shape<ChatView>({
  pageState: isPageState,
  turns: (value) => Array.isArray(value) && value.every(isTurn),
});
