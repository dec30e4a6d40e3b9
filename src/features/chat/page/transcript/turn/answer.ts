import { t } from "../../../../../kit/l10n";
import type { AnswerView, TurnView } from "../../../../../page/protocol/views";
import { button, el } from "../../../../../page/ui/dom";
import { visible } from "../../../../../page/ui/visible";
import { answerText } from "./answerText";
import { outputActions } from "./outputActions";
import { reasoning, steps } from "./steps";
import type { TurnContext } from "../../contexts";
import { turnMenu } from "./turnMenu";
import { undoButton } from "./undoButton";

/** Steps, text and actions of an answer; the actions are outside what the expert wrote. */
export function answer(
  { id: turnId, expertName }: TurnView,
  {
    output,
    steps: groups,
    reasoning: thought,
    target,
    review: reviewed,
    canUndo,
    sources,
    earlierLength,
    remedy,
  }: AnswerView,
  context: TurnContext,
): HTMLElement[] {
  const parts: HTMLElement[] = [];
  const review = el("div", { class: "review-all" });
  const sourcesPlace = el("div", { class: "read" });
  const read = { sources, sourcesPlace, earlierLength };
  const tools = { ...context, turnId, target, review, reviewed, ...read };
  if (thought) parts.push(reasoning(thought, context.notices));
  if (groups.flat().length > 0) parts.push(steps(groups, context.notices, tools));
  const more = (isEmpty: boolean) =>
    turnMenu(
      turnId,
      ["editAndResend", "askAgain", "fork", "saveAsPrompt", "copyAsCurl", "showRaw"],
      context,
      isEmpty ? undefined : { target },
    );
  if (output.trim() === "") {
    parts.push(
      el(
        "div",
        { class: "quiet-line unanswered" },
        el("span", {}, t("(empty answer)")),
        more(true),
      ),
    );
    return parts;
  }
  const text = el("div", {
    class: "answer",
    role: "group",
    dir: "auto",
    "aria-label": t("Text of {0}", visible(expertName, 80)),
  });
  answerText(text, output, {
    answer: tools,
  });
  const undo = undoButton(turnId, canUndo, context);
  const comparing = { icon: "compare", class: "icon-button compare-answer" } as const;
  const compare = button({ ...comparing, label: t("Compare with…") }, () =>
    context.host.run("useTurn", { turnId, action: "compare" }),
  );
  const actions = outputActions(turnId, context, undo, compare, more(false));
  const better =
    remedy &&
    button({ text: visible(remedy.label), class: "button remedy" }, () =>
      context.host.run("resolveProblem", { turnId, action: remedy.action }),
    );
  return [...parts, text, ...(better ? [better] : []), sourcesPlace, review, actions];
}
