import { isRecord } from "../../../contract/record";

/** The replacement for a text; `undefined` leaves it unchanged. */
type Put = (text: string) => string | undefined;

/** The same JSON with its texts replaced by `put`, in order; unaffected parts are the same objects. */
export function mapStrings(value: unknown, put: Put): unknown {
  return changed(value, put) ?? value;
}

/** `undefined` if nothing was replaced. An equal text counts, too: its identity matters for memory. */
function changed(value: unknown, put: Put): unknown {
  if (typeof value === "string") return put(value);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => changed(item, put));
    if (items.every((item) => item === undefined)) return undefined;
    return items.map((item, at) => (item === undefined ? (value[at] as unknown) : item));
  }
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).map(
    ([name, one]) => [name, one, changed(one, put)] as const,
  );
  if (entries.every(([, , one]) => one === undefined)) return undefined;
  return Object.fromEntries(entries.map(([name, before, one]) => [name, one ?? before]));
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
