import { t } from "../kit/l10n";
import { HubError } from "./errors";
import { mask } from "./text";

const maxJsonDepth = 64;
const quote = 0x22;
const backslash = 0x5c;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * A JSON text as the hub sent it: UTF-8 regardless of its label, one BOM allowed, 64 levels at most,
 * the secret masked in every string. Throws `bad-response`, or `network` for invalid JSON that only
 * the end of the connection delimited, so that it may be truncated.
 */
export function parseJson(bytes: Uint8Array, secret: string, mayBeCut = false): unknown {
  if (isTooDeep(bytes)) throw unusable(t("The hub's answer is nested too deeply."));
  const text = readable(
    () => utf8.decode(bytes),
    t("The hub's answer is not valid UTF-8 text."),
    mayBeCut,
  );
  if (text.trim() === "") throw unusable(t("The hub's answer is empty."));
  const value = readable(
    () => JSON.parse(text) as unknown,
    t("The hub's answer is not valid JSON."),
    mayBeCut,
  );
  return mayHold(text, secret) ? masked(value, secret) : value;
}

/** True where brackets nest deeper than the limit; stops at the first that does. */
export function isTooDeep(bytes: Uint8Array, limit = maxJsonDepth): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === backslash) at++;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    // [ and {, ] and } differ in one bit only.
    else if ((byte! | 0x20) === 0x7b) {
      if (++depth > limit) return true;
    } else if ((byte! | 0x20) === 0x7d) depth--;
  }
  return false;
}

function readable<T>(read: () => T, problem: string, mayBeCut: boolean): T {
  try {
    return read();
  } catch {
    if (mayBeCut)
      throw new HubError("network", t("The connection ended early, in the middle of the answer."));
    throw unusable(problem);
  }
}

/** JSON can also spell the characters of a key as escapes. */
function mayHold(text: string, secret: string): boolean {
  return text.includes(secret) || /["\\/]/.test(secret) || /\\u00[2-7]/.test(text);
}

function masked(value: unknown, secret: string): unknown {
  if (typeof value === "string") return mask(value, secret);
  if (Array.isArray(value)) return value.map((item) => masked(item, secret));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [mask(name, secret), masked(item, secret)]),
  );
}

function unusable(sentence: string): HubError {
  return new HubError("bad-response", sentence);
}
