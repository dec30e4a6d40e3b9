import { t } from "../../../../../kit/l10n";
import type { AnswerView, TurnView } from "../../../../../page/protocol/views";
import { el } from "../../../../../page/ui/dom";
import { visible } from "../../../../../page/ui/visible";
import { answerText } from "./answerText";
import { outputActions } from "./outputActions";
import { historyNotes } from "./historyNote";
import { reasoning, steps } from "./steps";
import type { TurnContext } from "./turnContext";
import { turnMenu } from "./turnMenu";

/** Steps, text and actions of an answer; the actions are outside what the expert wrote. */
export function answer(
  turn: TurnView,
  { output, steps: groups, reasoning: thought, target, historyNotes: notes }: AnswerView,
  context: TurnContext,
): HTMLElement[] {
  const parts: HTMLElement[] = [];
  if (thought) parts.push(reasoning(thought, context.notices));
  if (groups.some((group) => group.length > 0)) parts.push(steps(groups, context.notices));
  if (notes.length > 0) parts.push(historyNotes(notes));
  const more = turnMenu(
    turn.id,
    ["editAndResend", "askAgain", "fork", "saveAsPrompt", "copyAsCurl", "showRaw"],
    context,
  );
  if (output.trim() === "") {
    parts.push(
      el("div", { class: "quiet-line unanswered" }, el("span", {}, t("(empty answer)")), more),
    );
    return parts;
  }
  const text = el("div", {
    class: "answer",
    role: "group",
    dir: "auto",
    "aria-label": t("Text of {0}", visible(turn.expertName, 80)),
  });
  const bar = outputActions(
    { turnId: turn.id, target, name: t("Use this answer"), usable: true },
    context,
    more,
  );
  const review = el("div", { class: "review-all" });
  answerText(text, output, {
    codeActions: (blockIndex) =>
      outputActions(
        {
          turnId: turn.id,
          blockIndex,
          target,
          name: t("Use code block {0}", blockIndex + 1),
          usable: true,
        },
        context,
      ),
    answer: { ...context, turnId: turn.id, target, review },
  });
  parts.push(text, review, bar);
  return parts;
}
