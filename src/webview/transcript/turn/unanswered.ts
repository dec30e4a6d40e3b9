import type { TurnView } from "../../../protocol/views";
import { button, el } from "../../ui/dom";
import type { TurnContext } from "./turnContext";
import { turnMenu } from "./turnMenu";

/** A question without an answer, because the user stopped it or this window is not waiting for it. */
export function unanswered(
  { id: turnId }: TurnView,
  sentence: string,
  again: string,
  context: TurnContext,
): HTMLElement {
  const { host, notices } = context;
  return el(
    "div",
    { class: "quiet-line unanswered", role: "group", "aria-label": "No answer" },
    el("span", {}, sentence),
    button({ text: again, class: "link" }, () => {
      host.call("resolveProblem", { turnId, action: "retry" }).catch(notices.failed);
    }),
    button({ text: "Discard", class: "link", title: "Remove the question" }, () => {
      host.call("useTurn", { turnId, action: "discard" }).catch(notices.failed);
    }),
    turnMenu(turnId, ["editAndResend", "askAgain", "saveAsPrompt", "copyAsCurl"], context),
  );
}
