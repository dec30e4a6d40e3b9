import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { OutputRef } from "../../changes/editor/output";

/** What the page sent is checked before it is used. */
export function textIn<K extends string>(
  args: Partial<Record<K, unknown>> | undefined,
  name: K,
): string {
  const value = args?.[name];
  if (typeof value !== "string") throw malformed();
  return value;
}

export function refIn(args: Partial<Record<keyof OutputRef, unknown>> | undefined): OutputRef {
  const blockIndex = args?.blockIndex;
  if (!(blockIndex === undefined || Number.isSafeInteger(blockIndex))) throw malformed();
  return { turnId: textIn(args, "turnId"), ...(typeof blockIndex === "number" && { blockIndex }) };
}

export function textsIn<K extends string>(
  args: Partial<Record<K, unknown>> | undefined,
  name: K,
  max: number,
): string[] {
  const value = args?.[name];
  const isList = Array.isArray(value) && value.length <= max;
  if (!isList || !value.every((each) => typeof each === "string")) throw malformed();
  return value;
}

export function wholeNumberIn<K extends string>(
  args: Partial<Record<K, unknown>> | undefined,
  name: K,
): number {
  const value = args?.[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw malformed();
  return value;
}

export function malformed(): HubError {
  return new HubError("internal", t("The chat page sent an invalid message."));
}
