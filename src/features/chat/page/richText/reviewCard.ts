import type { ReviewView } from "../../../../page/protocol/views";
import type { Toolkit } from "../../../../page/ui/toolkit";
import type { AnswerTools } from "../contexts";

const maxReasonsAtFirst = 4;

/** Dispatched at the card's place when the review has come further. */
const progressed = "reviewed";

/**
 * Below an answer: applies it, unless its only code block does, leads to the open review, and says
 * how far that has come.
 */
export function showReviewCard(
  { review: place, reviewed, host, notices, turnId }: AnswerTools,
  toolkit: Toolkit,
  hasOwnApply: boolean,
): void {
  const { button, el, t } = toolkit;
  const title = t("Apply all changes of this answer");
  const apply = button({ text: t("Apply"), title, class: "button" }, () => {
    host.call("useOutput", { turnId, action: "apply" }).catch(notices.failed);
  });
  const open = button({ text: t("Show Review"), class: "button secondary" }, () =>
    host.run("reviewAllChanges", { turnId }),
  );
  // VS Code's status bar reads out what changes, also where the chat is not shown.
  const count = el("p", { class: "review-count" });
  const reasons = el("div", { class: "review-reasons" });
  let drawn: string | undefined;
  const show = (view: ReviewView | undefined) => {
    const isOpen = view?.state === "open";
    const hadFocus = place.contains(document.activeElement);
    apply.hidden = isOpen || !hasOwnApply;
    apply.className = view?.state === "applied" ? "button secondary" : "button";
    open.hidden = !isOpen;
    if (hadFocus) (apply.hidden ? open : apply).focus();
    const sentence = view ? progressInWords(view, toolkit) : "";
    if (count.textContent !== sentence) count.textContent = sentence;
    count.hidden = !view;
    const notPlaced = view?.notPlaced ?? [];
    // Otherwise each skipped hunk would fold them again.
    const text = notPlaced.join("\n");
    if (text !== drawn) showReasons(reasons, notPlaced, toolkit);
    drawn = text;
  };
  show(reviewed);
  place.replaceChildren(count, reasons, apply, open);
  place.addEventListener(progressed, ({ detail }: CustomEventInit<ReviewView>) => show(detail));
}

function progressInWords(
  { state, kept, all, files, edited }: ReviewView,
  toolkit: Toolkit,
): string {
  const { plural, t } = toolkit;
  const hunks = plural(all, t("1 hunk"), t("{0} hunks"));
  const words = t("{0} of {1} in {2}", kept, hunks, plural(files, t("1 file"), t("{0} files")));
  const sentences = {
    open: t("In review: {0}", words),
    applied: t("Applied: {0}", words),
    discarded: t("Discarded: no file was changed"),
    undone: t("Undone: the files are as they were before"),
  };
  const isEdited = edited > 0 && state === "open";
  return isEdited ? `${sentences[state]} ${t("({0} edited)", edited)}` : sentences[state];
}

/** A few, so that what is above them stays in view. */
function showReasons(place: HTMLElement, reasons: readonly string[], toolkit: Toolkit): void {
  const { el, formatNumber, showGradually, t, visible } = toolkit;
  place.hidden = reasons.length === 0;
  const list = el("ul", {});
  place.replaceChildren(el("p", {}, t("Not in the review:")), list);
  showGradually(list, {
    count: reasons.length,
    first: maxReasonsAtFirst,
    next: 100,
    draw: (from, to) =>
      reasons.slice(from, to).map((one) => el("li", { dir: "auto" }, visible(one, 400))),
    label: (rest) => t("{0} more", formatNumber(rest)),
  });
}
