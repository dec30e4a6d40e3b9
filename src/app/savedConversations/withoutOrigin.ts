import type { Question } from "../conversation/question";

/** The question for other computers: a place in a file of this one means nothing there. */
export function withoutOrigin(question: Question): Question {
  const { attachment } = question;
  if (!attachment?.origin) return question;
  const { origin: _, ...rest } = attachment;
  return { ...question, attachment: rest };
}
