import { t } from "../../../../../kit/l10n";
import type { StepView } from "../../../../../page/protocol/views";
import { disclosure, el } from "../../../../../page/ui/dom";
import { toolkit } from "../../../../../page/ui/toolkit";
import type { Notices } from "../../../../../page/ui/notices";
import { plural, stepTool } from "../../../../../page/ui/labels";
import type { AnswerTools } from "../../contexts";
import type { FoldedParts } from "./stepList";

const namesInSummary = 4;

/** One unobtrusive line; unfolds to the list, in which each step unfolds. */
export function steps(
  groups: StepView[][],
  notices: Notices,
  /** Absent while the answer is on its way. */
  answer?: AnswerTools,
): HTMLElement {
  const filled = groups.filter((group) => group.length > 0);
  const all = filled.flat();
  const names = [...new Set(all.map(stepTool))];
  if (names.length > namesInSummary) names.splice(namesInSummary, names.length, "…");
  const line = t("{0}: {1}", plural(all.length, t("1 step"), t("{0} steps")), names.join(", "));
  return foldedLine("steps", line, { groups: filled, answer }, notices);
}

/** What a model thought: one unobtrusive line that unfolds to plain text. */
export function reasoning(text: string, notices: Notices): HTMLDetailsElement {
  return foldedLine("reasoning", t("Reasoning"), text, notices);
}

function foldedLine<K extends keyof FoldedParts>(
  kind: K,
  line: string,
  content: FoldedParts[K],
  notices: Notices,
): HTMLDetailsElement {
  return disclosure(kind, [el("span", { class: "detail steps-line" }, line)], async (body) => {
    try {
      const { fillStepList } = await import("./stepList");
      await fillStepList[kind](toolkit, body, content);
    } catch (reason) {
      notices.fail(reason);
    }
  });
}
