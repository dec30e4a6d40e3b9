import type { MaskedSecret } from "../../../contract/maskSecrets";

const maxNamed = 10;

/** A line that tells which secrets do not appear, if there are any. */
export function maskedNote(secrets: readonly MaskedSecret[]): string[] {
  if (secrets.length === 0) return [];
  const named = secrets.slice(0, maxNamed).map(({ kind, from }) => `${kind} (line ${from})`);
  const more = secrets.length > maxNamed ? ` and ${secrets.length - maxNamed} more` : "";
  return [`[Masked: ${named.join(", ")}${more}. The values are not available.]`];
}
