import { t } from "../kit/l10n";
import { HubError } from "./errors";
import type { KeyMask } from "./secrets/keyMask";

const maxJsonDepth = 64;
const quote = 0x22;
const backslash = 0x5c;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * A JSON text as the hub sent it: UTF-8 regardless of its label, one BOM allowed, 64 levels at most,
 * the key masked in every string. Throws `bad-response`, or `network` for invalid JSON that only
 * the end of the connection delimited, so that it may be truncated.
 */
export function parseJson(bytes: Uint8Array, keys: KeyMask, mayBeCut = false): unknown {
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
  return masked(value, keys);
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

function masked(value: unknown, keys: KeyMask): unknown {
  if (typeof value === "string") return keys.text(value);
  if (Array.isArray(value)) return value.map((item) => masked(item, keys));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [keys.text(name), masked(item, keys)]),
  );
}

function unusable(sentence: string): HubError {
  return new HubError("bad-response", sentence);
}
