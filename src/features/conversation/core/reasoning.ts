import { reasoningTool } from "../../../contract/chatModel";
import type { Step } from "../../../contract/types";

type Groups = readonly (readonly Step[])[];

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

function isReasoning({ tool, log }: Step): boolean {
  return tool === reasoningTool && log !== undefined;
}
