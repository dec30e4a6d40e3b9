import type { TurnView } from "../../../protocol/views";
import { attachmentLine } from "../../composer/attachment";
import { el } from "../../ui/dom";
import { visible, visibleText } from "../../ui/visible";
import { counted, timeOf } from "../../ui/labels";
import { answer } from "./answer";
import { problem } from "./problem";
import type { TurnContext } from "./turnContext";
import { unanswered } from "./unanswered";
import { showLiveIn, waiting } from "./waiting";
import { who } from "./who";

const interrupted =
  "Interrupted, or still running in another window. The hub may have processed it; if an answer arrives, it appears here.";

/** A question and its result. */
export function fullTurn(turn: TurnView, context: TurnContext): HTMLElement {
  return el(
    "article",
    { class: "turn", "aria-label": nameOf(turn) },
    question(turn, context),
    ...result(turn, context),
  );
}

/** The text of a turn far from the screen: enough to be found, cheap by the thousand. */
export function quietTurn(turn: TurnView): HTMLElement {
  const output = turn.result.state === "done" ? turn.result.answer.output : "";
  return el(
    "article",
    { class: "turn quiet", "aria-label": nameOf(turn) },
    el("p", { class: "question-text", dir: "auto" }, visibleText(turn.question, "prose")),
    el("div", { class: "plain", dir: "auto" }, visibleText(output, "prose")),
  );
}

/** What a screen reader announces once when a question is settled, or will be sent again. */
export function announcementOf(turn: TurnView): string {
  const name = visible(turn.expertName, 80);
  switch (turn.result.state) {
    case "done": {
      const steps = turn.result.answer.steps.flat().length;
      return `Answer from ${name}${steps > 0 ? `, ${counted(steps, "step")}` : ""}`;
    }
    case "failed":
      return `${name} did not answer. ${visible(turn.result.problem.sentence, 300)}`;
    case "stopped":
      return "Stopped.";
    case "interrupted":
      return interrupted;
    default: {
      const { again } = turn.result;
      if (!again) return `Waiting for ${name}`;
      return `${again.why} Asking again in ${counted(Math.ceil(again.inMs / 1000), "second")}.`;
    }
  }
}

function nameOf(turn: TurnView): string {
  const words =
    visible(turn.question, 60) || visible(turn.attachments[0]?.label ?? "", 60) || "your selection";
  return `Question: ${words}`;
}

function question(turn: TurnView, { host, notices }: TurnContext): HTMLElement {
  const time = timeOf(turn.askedAt);
  return el(
    "div",
    { class: "question", role: "group", "aria-label": "You" },
    el("time", { class: "detail", datetime: turn.askedAt, title: time.full }, time.short),
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
            host.call("revealAttachment", of).catch(notices.failed);
          }),
        ),
      ),
    ),
  );
}

function result(turn: TurnView, context: TurnContext): HTMLElement[] {
  switch (turn.result.state) {
    case "waiting":
      return [who(turn), waiting(turn, turn.result.again, context)];
    case "done":
      return [who(turn, turn.result.answer), ...answer(turn, turn.result.answer, context)];
    case "failed":
      return [who(turn), problem(turn, turn.result.problem, context)];
    case "interrupted":
      return [who(turn), unanswered(turn, interrupted, "Resend", turn.result.remedy, context)];
    default: {
      const { live, remedy } = turn.result;
      const element = el("div", {}, unanswered(turn, "Stopped.", "Retry", remedy, context));
      if (live) showLiveIn(element, turn.id, live, context);
      return [who(turn), element];
    }
  }
}
