import { t } from "../../../../../kit/l10n";
import type { TurnView } from "../../../../../page/protocol/views";
import { button, el } from "../../../../../page/ui/dom";
import { toolkit } from "../../../../../page/ui/toolkit";
import { visible, visibleText } from "../../../../../page/ui/visible";
import { answer } from "./answer";
import type { TurnContext } from "../../contexts";
import { problem, unanswered } from "./noAnswer";
import { turnHeader } from "./turnHeader";
import { waiting } from "./waiting";

const interruptedSentence = t(
  "Interrupted, or still running in another window. The hub may have processed it; if an answer arrives, it appears here.",
);

/** A question, who answers, and the result. */
export function fullTurn(turn: TurnView, context: TurnContext): HTMLElement {
  const element = el(
    "article",
    { class: "turn", "aria-label": turnLabel(turn) },
    question(turn, context),
    turnHeader(turn, context.hubLabel()),
    ...resultParts(turn, context),
  );
  if (turn.others) otherAnswers(element, turn, context);
  return element;
}

/** The text of a turn far from the screen: enough to be found, cheap by the thousand. */
export function placeholderTurn(turn: TurnView): HTMLElement {
  const { result } = turn;
  const output = "answer" in result ? (result.answer?.output ?? "") : "";
  return el(
    "article",
    { class: "turn quiet", "aria-label": turnLabel(turn) },
    el("p", { class: "question-text", dir: "auto" }, visibleText(turn.question, "prose")),
    el("div", { class: "plain", dir: "auto" }, visibleText(output, "prose")),
  );
}

function turnLabel(turn: TurnView): string {
  const words =
    visible(turn.question, 60) ||
    visible(turn.attachments[0]?.label ?? "", 60) ||
    t("your selection");
  return t("Question: {0}", words);
}

function question(turn: TurnView, context: TurnContext): HTMLElement {
  const { host, edits } = context;
  const bubble = el(
    "div",
    { class: "bubble" },
    turn.question
      ? el("p", { class: "question-text", dir: "auto" }, visibleText(turn.question, "prose"))
      : undefined,
    ...turn.attachments.map(({ id, label }) => {
      const text = visible(label, 300);
      const title = t("Show {0} in the editor", text);
      const role = { icon: "attach", text, title, class: "link attachment" } as const;
      const link = button(role, () =>
        host.run("revealAttachment", { turnId: turn.id, attachmentId: id }),
      );
      link.setAttribute("role", "link");
      return link;
    }),
    turn.omitted && el("p", { class: "detail" }, visible(turn.omitted)),
  );
  const element = el(
    "div",
    { class: "question", role: "group", "aria-label": turn.caller ?? t("You") },
    turn.caller && el("div", { class: "asked detail" }, turn.caller),
    bubble,
  );
  if (!edits || turn.result.state === "waiting") return element;
  const edit = (isAgain = false) => {
    import("./editQuestion").then(
      ({ editQuestion }) => editQuestion(element, turn, { ...context, edits, toolkit, isAgain }),
      context.notices.failed,
    );
  };
  const label = t("Edit question");
  bubble.before(button({ icon: "edit", label, class: "icon-button edit-question" }, () => edit()));
  bubble.classList.add("editable");
  bubble.addEventListener("click", ({ target }) => {
    const isText = target instanceof Element && !target.closest("button, textarea");
    if (isText && getSelection()?.isCollapsed !== false) edit();
  });
  if (edits.get(turn.id) !== undefined) edit(true);
  return element;
}

/** What has become of a question, below the line that says who answers. */
export function resultParts(turn: TurnView, context: TurnContext): HTMLElement[] {
  const { result } = turn;
  switch (result.state) {
    case "waiting":
      return [waiting(turn, result.again, context)];
    case "done":
      return answer(turn, result.answer, context);
    case "failed":
      return [problem(turn, result.problem, context)];
    case "interrupted":
      return [unanswered(turn, interruptedSentence, t("Resend"), result.remedy, context)];
    default:
      return [
        ...(result.answer ? answer(turn, result.answer, context) : []),
        unanswered(turn, t("Stopped."), t("Retry"), result.remedy, context),
      ];
  }
}

/** Draws what stands beside the answer or was set aside; the code is loaded with the first of them. */
export function otherAnswers(element: HTMLElement, turn: TurnView, context: TurnContext): void {
  import("./otherAnswers").then(
    ({ drawOthers }) => drawOthers(element, turn, { ...context, toolkit, resultParts }),
    context.notices.failed,
  );
}
