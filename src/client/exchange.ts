import { t } from "../kit/l10n";
import { maxRequestBytes, sizeOf } from "../contract/sizes";
import { isKey } from "../contract/address";
import { attemptOnce, hubError } from "./attempt";
import { ignoreErrors } from "./ignoreErrors";
import type { RawAnswer, Call, ExchangeParts } from "./call";
import { endedError } from "./deadline";
import { HubError } from "../contract/errors";
import { realTiming, RetryBudget, waitBeforeRetry } from "./retry";

export type Exchange = (call: Call) => Promise<RawAnswer>;

/**
 * Sends a call with the key (section 5), retries it where that is safe, and returns its JSON.
 * Rejects with HubError only. Retries of all calls share one budget.
 */
export function createExchange({
  send,
  onLine,
  onJson,
  timing = realTiming,
}: ExchangeParts): Exchange {
  const budget = new RetryBudget();
  const elapsed = () => timing.elapsed?.() ?? timing.now();

  return async (call) => {
    const started = performance.now();
    const sent = checkedSize(call);
    let left = call.deadlineMs;
    for (let attempt = 1; ; attempt++) {
      const began = performance.now();
      try {
        const answer = await attemptOnce(call, {
          send,
          onLine,
          attempt,
          sent,
          left,
          now: () => timing.now(),
        });
        ignoreErrors(() => onJson?.(call.template, answer.json));
        return { ...answer, elapsedMs: performance.now() - started };
      } catch (failure) {
        const error = hubError(failure);
        left -= performance.now() - began;
        const waitMs = waitBeforeRetry(call.method, error, attempt, timing.random());
        if (waitMs === undefined || left <= 0 || !budget.take(elapsed())) throw error;
        ignoreErrors(() => call.onRetry?.({ attempt, waitMs, kind: error.kind }));
        await timing.wait(waitMs, call.signal);
      }
    }
  };
}

/** Size of the body in bytes; throws if it must not leave this computer. */
function checkedSize({ key, body, signal }: Call): number {
  if (signal?.aborted) throw endedError("cancelled", 0);
  if (key === "") throw new HubError("no-key", t("There is no API key for this hub."));
  if (!isKey(key)) {
    throw new HubError("bad-key", t("The API key contains invalid characters, such as spaces."));
  }
  const size = body === undefined ? 0 : Buffer.byteLength(body);
  if (size <= maxRequestBytes) return size;
  throw new HubError(
    "too-large",
    t("The request of {0} is over the limit of {1}.", sizeOf(size), sizeOf(maxRequestBytes)),
  );
}
