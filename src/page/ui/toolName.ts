import { t } from "../../kit/l10n";
import type { StepView } from "../protocol/views";
import { visible } from "./visible";

/** The display name of a step. */
export function stepTool(step: StepView): string {
  return visible(step.tool ?? "", 80) || t("step");
}
