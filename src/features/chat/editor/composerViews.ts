import type {
  ContextView,
  HeldQuestionView,
  NoticeView,
  QueueView,
} from "../../../page/protocol/views";
import type { Chat } from "../../asking/core/chat";
import type { ContextUse } from "../../asking/core/contextRoom";
import type { HeldNotice, HeldQuestion } from "../../asking/core/heldQuestions";

export function contextView({ contextTokens, room, ...use }: ContextUse): ContextView {
  const { attachments, history, system } = use;
  return { takes: contextTokens, fits: room + system, attachments, history, system };
}

export function noticeView({ severity, choices, details, ...notice }: HeldNotice): NoticeView {
  const isError = severity === "error";
  return {
    ...notice,
    ...(isError && { isError }),
    choices: [...choices],
    details: [...details],
  };
}

export function heldView({ id, reasons, about, choices, ...held }: HeldQuestion): HeldQuestionView {
  return {
    id,
    sentence: held.sentence,
    reasons: reasons.map(({ show, ...reason }) => ({ ...reason, ...(show && { canShow: true }) })),
    ...(about !== undefined && { about: about.slice(0, maxQueuedTextLength) }),
    choices: [...choices],
    no: held.no,
    ...(held.enterAgrees && { enterAgrees: true }),
  };
}

/** Characters: a row shows the beginning, and its tooltip a little more. */
const maxQueuedTextLength = 500;

export function queueView({ queue }: Chat): { queue?: QueueView } {
  if (queue.isEmpty) return {};
  const questions = queue.questions.map(({ id, typed, attachments = [] }) => ({
    id,
    text: typed.slice(0, maxQueuedTextLength),
    attached: attachments.map(({ label }) => label),
  }));
  return {
    queue: {
      questions,
      ...(queue.pauses && { paused: queue.pauses.sentence }),
      ...(queue.isEdited && { isEdited: true }),
    },
  };
}
