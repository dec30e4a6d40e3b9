import { locale, t } from "../kit/l10n";

/** A size as a person reads it: `512 B`, `12.3 KB`, `10 MB`. A KB has 1,024 bytes, like every limit of ours. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return t("{0} B", bytes);
  // What would be rounded to 1024 KB is 1 MB.
  const kilobytes = Math.round((bytes / 1024) * 10) / 10;
  return kilobytes < 1024
    ? t("{0} KB", withOneDecimal(kilobytes))
    : t("{0} MB", withOneDecimal(bytes / 1024 ** 2));
}

function withOneDecimal(value: number): string {
  return value.toLocaleString(locale(), { maximumFractionDigits: 1, useGrouping: false });
}

/** Bytes of what is sent or attached above which the user is asked. */
export const maxUnaskedBytes = 256 * 1024;

/** Bytes; a larger request is not sent. */
export const maxRequestBytes = 10 * 1024 * 1024;
