import type { ModelCall } from "../../contract/chatModel";
import { isRecord, parsedJson } from "../../contract/record";

const begins = "<tool_call>";
const ends = "</tool_call>";

/**
 * The calls that a model wrote as text, as some do: none if there is anything else in the text, or
 * if one of them names no offered tool.
 */
export function writtenCalls(
  text: string,
  offered: readonly { readonly name: string }[],
): ModelCall[] {
  const written = objectsIn(text.trim())?.map((given, at) => callIn(given, `call_${at + 1}`)) ?? [];
  const calls = written.filter((call) => call !== undefined);
  const isOffered = ({ name }: ModelCall) => offered.some((tool) => tool.name === name);
  return calls.length === written.length && calls.every(isOffered) ? calls : [];
}

function objectsIn(text: string): unknown[] | undefined {
  const [before, ...tagged] = text.split(begins);
  const isTagged = tagged.length > 0;
  if (isTagged && before !== "") return undefined;
  const sources = isTagged ? tagged.map(withoutEnd) : [withoutFence(text)];
  try {
    return sources.flatMap((json): unknown => JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** The end may be missing. */
function withoutEnd(tagged: string): string {
  const inner = tagged.trim();
  return inner.endsWith(ends) ? inner.slice(0, -ends.length) : inner;
}

function withoutFence(text: string): string {
  const [first = "", ...lines] = text.split("\n");
  const isFenced = /^```(?:json)?\s*$/.test(first) && lines.at(-1)?.trim() === "```";
  return isFenced ? lines.slice(0, -1).join("\n") : text.replace(/^\[TOOL_CALLS\]/, "");
}

/** Such as `{"name": "…", "arguments": {…}}`, where models differ in the names of the fields. */
function callIn(given: unknown, id: string): ModelCall | undefined {
  if (!isRecord(given)) return undefined;
  const call = isRecord(given["function"]) ? given["function"] : given;
  const name = call["name"] ?? call["tool"] ?? call["function"];
  const passed = call["arguments"] ?? call["parameters"] ?? call["args"];
  if (typeof name !== "string" || !(typeof passed === "string" || isRecord(passed)))
    return undefined;
  return { id, name, arguments: typeof passed === "string" ? passed : JSON.stringify(passed) };
}

/** The arguments of a call; if they are no JSON, what to tell the model. */
export function argumentsOf(given: string): { readonly value: unknown } | string {
  if (given.trim() === "") return { value: {} };
  const value = parsedJson(given);
  if (value === undefined)
    return 'The arguments are not JSON. Call again with an object such as {"query": "…"}.';
  // Some servers encode them twice.
  const inner = typeof value === "string" ? parsedJson(value) : undefined;
  return { value: typeof inner === "object" ? inner : value };
}
