import { t } from "../../../kit/l10n";
import type { StepView } from "../../../protocol/views";
import { disclosure, el } from "../../ui/dom";
import { toolkit } from "../../ui/toolkit";
import type { Notices } from "../../ui/notices";
import { toolOf } from "../../ui/toolName";
import { counted } from "../../ui/labels";

const namesInSummary = 4;

/** One unobtrusive line; unfolds to the list, in which each step unfolds. */
export function steps(groups: StepView[][], notices: Notices): HTMLElement {
  const filled = groups.filter((group) => group.length > 0);
  const all = filled.flat();
  const names = [...new Set(all.map(toolOf))];
  const more = names.length > namesInSummary ? ", …" : "";
  return disclosure(
    "steps",
    [
      el(
        "span",
        { class: "detail steps-line" },
        t(
          "{0}: {1}",
          counted(all.length, t("1 step"), t("{0} steps")),
          names.slice(0, namesInSummary).join(", ") + more,
        ),
      ),
    ],
    async (body) => {
      try {
        const { stepList } = await import("./stepList");
        stepList(toolkit, body, filled);
      } catch (reason) {
        notices.fail(reason);
      }
    },
  );
}
