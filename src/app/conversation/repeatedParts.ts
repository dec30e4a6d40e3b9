import { isRecord } from "../../hub/schema";

/** What an answer is read from; all else of it is the hub's account of what it was asked. */
const own = new Set(["output", "intermediate_steps", "content", "message", "choices"]);

/** The answer as it came, with everything in it but its own words as `change` has it. */
export function mapEcho(raw: unknown, change: (echo: unknown) => unknown): unknown {
  if (Array.isArray(raw)) return raw.map((one: unknown) => mapEcho(one, change));
  if (!isRecord(raw)) return raw;
  return Object.fromEntries(
    Object.entries(raw).map(([name, one]) => [name, own.has(name) ? one : change(one)]),
  );
}
