import type { Settled } from "../../asking/core/questionSender";
import type { Chat } from "../../asking/core/chat";
import type { OpenChats } from "../../asking/core/openChats";
import type { Conversations } from "../../conversation/core/conversations";
import { Owner } from "../../../kit/disposable";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { Notify } from "../../../platform/editor/notify";
import { plainText } from "../../../platform/editor/plainText";
import type { ChatPanels } from "./chatPanels";
import type { NoticeWindow } from "./noticeWindow";
import { t } from "../../../kit/l10n";

interface AnswerNoticesParts {
  readonly chats: OpenChats;
  readonly conversations: Conversations;
  readonly panels: Pick<ChatPanels, "showConversation">;
  readonly notify: Pick<Notify, "failure">;
  readonly window: NoticeWindow;
  /** Answers that arrive within this time, in milliseconds, share a notification. */
  readonly batchMs?: number;
}

/** Points to answers that arrived where the user does not look. */
export class AnswerNotices extends Owner {
  readonly #parts: AnswerNoticesParts;
  #due: Notice[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Ids of questions to the user that were pointed to. */
  readonly #held = new Set<string>();
  /** By the ids of the conversations that it is about and that were not seen since. */
  readonly #offered = new Map<Set<string>, AbortController>();

  constructor(parts: AnswerNoticesParts) {
    super();
    this.#parts = parts;
    const look = () => this.#look();
    this.register(parts.chats.places.onDidChange(look));
    this.register(parts.chats.onDidChangeSide(look));
    this.register(parts.window.onDidChangeFocus(look));
    this.register(parts.conversations.onDidRemove((id) => this.#seen([id])));
  }

  /** What the user has to decide may have gone out of view. */
  hidden(): void {
    const { chats } = this.#parts;
    for (const { conversation, held } of chats.shown) {
      const { id = "" } = held.current ?? {};
      if (id === "" || this.#held.has(id) || chats.places.isVisible(conversation.id)) continue;
      this.#held.add(id);
      this.#notice({ kind: "held", conversationId: conversation.id, title: "" });
    }
  }

  /** A question has its answer, or failed; `wasVisible` if its chat was in view then. */
  settled({ chat: { conversation }, turn }: Settled, wasVisible = false): void {
    const { state } = turn.result;
    if (state !== "done" && state !== "failed") return;
    // Callers show the answer themselves.
    if (turn.question.caller) return;
    if (this.#isSeen(conversation.id) || (wasVisible && this.#parts.window.isFocused())) return;
    if (this.#parts.window.isOn("badgeOnAnswer")) this.#parts.chats.unseen.add(conversation.id);
    this.#notice({
      kind: state,
      conversationId: conversation.id,
      title: plainText(conversation.title ?? "", 60),
      expert: plainText(turn.asked.expertName, 60),
      turnId: turn.id,
    });
  }

  /** The next question of its queue was not sent. */
  paused({ conversation }: Chat): void {
    if (this.#isSeen(conversation.id)) return;
    const title = plainText(conversation.title ?? "", 60);
    this.#notice({ kind: "paused", conversationId: conversation.id, title });
  }

  #isSeen(conversationId: string): boolean {
    const { chats, window } = this.#parts;
    return window.isFocused() && chats.places.isVisible(conversationId);
  }

  #look(): void {
    const due = this.#due.map(({ conversationId }) => conversationId);
    const offered = [...this.#offered.keys()].flatMap((ids) => [...ids]);
    const ids = [...this.#parts.chats.unseen.conversationIds, ...due, ...offered];
    this.#seen(ids.filter((id) => this.#isSeen(id)));
  }

  #seen(ids: readonly string[]): void {
    this.#due = this.#due.filter(({ conversationId }) => !ids.includes(conversationId));
    this.#parts.chats.unseen.clear(ids);
    for (const [unseen, offered] of this.#offered) {
      for (const id of ids) unseen.delete(id);
      if (unseen.size === 0) offered.abort();
    }
  }

  #notice(notice: Notice): void {
    const { window, batchMs = 1000 } = this.#parts;
    if (!window.isOn("notifyOnAnswer")) return;
    this.#due.push(notice);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      fireAndForget(() => this.#show(this.#due.splice(0)));
    }, batchMs);
  }

  async #show(due: readonly Notice[]): Promise<void> {
    const { chats } = this.#parts;
    const notices = due.filter(
      ({ kind, conversationId }) => kind !== "held" || chats.of(conversationId)?.held.current,
    );
    const newest = notices.findLast(({ kind }) => kind === "held") ?? notices.at(-1);
    if (!newest) return;
    const offered = new AbortController();
    const unseen = new Set(notices.map(({ conversationId }) => conversationId));
    this.#offered.set(unseen, offered);
    const isWanted = await this.#parts.window.offer(noticeOf(notices), offered.signal);
    this.#offered.delete(unseen);
    if (!isWanted) return;
    const { conversationId, turnId } = newest;
    await this.#parts.panels
      .showConversation(conversationId, turnId)
      .catch((error: unknown) => this.#parts.notify.failure(error));
  }

  override dispose(): void {
    clearTimeout(this.#timer);
    super.dispose();
  }
}

/** What happened in a conversation that is not in view; names and titles are plain text. */
interface Notice {
  readonly kind: "done" | "failed" | "paused" | "held";
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
function noticeOf(notices: readonly Notice[]): CombinedNotice {
  const isProblem = notices.some(({ kind }) => kind === "failed" || kind === "paused");
  if (notices.some(({ kind }) => kind === "held"))
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
