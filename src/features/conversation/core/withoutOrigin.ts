import type { Attachment } from "./attachment";
import type { Question } from "./question";

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
