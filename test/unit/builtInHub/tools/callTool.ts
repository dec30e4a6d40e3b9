import assert from "node:assert/strict";
import type { Tool } from "../../../../src/builtInHub/tools/tool";

/** What a tool answers to these arguments. */
export const call = (
  tool: Tool,
  given: unknown,
  signal: AbortSignal = new AbortController().signal,
): Promise<string> => tool.run(given, signal);

/** The text between the two marks of a result; fails if there are none. */
export function dataIn(result: string): string {
  const found = /^<data (\w{16})>\n([^]*)\n<\/data \1>$/m.exec(result);
  assert.ok(found, result);
  return found[2] ?? "";
}

/** What the tool itself says around the data of a result. */
export const notesIn = (result: string): string =>
  result.replace(/^<data (\w{16})>\n[^]*\n<\/data \1>$/m, "<data>");
