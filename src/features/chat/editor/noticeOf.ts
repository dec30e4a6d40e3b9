import { t } from "../../../kit/l10n";
/** What happened in a conversation that is not in view; names and titles are plain text. */
export interface Notice {
  readonly kind: "done" | "failed" | "paused" | "pending";
  readonly conversationId: string;
  readonly title: string;
  readonly expert?: string;
  readonly turnId?: string;
}

/** Several notices in one sentence. */
export interface CombinedNotice {
  readonly sentence: string;
  readonly isProblem: boolean;
}

/** One sentence for several notices; never the text of a question or an answer. */
export function noticeOf(notices: readonly Notice[]): CombinedNotice {
  const isProblem = notices.some(({ kind }) => kind === "failed" || kind === "paused");
  if (notices.some(({ kind }) => kind === "pending"))
    return { sentence: t("Something in the chat waits for your decision."), isProblem };
  // A question that failed has paused its queue, too.
  const settled = notices.filter(({ kind }) => kind !== "paused");
  const [first, ...others] = settled.length > 0 ? settled : notices;
  if (!first) return { sentence: "", isProblem };
  return { sentence: others.length === 0 ? sentenceOf(first) : combined(first, others), isProblem };
}

function sentenceOf({ kind, expert = "", title }: Notice): string {
  if (kind === "paused") return t("The queue is paused in “{0}”.", title);
  return kind === "done"
    ? t("{0} answered in “{1}”.", expert, title)
    : t("{0} did not answer in “{1}”.", expert, title);
}

function combined(first: Notice, others: readonly Notice[]): string {
  const { kind, title } = first;
  const all = [first, ...others];
  const conversations = new Set(all.map(({ conversationId }) => conversationId)).size;
  const isOne = conversations === 1;
  if (kind === "paused")
    return isOne ? sentenceOf(first) : t("Queues are paused in {0} conversations.", conversations);
  const failed = all.filter((one) => one.kind === "failed").length;
  if (failed === 0)
    return isOne
      ? t("{0} answers arrived in “{1}”.", all.length, title)
      : t("{0} answers arrived in {1} conversations.", all.length, conversations);
  if (failed === all.length)
    return isOne
      ? t("{0} questions failed in “{1}”.", failed, title)
      : t("{0} questions failed in {1} conversations.", failed, conversations);
  return isOne
    ? t("{0} of {1} questions in “{2}” failed.", failed, all.length, title)
    : t("{0} of {1} questions in {2} conversations failed.", failed, all.length, conversations);
}
