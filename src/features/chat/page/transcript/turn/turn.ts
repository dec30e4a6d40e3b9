import { t } from "../../../../../kit/l10n";
import type { AttachmentView } from "../../../../../page/protocol/attachmentViews";
import type { TurnView } from "../../../../../page/protocol/views";
import { attachmentFold, button, el } from "../../../../../page/ui/dom";
import { timeOf } from "../../../../../page/ui/labels";
import { toolkit } from "../../../../../page/ui/toolkit";
import { visible, visibleText } from "../../../../../page/ui/visible";
import { answer } from "./answer";
import { problem } from "./problem";
import type { TurnContext } from "../../contexts";
import { turnHeader } from "./turnHeader";
import { unanswered } from "./unanswered";
import { showLiveIn, waiting } from "./waiting";

export const interruptedSentence = t(
  "Interrupted, or still running in another window. The hub may have processed it; if an answer arrives, it appears here.",
);

/** A question, who answers, and the result. */
export function fullTurn(turn: TurnView, context: TurnContext): HTMLElement {
  const element = el(
    "article",
    { class: "turn", "aria-label": turnLabel(turn) },
    question(turn, context),
    turnHeader(turn),
    ...resultParts(turn, context),
  );
  if (turn.others) otherAnswers(element, turn, context);
  return element;
}

/** The text of a turn far from the screen: enough to be found, cheap by the thousand. */
export function placeholderTurn(turn: TurnView): HTMLElement {
  const output = turn.result.state === "done" ? turn.result.answer.output : "";
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

function question(turn: TurnView, { host }: TurnContext): HTMLElement {
  const time = timeOf(turn.askedAt);
  return el(
    "div",
    { class: "question", role: "group", "aria-label": turn.caller ?? t("You") },
    el(
      "div",
      { class: "asked detail" },
      turn.caller ? el("span", {}, turn.caller) : undefined,
      el("time", { datetime: turn.askedAt, title: time.full }, time.short),
    ),
    el(
      "div",
      { class: "bubble" },
      turn.question
        ? el("p", { class: "question-text", dir: "auto" }, visibleText(turn.question, "prose"))
        : undefined,
      el(
        "div",
        { class: "attachments" },
        ...turn.attachments.map((attachment) =>
          attachmentLine(attachment, () => {
            const of = { turnId: turn.id, attachmentId: attachment.id };
            host.run("revealAttachment", of);
          }),
        ),
      ),
      turn.omitted && el("p", { class: "detail" }, visible(turn.omitted)),
    ),
  );
}

/** What has become of a question, below the line that says who answers. */
export function resultParts(turn: TurnView, context: TurnContext): HTMLElement[] {
  switch (turn.result.state) {
    case "waiting":
      return [waiting(turn, turn.result.again, context)];
    case "done":
      return answer(turn, turn.result.answer, context);
    case "failed":
      return [problem(turn, turn.result.problem, context)];
    case "interrupted":
      return [unanswered(turn, interruptedSentence, t("Resend"), turn.result.remedy, context)];
    default: {
      const { live, remedy } = turn.result;
      const element = el("div", {}, unanswered(turn, t("Stopped."), t("Retry"), remedy, context));
      if (live) showLiveIn(element, turn.id, live, context);
      return [element];
    }
  }
}

/** Draws those that stand beside the answer, below it; the code is loaded with the first of them. */
export function otherAnswers(element: HTMLElement, turn: TurnView, context: TurnContext): void {
  import("./otherAnswers").then(
    ({ drawOthers }) => drawOthers(element, turn, { ...context, toolkit, resultParts }),
    context.notices.failed,
  );
}

/** The attachment of a question that was asked: its label reveals the range in the editor. */
function attachmentLine(attachment: AttachmentView, onReveal: () => void): HTMLElement {
  const text = visible(attachment.label, 300);
  const title = t("Show {0} in the editor", text);
  return el(
    "div",
    { class: "attachment" },
    button({ icon: "attach", text, title, class: "link" }, onReveal),
    attachmentFold("attached", attachment, el("span", { class: "spoken" }, t("Attached text, "))),
  );
}
