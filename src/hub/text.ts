const stars = "••••";
const escapeSequence = new RegExp(String.raw`\u001B\[[0-?]*[ -/]*[@-~]`, "g");
const unseen = /\p{Cc}|\p{Bidi_Control}/gu;

/** Replaces a secret wherever it occurs. */
export function mask(text: string, secret: string): string {
  return text.replaceAll(secret, stars);
}

/** The same for case-insensitive host names and types: the secret is masked in any case. */
export function maskAnyCase(text: string, secret: string): string {
  return text.replace(new RegExp(secret.replace(/\W/g, String.raw`\$&`), "gi"), stars);
}

/** What the hub says as one line of plain text, the secret masked, cut at `max` UTF-16 units. */
export function plainLine(text: string, secret: string, max = 300): string {
  const line = text
    .slice(0, max * 20)
    .replace(escapeSequence, "")
    .replace(/\s+/g, " ")
    .replace(unseen, "")
    .trim();
  const safe = mask(line, secret);
  return safe.length <= max ? safe : `${safe.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** A size in words: `512 bytes`, `12.3 KB`, `10 MB`. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 ** 2 ? `${rounded(bytes / 1024)} KB` : `${rounded(bytes / 1024 ** 2)} MB`;
}

/** A time in words: `1 second`, `2.5 seconds`, `5 minutes`. */
export function timeInWords(seconds: number): string {
  if (seconds >= 7200) return `${Math.round(seconds / 3600)} hours`;
  if (seconds >= 120) return `${rounded(seconds / 60)} minutes`;
  return seconds === 1 ? "1 second" : `${rounded(seconds)} seconds`;
}

function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}
