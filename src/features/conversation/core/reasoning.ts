import { reasoningTool } from "../../../contract/chatModel";
import type { AgentAnswer, Step } from "../../../contract/types";

type Groups = readonly (readonly Step[])[];

const between = "\n\n";

/** A step that holds what a model thought, as the built-in hub sends it. */
export function reasoningStep(log: string): Step {
  const step = { tool: reasoningTool, log };
  return { ...step, raw: step };
}

/** What a model thought, from all steps of an answer; empty if nothing is known of it. */
export function reasoningIn(groups: Groups): string {
  return groups
    .flat()
    .filter(isReasoning)
    .map(({ log }) => log)
    .join("\n\n");
}

/** The steps that used a tool; groups that are empty without the others are left out. */
export function toolSteps(groups: Groups): Step[][] {
  const kept = groups.map((group) => group.filter((step) => !isReasoning(step)));
  return kept.filter((group, at) => group.length > 0 || groups[at]?.length === 0);
}

/**
 * How many characters at the beginning of an answer its model wrote before it called tools for the
 * last time, as the steps record it; 0 if that is nothing, or if the answer begins in another way.
 */
export function earlierLength({ output, intermediate_steps: groups }: AgentAnswer): number {
  let length = 0;
  for (const [first] of toolSteps(groups)) {
    const words = first?.message_log?.[0]?.content ?? "";
    if (words.trim() === "") continue;
    if (!output.startsWith(words + between, length)) return 0;
    length += words.length + between.length;
  }
  return output.slice(length).trim() === "" ? 0 : length;
}

function isReasoning({ tool, log }: Step): boolean {
  return tool === reasoningTool && log !== undefined;
}
