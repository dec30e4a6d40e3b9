import type { ArgsOf, CallName } from "../../protocol/messages";
import type { AsksView } from "../../protocol/views";
import { asksIn } from "./asks";

export interface PageCall {
  readonly name: CallName;
  readonly id: number;
  readonly args: ArgsOf<CallName>;
  /** What the page showed when it called. */
  readonly shown?: AsksView;
}

/** What the page sends is as untrusted as what it shows. */
export function callOf(message: unknown): PageCall | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const { call, id, args, shown: given } = message as Record<string, unknown>;
  if (typeof call !== "string" || typeof id !== "number") return undefined;
  const shown = asksIn(given);
  return {
    name: call as CallName,
    id,
    args: args as ArgsOf<CallName>,
    ...(shown && { shown }),
  };
}
