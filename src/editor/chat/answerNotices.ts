import * as vscode from "vscode";
import type { Settled } from "../../app/ask/questionSender";
import type { Chat } from "../../app/chat/chat";
import type { OpenChats } from "../../app/chat/openChats";
import type { Conversations } from "../../app/savedConversations/conversations";
import { Owner } from "../../kit/disposable";
import { fireAndForget } from "../../kit/unexpectedErrors";
import { section, type SettingId } from "../workbench/manifest";
import type { Notify } from "../workbench/notify";
import { plainText } from "../workbench/plainText";
import type { ChatPanels } from "./chatPanels";
import { noticeOf, type Notice } from "./noticeOf";

export interface AnswerNoticesParts {
  readonly chats: OpenChats;
  readonly conversations: Conversations;
  readonly panels: ChatPanels;
  readonly notify: Notify;
}

/** Answers that arrive within this time, in milliseconds, share a notification. */
const batchMs = 1000;

/** Points to answers that arrived where the user does not look. */
export class AnswerNotices extends Owner {
  readonly #parts: AnswerNoticesParts;
  readonly #unseen = new Map<string, number>();
  #due: Notice[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: AnswerNoticesParts) {
    super();
    this.#parts = parts;
    const look = () => this.#look();
    this.register(parts.chats.places.onDidChange(look));
    this.register(parts.chats.onDidChangeSide(look));
    this.register(vscode.window.onDidChangeWindowState(look));
    this.register(parts.conversations.onDidRemove((id) => this.#seen([id])));
  }

  /** A question has its answer, or failed. */
  settled({ chat: { conversation }, turn }: Settled): void {
    const { state } = turn.result;
    if (state !== "done" && state !== "failed") return;
    if (this.#isSeen(conversation.id)) return;
    if (isOn("badgeOnAnswer")) {
      this.#unseen.set(conversation.id, (this.#unseen.get(conversation.id) ?? 0) + 1);
      this.#parts.panels.showUnseen(this.#unseen);
    }
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
    return vscode.window.state.focused && this.#parts.chats.places.isVisible(conversationId);
  }

  #look(): void {
    this.#seen([...this.#unseen.keys()].filter((id) => this.#isSeen(id)));
  }

  #seen(ids: readonly string[]): void {
    this.#due = this.#due.filter(({ conversationId }) => !ids.includes(conversationId));
    if (ids.filter((id) => this.#unseen.delete(id)).length > 0)
      this.#parts.panels.showUnseen(this.#unseen);
  }

  #notice(notice: Notice): void {
    if (!isOn("notifyOnAnswer")) return;
    this.#due.push(notice);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      fireAndForget(() => this.#show(this.#due.splice(0)));
    }, batchMs);
  }

  async #show(notices: readonly Notice[]): Promise<void> {
    const newest = notices.at(-1);
    if (!newest) return;
    const { sentence, isProblem } = noticeOf(notices);
    const chosen = isProblem
      ? await vscode.window.showWarningMessage(sentence, "Show")
      : await vscode.window.showInformationMessage(sentence, "Show");
    if (chosen === undefined) return;
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

function isOn(setting: SettingId): boolean {
  return vscode.workspace.getConfiguration(section).get(setting) !== false;
}
