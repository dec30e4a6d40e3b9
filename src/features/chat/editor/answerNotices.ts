import type { Settled } from "../../asking/core/questionSender";
import type { Chat } from "../../asking/core/chat";
import type { OpenChats } from "../../asking/core/openChats";
import type { Conversations } from "../../conversation/core/conversations";
import { Owner } from "../../../kit/disposable";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { Notify } from "../../../platform/editor/notify";
import { plainText } from "../../../platform/editor/plainText";
import type { ChatPanels } from "./chatPanels";
import { noticeOf, type Notice } from "./noticeOf";
import type { NoticeWindow } from "./noticeWindow";

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
  readonly #pending = new Set<string>();
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
    for (const { conversation, pending } of chats.shown) {
      const { id = "" } = pending.current ?? {};
      if (id === "" || this.#pending.has(id) || chats.places.isVisible(conversation.id)) continue;
      this.#pending.add(id);
      this.#notice({ kind: "pending", conversationId: conversation.id, title: "" });
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
      ({ kind, conversationId }) => kind !== "pending" || chats.of(conversationId)?.pending.current,
    );
    const newest = notices.findLast(({ kind }) => kind === "pending") ?? notices.at(-1);
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
