import type { PartContext } from "../../../../../page/ui/toolkit";
import type { StepView } from "../../../../../page/protocol/views";
import type { AnswerTools } from "../../contexts";

/** What a folded line unfolds to. */
export interface FoldedParts {
  steps: {
    steps: readonly StepView[];
    turnId: string;
    /** Absent while the answer is on its way. */
    answer: AnswerTools | undefined;
  };
  /** Plain text. */
  reasoning: string;
}

/** Fills what was unfolded; loaded on first use, so the page passes in what it needs. */
export const fillFold: {
  [K in keyof FoldedParts]: (
    context: PartContext,
    body: HTMLElement,
    content: FoldedParts[K],
  ) => void | Promise<void>;
} = {
  steps: async ({ toolkit, host }, body, { steps, turnId, answer }) => {
    const { button, cutList, el, t, visible, visibleText } = toolkit;
    const links = answer && (await import("../../richText/richText")).answerLinks(answer, toolkit);
    const numbered = steps.map((step, index) => ({ ...step, index }));
    body.setAttribute("role", "list");
    cutList(body, numbered, ({ sentence, found = "", index }) => {
      const title = t("Open everything about this step in the editor");
      const details = button({ text: t("Details"), title, class: "link" }, () =>
        host.run("showStep", { turnId, index }),
      );
      const whole = [sentence, found].filter(Boolean).map((text) => visible(text, 400));
      const brief = found === "" ? [] : (links?.nodesOf(found) ?? [visibleText(found)]);
      return el(
        "div",
        { class: "step", role: "listitem", title: whole.join("\n") },
        el("span", { class: "step-sentence", dir: "auto" }, visible(sentence, 400)),
        found === ""
          ? undefined
          : el("span", { class: "detail step-found", dir: "auto" }, ...brief),
        details,
      );
    });
  },
  reasoning: ({ toolkit: { el, t, visibleText } }, body, text) => {
    const named = { role: "group", "aria-label": t("Reasoning") };
    const plain = { class: "plain", dir: "auto", tabindex: "0", ...named };
    body.append(el("div", plain, visibleText(text, "prose")));
  },
};
