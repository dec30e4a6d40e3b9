/** What happened in a conversation that is not in view; names and titles are plain text. */
export interface Notice {
  readonly kind: "done" | "failed" | "paused";
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
  const isProblem = notices.some(({ kind }) => kind !== "done");
  // A question that failed has paused its queue, too.
  const settled = notices.filter(({ kind }) => kind !== "paused");
  const [first, ...others] = settled.length > 0 ? settled : notices;
  if (!first) return { sentence: "", isProblem };
  const conversations = new Set(notices.map(({ conversationId }) => conversationId));
  const place =
    conversations.size === 1 ? `“${first.title}”` : `${conversations.size} conversations`;
  return { sentence: `${subject(first, others)} in ${place}.`, isProblem };
}

function subject({ kind, expert = "" }: Notice, others: readonly Notice[]): string {
  if (kind === "paused") return others.length === 0 ? "The queue is paused" : "Queues are paused";
  if (others.length === 0)
    return kind === "done" ? `${expert} answered` : `${expert} did not answer`;
  const all = [kind, ...others.map((other) => other.kind)];
  const failed = all.filter((one) => one === "failed").length;
  if (failed === 0) return `${all.length} answers arrived`;
  if (failed === all.length) return `${failed} questions failed`;
  const answers = all.length - failed;
  return `${answers} ${answers === 1 ? "answer" : "answers"} and ${failed} ${failed === 1 ? "failure" : "failures"}`;
}
