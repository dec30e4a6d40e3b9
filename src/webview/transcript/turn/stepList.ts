import type { StepView } from "../../../protocol/views";
import type { Toolkit } from "../../ui/toolkit";
import { stepBody } from "./stepBody";

/** The steps of an answer, each folded; loaded on first use, so the page passes in what it needs. */
export function stepList(toolkit: Toolkit, body: HTMLElement, groups: StepView[][]): void {
  toolkit.cutList(body, groups, (members) => group(toolkit, members));
}

/** Steps of a group stay together: bracketed if there is more than one. */
function group(toolkit: Toolkit, members: StepView[]): HTMLElement {
  const { el, counted, cutList, disclosure, visible } = toolkit;
  const element = el("div", { class: members.length > 1 ? "step-group" : "step-alone" });
  if (members.length > 1) {
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", `${counted(members.length, "step")} in one group`);
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
