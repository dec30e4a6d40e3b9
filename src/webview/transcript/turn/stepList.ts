import type { StepView } from "../../../protocol/views";
import type { Toolkit } from "../../ui/toolkit";
import { stepBody } from "./stepBody";

/** The steps of an answer, each folded; loaded on first use, so the page passes in what it needs. */
export function stepList(toolkit: Toolkit, body: HTMLElement, groups: StepView[][]): void {
  toolkit.cutList(body, groups, (members) => group(toolkit, members));
}

/** Steps of a group stay together: bracketed if there is more than one. */
function group(toolkit: Toolkit, members: StepView[]): HTMLElement {
  const { el, counted, cutList, disclosure, t, visible } = toolkit;
  const element = el("div", { class: members.length > 1 ? "step-group" : "step-alone" });
  if (members.length > 1) {
    element.setAttribute("role", "group");
    const label = counted(members.length, t("1 step in one group"), t("{0} steps in one group"));
    element.setAttribute("aria-label", label);
  }
  cutList(element, members, (step) => {
    const query = visible(step.query ?? "", 200);
    return disclosure(
      "step",
      [
        el("span", { class: "step-tool", dir: "auto" }, toolkit.toolOf(step)),
        query ? el("span", { class: "detail step-query", dir: "auto" }, query) : undefined,
      ],
      (body) => {
        stepBody(toolkit, body, step);
      },
    );
  });
  return element;
}
