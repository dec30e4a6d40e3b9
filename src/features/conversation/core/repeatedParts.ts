import { isRecord } from "../../../contract/record";

/** Fields that an answer is read from; all others repeat what the hub was asked. */
const own = new Set(["output", "intermediate_steps", "content", "message", "choices"]);

/** The answer as received, with `change` applied to the fields that only repeat the request. */
export function mapEcho(raw: unknown, change: (echo: unknown) => unknown): unknown {
  if (Array.isArray(raw)) return raw.map((one: unknown) => mapEcho(one, change));
  if (!isRecord(raw)) return raw;
  return Object.fromEntries(
    Object.entries(raw).map(([name, one]) => [name, own.has(name) ? one : change(one)]),
  );
}
