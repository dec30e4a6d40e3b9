import { isRecord } from "../../hub/schema";

/** What to put in place of a text; `undefined` leaves it. */
type Put = (text: string) => string | undefined;

/** The same JSON with what `put` gives for its texts, in their order; parts in which nothing is put are the same objects. */
export function mapStrings(value: unknown, put: Put): unknown {
  return changed(value, put) ?? value;
}

/** `undefined` where nothing was put. An equal text may be put, too: which string it is counts for memory. */
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
