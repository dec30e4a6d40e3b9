import type { AnswerView } from "../../../../../page/protocol/views";
import { costOf } from "./turnHeader";

/** What may become known of an answer after it was drawn. */
export type AnswerUpdate = Partial<Pick<AnswerView, "tokens" | "review" | "canUndo">>;

/** Draws what has become known, in the element of the answer's turn. */
export function showUpdate(turn: Element, answer: AnswerView, update: AnswerUpdate): void {
  if (update.tokens) turn.querySelector(".who-cost")?.replaceWith(costOf(answer));
  if (update.review)
    turn
      .querySelector(".review-all")
      ?.dispatchEvent(new CustomEvent("reviewed", { detail: update.review }));
  if (update.canUndo !== undefined) showUndo(turn, update.canUndo);
}

function showUndo(turn: Element, canUndo: boolean): void {
  const button = turn.querySelector<HTMLElement>(".undo-answer");
  if (!button) return;
  const hadFocus = button === document.activeElement;
  button.hidden = !canUndo;
  if (hadFocus && !canUndo) turn.querySelector<HTMLElement>(".actions > .more-actions")?.focus();
}
