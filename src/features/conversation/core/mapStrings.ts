import { isRecord, type JsonRecord } from "../../../contract/record";

/** The replacement for a text; `undefined` leaves it unchanged. */
type Put = (text: string) => string | undefined;

/** The same JSON with its texts replaced by `put`, in order; unaffected parts are the same objects. */
export function mapStrings(value: unknown, put: Put): unknown {
  return changed(value, put) ?? value;
}

/**
 * `undefined` if nothing was replaced. An equal text counts, too: its identity matters for memory.
 * Copied only once something is, since most of a long conversation is walked in vain.
 */
function changed(value: unknown, put: Put): unknown {
  if (typeof value === "string") return put(value);
  if (Array.isArray(value)) return changedList(value, put);
  if (!isRecord(value)) return undefined;
  let copy: JsonRecord | undefined;
  for (const name of Object.keys(value)) {
    const one = changed(value[name], put);
    if (one !== undefined) (copy ??= { ...value })[name] = one;
  }
  return copy;
}

function changedList(list: readonly unknown[], put: Put): unknown[] | undefined {
  let copy: unknown[] | undefined;
  for (const [at, item] of list.entries()) {
    const one = changed(item, put);
    if (one !== undefined) (copy ??= [...list])[at] = one;
  }
  return copy;
}

/** Fields that an answer is read from; all others repeat what the hub was asked. */
const answerFields = new Set(["output", "intermediate_steps", "content", "message", "choices"]);

/** The answer as received, with `change` applied to the fields that only repeat the request. */
export function mapRepeatedFields(raw: unknown, change: (repeated: unknown) => unknown): unknown {
  if (Array.isArray(raw)) return raw.map((one: unknown) => mapRepeatedFields(one, change));
  if (!isRecord(raw)) return raw;
  return Object.fromEntries(
    Object.entries(raw).map(([name, one]) => [name, answerFields.has(name) ? one : change(one)]),
  );
}
