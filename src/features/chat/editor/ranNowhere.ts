import type { Turn } from "../../conversation/core/turn";

/** It failed for want of a key or a model, before anybody worked on it: asking again costs nothing. */
export function ranNowhere({ beside, result }: Turn): boolean {
  if (beside !== undefined || result.state !== "failed") return false;
  const { kind, details } = result.error;
  if (details.about === "model" && details.status === 501) return true;
  const isOfKey =
    kind === "no-key" || kind === "bad-key" || (details.about === "model" && details.code === 401);
  return isOfKey && details.mayHaveRun !== true;
}
