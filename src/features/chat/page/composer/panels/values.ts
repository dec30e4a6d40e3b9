import type { Toolkit } from "../../../../../page/ui/toolkit";

/** A number as typed, with a comma or a point; `undefined` if it is not a number. */
export function decimalOf(text: string): number | undefined {
  const trimmed = text.trim().replace(",", ".");
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : undefined;
}

/** A whole number of at least 1. */
export function countOf(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^\d+$/.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** A document's address as it will be sent, or why the host would refuse it. */
export function documentAddress(
  text: string,
  known: string[],
  { t }: Pick<Toolkit, "t">,
): { url: string } | { error: string } {
  const url = URL.parse(text.trim());
  if (url?.protocol !== "https:")
    return { error: t("This document address does not begin with https://.") };
  if (url.username || url.password)
    return { error: t("This document address contains a user name or password.") };
  if (known.includes(url.href)) return { error: t("This address is already in the list.") };
  return { url: url.href };
}
