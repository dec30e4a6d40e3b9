import { t } from "../../../../../kit/l10n";
import type { ProblemView, TurnView } from "../../../../../page/protocol/views";
import { button, disclosure, el, scrollable } from "../../../../../page/ui/dom";
import { icon } from "../../../../../page/ui/icons";
import { visible, visibleText } from "../../../../../page/ui/visible";
import type { TurnContext } from "../../contexts";
import { unansweredActions } from "./unanswered";

/** In place of an answer: a sentence, a remedy, and further details on request. */
export function problem(
  { id: turnId }: TurnView,
  { sentence, details, remedies }: ProblemView,
  context: TurnContext,
): HTMLElement {
  const needsModel = remedies[0]?.action === "addModel";
  const buttons = remedies.map(({ action, label }, index) =>
    button({ text: label, class: index === 0 ? "button" : "button secondary" }, () =>
      context.host.run("resolveProblem", { turnId, action }),
    ),
  );
  const more =
    details &&
    disclosure("details", [el("span", { class: "detail" }, t("Details"))], (body) =>
      body.append(scrollable(t("Details"), {}, visibleText(details))),
    );
  return el(
    "div",
    {
      class: needsModel ? "problem needs-model" : "problem",
      role: "group",
      "aria-label": t("No answer"),
    },
    icon(needsModel ? "chip" : "error"),
    el(
      "div",
      { class: "problem-body" },
      el("p", { dir: "auto" }, visible(sentence, 2000)),
      more || undefined,
      el(
        "div",
        { class: "buttons" },
        ...buttons,
        ...unansweredActions(turnId, "button secondary", context),
      ),
    ),
  );
}
