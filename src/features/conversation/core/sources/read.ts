import type { Step } from "../../../../contract/types";

/** Lines from 1, both included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** Stands for the end of a file whose length is unknown. */
export const maxLine = 9_999_999;

/** What one step has read: a file, or what is at an address. */
export type Read =
  | {
      readonly kind: "file";
      readonly path: string;
      /** Absent if it was all of the file, or if the step does not say. */
      readonly lines?: LineRange;
      /** How many lines the file has, if the step says so. */
      readonly count?: number;
    }
  | { readonly kind: "page" | "document"; readonly url: string; readonly title?: string };

/** A step as it was called, and what came of it as far as it says so. */
export interface CalledStep {
  readonly tool: string;
  /** As the model wrote them; empty if the step has none. */
  readonly given: string;
  readonly input: unknown;
  /** True if the step is written as the built-in hub does. */
  readonly isOwn: boolean;
  readonly result: string;
}

/** The steps of a group that called a tool. Some hubs write the result of a call as a text after it. */
export function calledSteps(group: readonly Step[]): CalledStep[] {
  return group.flatMap((step, at) => {
    const { tool, tool_input: input, log = "" } = step;
    if (tool === undefined) return [];
    const given = givenTo(step);
    const next = group[at + 1]?.raw;
    const call = `Invoking ${tool} with ${given}\n`;
    const isOwn = log.startsWith(call);
    const said = isOwn ? log.slice(call.length) : log.replace(given, "");
    return [{ tool, given, input, isOwn, result: typeof next === "string" ? next : said }];
  });
}

/** The arguments of the step's own call, among those that were made at once. */
function givenTo({ message_log: messages = [], tool_call_id: id }: Step): string {
  const calls = messages.flatMap(({ additional_kwargs: more }) => more?.tool_calls ?? []);
  const own = calls.find((call) => id !== undefined && call.id === id);
  const only = calls.length === 1 ? calls[0] : undefined;
  return (own ?? only)?.function?.arguments ?? "";
}
