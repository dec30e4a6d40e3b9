import { t } from "../../../../../kit/l10n";
import type { ProblemView, TurnView } from "../../../../../page/protocol/views";
import { button, disclosure, el } from "../../../../../page/ui/dom";
import { icon } from "../../../../../page/ui/icons";
import { visible, visibleText } from "../../../../../page/ui/visible";
import type { TurnContext } from "./turnContext";
import { turnMenu } from "./turnMenu";

/** In place of an answer: a sentence, a remedy, and further details on request. */
export function problem(
  turn: TurnView,
  { sentence, details, remedies }: ProblemView,
  context: TurnContext,
): HTMLElement {
  const { host } = context;
  const needsModel = remedies[0]?.action === "addModel";
  const buttons = remedies.map(({ action, label }, index) =>
    button({ text: label, class: index === 0 ? "button" : "button secondary" }, () =>
      host.run("resolveProblem", { turnId: turn.id, action }),
    ),
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
      details
        ? disclosure("details", [el("span", { class: "detail" }, t("Details"))], (body) => {
            body.append(
              el(
                "pre",
                { tabindex: "0", role: "group", "aria-label": t("Details") },
                visibleText(details),
              ),
            );
          })
        : undefined,
      el(
        "div",
        { class: "buttons" },
        ...buttons,
        button(
          { text: t("Discard"), class: "button secondary", title: t("Remove the question") },
          () => host.run("useTurn", { turnId: turn.id, action: "discard" }),
        ),
        turnMenu(turn.id, ["editAndResend", "askAgain", "saveAsPrompt", "copyAsCurl"], context),
      ),
    ),
  );
}
