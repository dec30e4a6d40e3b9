import type { StepView } from "../../protocol/views";
import { visible } from "./visible";

/** What a step is called by. */
export function toolOf(step: StepView): string {
  return visible(step.tool ?? "", 80) || "step";
}
