import { t } from "../../../../../kit/l10n";
import type { ProblemView, RemedyView, TurnView } from "../../../../../page/protocol/views";
import { button, disclosure, el, scrollable } from "../../../../../page/ui/dom";
import { icon } from "../../../../../page/ui/icons";
import { visible, visibleText } from "../../../../../page/ui/visible";
import type { TurnContext } from "../../contexts";
import { turnMenu } from "./turnMenu";

/** In place of an answer that failed: a sentence, at most two buttons, and details on request. */
export function problem(
  { id: turnId }: TurnView,
  { sentence, details, remedies, isMended }: ProblemView,
  context: TurnContext,
): HTMLElement {
  const isNoError = isMended || remedies[0]?.action === "addModel";
  const buttons = remedies.map(({ action, label }, index) =>
    button({ text: visible(label), class: index === 0 ? "button" : "button secondary" }, () =>
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
      class: isNoError ? "problem no-error" : "problem",
      role: "group",
      "aria-label": t("No answer"),
    },
    icon(isMended ? "refresh" : isNoError ? "chip" : "error"),
    el(
      "div",
      { class: "problem-body" },
      el("p", { dir: "auto" }, visible(sentence, 2000)),
      more || undefined,
      el("div", { class: "buttons" }, ...buttons, menuOfUnanswered(turnId, context)),
    ),
  );
}

/**
 * A question without an answer, because the user stopped it or this window is not waiting for it.
 * `remedy` is what the user has to do before it can be asked again.
 */
export function unanswered(
  { id: turnId }: TurnView,
  sentence: string,
  again: string,
  remedy: RemedyView | undefined,
  context: TurnContext,
): HTMLElement {
  const { action, label } = remedy ?? { action: "retry", label: again };
  return el(
    "div",
    { class: "quiet-line unanswered", role: "group", "aria-label": t("No answer") },
    el("span", {}, sentence),
    button({ text: visible(label), class: "link" }, () =>
      context.host.run("resolveProblem", { turnId, action }),
    ),
    menuOfUnanswered(turnId, context),
  );
}

const menuOfUnanswered = (turnId: string, context: TurnContext): HTMLElement =>
  turnMenu(turnId, ["discard", "askAgain", "compare", "saveAsPrompt", "copyAsCurl"], context);
