import type { AgentAnswer } from "../../../contract/types";
import { toolSteps } from "./reasoning";

const between = "\n\n";

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
