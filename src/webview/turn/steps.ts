import type { StepView } from "../../protocol/views";
import { cutList } from "../cutList";
import { disclosure, el } from "../dom";
import { visible } from "../visible";
import { counted } from "../words";
import { stepBody } from "./stepBody";

const namesInSummary = 4;

/** One quiet line; unfolds to the list, each step unfolds again. */
export function steps(groups: StepView[][]): HTMLElement {
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
        `${counted(all.length, "step")}: ${names.slice(0, namesInSummary).join(", ")}${more}`,
      ),
    ],
    (body) => {
      cutList(body, filled, group);
    },
  );
}

function toolOf(step: StepView): string {
  return visible(step.tool ?? "", 80) || "step";
}

/** What belongs together stays together: a bracket where a group has more than one. */
function group(members: StepView[]): HTMLElement {
  const element = el("div", { class: members.length > 1 ? "step-group" : "step-alone" });
  if (members.length > 1) {
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", `${counted(members.length, "step")} that belong together`);
  }
  cutList(element, members, (step) => {
    const query = visible(step.query ?? "", 200);
    return disclosure(
      "step",
      [
        el("span", { class: "step-tool", dir: "auto" }, toolOf(step)),
        query ? el("span", { class: "detail step-query", dir: "auto" }, query) : undefined,
      ],
      (body) => {
        stepBody(body, step);
      },
    );
  });
  return element;
}
