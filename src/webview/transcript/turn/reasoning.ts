import { t } from "../../../kit/l10n";
import { disclosure, el } from "../../ui/dom";
import { visibleText } from "../../ui/visible";

/** What a model thought: one quiet line that unfolds to plain text. */
export function reasoning(text: string): HTMLDetailsElement {
  return disclosure(
    "reasoning",
    [el("span", { class: "detail steps-line" }, t("Reasoning"))],
    (body) => {
      const shown = el(
        "div",
        { class: "plain", dir: "auto", tabindex: "0", role: "group", "aria-label": t("Reasoning") },
        visibleText(text, "prose"),
      );
      body.append(shown);
    },
  );
}
