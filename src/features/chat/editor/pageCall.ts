import type { ArgsOf, CallName } from "../../../page/protocol/messages";
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
