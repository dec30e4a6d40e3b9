import { HubError } from "../../../contract/errors";
import type { ShownState } from "../../../contract/vocabulary";
import { t } from "../../../kit/l10n";
import { report } from "../../../kit/unexpectedErrors";
import { callIn, type ArgsOf, type CallName, type ResultOf } from "../../../page/protocol/calls";
import type { HostMessage } from "../../../page/protocol/messages";
import { explain, unexpectedErrorSentence } from "../../../platform/core/explain";
import { plainText } from "../../../platform/editor/plainText";

/** One handler for each of these calls of a page; the compiler reports any that is missing. */
export type HandlersOf<N extends CallName> = {
  [K in N]: (
    args: ArgsOf<K>,
    /** What the page showed when it called. */
    shown?: ShownState,
  ) => ResultOf<K> | Promise<ResultOf<K>>;
};

/** Answers a call of a page, which is as untrusted as what it shows; anything else is ignored. */
export async function answerCall<N extends CallName>(
  message: unknown,
  schemas: Parameters<typeof callIn<N>>[0],
  handlers: HandlersOf<N>,
  post: (message: HostMessage) => void,
  before?: (name: N) => void,
): Promise<void> {
  const call = callIn(schemas, message);
  if (!call) return;
  const handle = handlers[call.name] as (args: unknown, shown?: ShownState) => unknown;
  try {
    if (!call.args) throw malformed();
    before?.(call.name);
    post({ reply: call.id, result: (await handle(call.args.value, call.shown)) ?? null });
  } catch (error) {
    post({ reply: call.id, ...failureOf(error) });
  }
}

export function malformed(): HubError {
  return new HubError("internal", t("The chat page sent an invalid message."));
}

/** What the page is told of a call that failed. It shows the sentence itself; only what is unexpected is logged. */
function failureOf(error: unknown): { declined: true } | { failure: string } {
  if (!(error instanceof HubError)) {
    report(error);
    return { failure: unexpectedErrorSentence };
  }
  if (error.kind === "cancelled") return { declined: true };
  return { failure: plainText(explain(error).sentence, 300) };
}
