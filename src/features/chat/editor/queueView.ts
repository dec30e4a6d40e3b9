import type { Chat } from "../../asking/core/chat";
import type { QueueView } from "../../../page/protocol/views";

/** Characters: a row shows the beginning, and its tooltip a little more. */
const longest = 500;

export function queueView({ queue }: Chat): { queue?: QueueView } {
  if (queue.isEmpty) return {};
  const questions = queue.questions.map(({ id, typed, attachments = [] }) => ({
    id,
    text: typed.slice(0, longest),
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
