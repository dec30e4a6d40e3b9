import type { Attachment } from "../conversation/attachment";
import type { Question } from "../conversation/question";

/** The question for other computers: a place in a file of this one means nothing there. */
export function withoutOrigin(question: Question): Question {
  const { attachments } = question;
  if (!attachments?.some(({ origin }) => origin)) return question;
  return { ...question, attachments: attachments.map(withoutPlace) };
}

function withoutPlace(attachment: Attachment): Attachment {
  const { origin: _, ...rest } = attachment;
  return rest;
}
