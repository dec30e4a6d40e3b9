import { locale, t } from "../../../kit/l10n";
import type { Attachment } from "./attachment";
import type { Question } from "./question";

/** What is left out to fit the model's context window. */
export interface Omitted {
  /** Number of earlier questions, with their answers. */
  readonly turns: number;
  readonly attachments: readonly string[];
  /** The size of the model's context window, if known. */
  readonly contextTokens?: number;
  /** The model refused the whole request, so this is a second, smaller try. */
  readonly refused?: boolean;
}

export function sentQuestion({
  question,
  omitted,
}: {
  readonly question: Question;
  readonly omitted?: Omitted;
}): Question {
  if (!omitted?.attachments.length) return question;
  const { attachments, ...rest } = question;
  const kept = attachments?.filter(({ id }) => !omitted.attachments.includes(id)) ?? [];
  return kept.length > 0 ? { ...rest, attachments: kept } : rest;
}

/** What was left out and why, in a sentence for the user. */
export function omittedInWords(
  { turns, attachments, contextTokens, refused }: Omitted,
  attached: readonly Attachment[] = [],
): string {
  const labels = attached.filter(({ id }) => attachments.includes(id)).map(({ label }) => label);
  const parts = [
    turns === 1 && t("the oldest question with its answer"),
    turns > 1 && t("the {0} oldest questions with their answers", turns),
    ...labels,
  ].filter((part) => part !== false);
  const what = parts.join(", ");
  const tokens = contextTokens?.toLocaleString(locale());
  if (refused !== true)
    return t(
      "Left out to fit the model's context window of about {0} tokens: {1}",
      tokens ?? "",
      what,
    );
  return tokens === undefined
    ? t("The model refused the request as too long. It was sent again without: {0}", what)
    : t(
        "The request exceeded the model's context window of {0} tokens. It was sent again without: {1}",
        tokens,
        what,
      );
}
