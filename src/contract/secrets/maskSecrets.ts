import { secretsIn } from "./secrets";
import type { SecretKind } from "./secretFormats";

/** A text without its secrets. */
export interface Masked {
  /** With as many lines as before. */
  readonly text: string;
  /** What was masked, ordered by line. */
  readonly secrets: readonly MaskedSecret[];
}

export interface MaskedSecret {
  readonly kind: SecretKind;
  /** The first and the last line, counted from 1. */
  readonly from: number;
  readonly to: number;
}

/** Replaces what looks like a secret; with `onlyStrong`, not what may well be harmless. */
export function maskSecrets(text: string, { onlyStrong = false } = {}): Masked {
  const secrets: MaskedSecret[] = [];
  let masked = "";
  let at = 0;
  let line = 1;
  for (const { kind, start, end, isStrong } of secretsIn(text)) {
    if (onlyStrong && !isStrong) continue;
    const before = text.slice(at, start);
    const breaks = lineBreaks(text.slice(start, end));
    const from = line + lineBreaks(before);
    line = from + breaks;
    secrets.push({ kind, from, to: line });
    masked += `${before}[masked: ${kind}]${"\n[masked]".repeat(breaks)}`;
    at = end;
  }
  return { text: masked + text.slice(at), secrets };
}

/** More than nearly every secret has. */
const longest = 50_000;

/** The beginning of a text without its secrets: masked, then cut at `max` characters. */
export function maskedBeginning(
  text: string,
  max: number,
  options?: { onlyStrong: boolean },
): string {
  for (let size = max + 2 * longest; ; size *= 4) {
    const safe = maskSecrets(text.slice(0, size), options).text;
    // What begins near the end of what was looked at may go on behind it.
    if (size < text.length && safe.length < max + longest) continue;
    return safe.length > max ? `${safe.slice(0, max).replace(/[\uD800-\uDBFF]$/, "")}…` : safe;
  }
}

function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
