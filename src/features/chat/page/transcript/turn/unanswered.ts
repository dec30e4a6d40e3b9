import { t } from "../../../../../kit/l10n";
import type { RemedyView, TurnView } from "../../../../../page/protocol/views";
import { button, el } from "../../../../../page/ui/dom";
import { visible } from "../../../../../page/ui/visible";
import type { TurnContext } from "../../contexts";
import { turnMenu } from "./turnMenu";

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
    ...unansweredActions(turnId, "link", context),
  );
}

/** What can be done with any question that has no answer. */
export function unansweredActions(
  turnId: string,
  kind: string,
  context: TurnContext,
): HTMLElement[] {
  return [
    button({ text: t("Discard"), class: kind, title: t("Remove the question") }, () =>
      context.host.run("useTurn", { turnId, action: "discard" }),
    ),
    turnMenu(
      turnId,
      ["editAndResend", "askAgain", "compare", "saveAsPrompt", "copyAsCurl"],
      context,
    ),
  ];
}
