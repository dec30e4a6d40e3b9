import { t } from "../../../../../kit/l10n";
import type { AnswerView, TurnView } from "../../../../../page/protocol/views";
import { button, el } from "../../../../../page/ui/dom";
import { visible } from "../../../../../page/ui/visible";
import { answerText } from "./answerText";
import { reasoning, steps } from "./steps";
import type { TurnContext } from "../../contexts";
import { turnMenu } from "./turnMenu";

/** Steps, text and actions of an answer; the actions are outside what the expert wrote. */
export function answer(
  { id: turnId, expertName }: TurnView,
  {
    output,
    steps: done,
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
  const { host, notices } = context;
  const parts: HTMLElement[] = [];
  const review = el("div", { class: "review-all" });
  const sourcesPlace = el("div", { class: "read" });
  const read = { sources, sourcesPlace, earlierLength };
  const tools = { ...context, turnId, target, review, reviewed, ...read };
  if (thought) parts.push(reasoning(thought, context));
  if (done.length > 0) parts.push(steps(done, turnId, context, tools));
  const more = (isEmpty: boolean) =>
    turnMenu(
      turnId,
      ["askAgain", "compare", "fork", "saveAsPrompt", "copyAsCurl", "showRaw"],
      context,
      isEmpty ? undefined : { target },
    );
  if (output.trim() === "") {
    const words = el("span", {}, t("(empty answer)"));
    parts.push(el("div", { class: "quiet-line unanswered" }, words, more(true)));
    return parts;
  }
  const text = el("div", {
    class: "answer",
    role: "group",
    dir: "auto",
    "aria-label": t("Text of {0}", visible(expertName, 80)),
  });
  answerText(text, output, { answer: tools });
  const kind = "icon-button copy-answer";
  const copy = button({ icon: "copy", label: t("Copy"), class: kind }, () => {
    host.call("useOutput", { turnId, action: "copy" }).then((happened) => {
      if (happened) notices.confirm(copy, "copy", t("Copied"));
    }, notices.failed);
  });
  // The host asks first, and names the files.
  const undo = button(
    { icon: "undo", label: t("Undo this answer's changes…"), class: "icon-button undo-answer" },
    () => host.run("undoAnswer", { turnId }),
  );
  undo.hidden = canUndo !== true;
  const again = button({ icon: "refresh", label: t("Ask again…") }, () =>
    host.run("useTurn", { turnId, action: "askAgain" }),
  );
  const named = { class: "actions", role: "toolbar", "aria-label": t("Use this answer") };
  const actions = el(
    "div",
    named,
    // First, as it is there while the others are not.
    undo,
    copy,
    // Elsewhere, nothing is asked again by itself.
    context.menuOf ? undefined : again,
    more(false),
  );
  const better =
    remedy &&
    button({ text: visible(remedy.label), class: "button remedy" }, () =>
      host.run("resolveProblem", { turnId, action: remedy.action }),
    );
  return [...parts, text, ...(better ? [better] : []), sourcesPlace, review, actions];
}
