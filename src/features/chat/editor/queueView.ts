import type { Chat } from "../../asking/core/chat";
import type { QueueView } from "../../../page/protocol/views";

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
