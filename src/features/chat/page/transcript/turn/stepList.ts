import type { StepView } from "../../../../../page/protocol/views";
import type { Toolkit } from "../../../../../page/ui/toolkit";
import type { AnswerTools } from "../../contexts";
import { stepBody, type StepContext } from "./stepBody";

/** What a folded line unfolds to. */
export interface FoldedParts {
  steps: { groups: StepView[][]; answer: AnswerTools | undefined };
  /** Plain text. */
  reasoning: string;
}

/** Fills what was unfolded; loaded on first use, so the page passes in what it needs. */
export const fillStepList: {
  [K in keyof FoldedParts]: (
    toolkit: Toolkit,
    body: HTMLElement,
    content: FoldedParts[K],
  ) => void | Promise<void>;
} = {
  steps: async (toolkit, body, { groups, answer }) => {
    const links = answer && (await import("../../richText/richText")).answerLinks(answer, toolkit);
    toolkit.cutList(body, groups, (members) => group({ toolkit, links }, members));
  },
  reasoning: ({ el, t, visibleText }, body, text) => {
    const named = { role: "group", "aria-label": t("Reasoning") };
    const plain = { class: "plain", dir: "auto", tabindex: "0", ...named };
    body.append(el("div", plain, visibleText(text, "prose")));
  },
};

/** Steps of a group stay together: bracketed if there is more than one. */
function group(context: StepContext, members: StepView[]): HTMLElement {
  const { toolkit } = context;
  const { el, plural, cutList, disclosure, t, visible } = toolkit;
  const element = el("div", { class: members.length > 1 ? "step-group" : "step-alone" });
  if (members.length > 1) {
    element.setAttribute("role", "group");
    const label = plural(members.length, t("1 step in one group"), t("{0} steps in one group"));
    element.setAttribute("aria-label", label);
  }
  cutList(element, members, (step) => {
    const query = visible(step.query ?? "", 200);
    return disclosure(
      "step",
      [
        el("span", { class: "step-tool", dir: "auto" }, toolkit.stepTool(step)),
        query ? el("span", { class: "detail step-query", dir: "auto" }, query) : undefined,
      ],
      (body) => stepBody(context, body, step),
    );
  });
  return element;
}
