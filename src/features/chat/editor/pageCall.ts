import { HubError } from "../../../contract/errors";
import { report } from "../../../kit/unexpectedErrors";
import { explain, unexpectedErrorSentence } from "../../../platform/core/explain";
import { plainText } from "../../../platform/editor/plainText";
import type { ArgsOf, CallName, HostMessage } from "../../../page/protocol/messages";
import { marksIn } from "../../asking/core/questionMarks";
import type { QuestionMarks } from "../../../contract/vocabulary";

interface PageCall {
  readonly name: CallName;
  readonly id: number;
  readonly args: ArgsOf<CallName>;
  /** What the page showed when it called. */
  readonly shown?: QuestionMarks;
}

/** What the page sends is as untrusted as what it shows. */
export function callOf(message: unknown): PageCall | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const { call, id, args, shown: given } = message as Record<string, unknown>;
  if (typeof call !== "string" || typeof id !== "number") return undefined;
  const shown = marksIn(given);
  return {
    name: call as CallName,
    id,
    args: (typeof args === "object" && args !== null ? args : {}) as ArgsOf<CallName>,
    ...(shown && { shown }),
  };
}

type Handler = (args: ArgsOf<CallName>, shown?: QuestionMarks) => unknown;

/** Answers a call of a page by its handler; anything else is ignored. */
export async function answerCall(
  message: unknown,
  handlers: object,
  post: (message: HostMessage) => void,
): Promise<void> {
  const call = callOf(message);
  if (!call || !Object.hasOwn(handlers, call.name)) return;
  const handler = (handlers as Readonly<Record<string, Handler>>)[call.name]!;
  try {
    post({ reply: call.id, result: (await handler(call.args, call.shown)) ?? null });
  } catch (error) {
    post({ reply: call.id, ...callFailure(error) });
  }
}

/** What the page is told of a call that failed. It shows the sentence itself; only what is unexpected is logged. */
export function callFailure(error: unknown): { declined: true } | { failure: string } {
  if (!(error instanceof HubError)) {
    report(error);
    return { failure: unexpectedErrorSentence };
  }
  if (error.kind === "cancelled") return { declined: true };
  return { failure: plainText(explain(error).sentence, 300) };
}
