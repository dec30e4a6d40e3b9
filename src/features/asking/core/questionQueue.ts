import { HubError } from "../../../contract/errors";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import { fireAndForget, report } from "../../../kit/unexpectedErrors";
import type { QueueAction, ShownState } from "../../../contract/vocabulary";
import type { Chat } from "./chat";
import type { OpenChats } from "./openChats";
import type { Pause } from "./queue";
import { selectionsIn } from "../../conversation/core/unsent";
import { inputData } from "../../conversation/core/inputData";
import type { Turn } from "../../conversation/core/turn";
import { asHubError, explain } from "../../../platform/core/explain";
import { changedSince } from "./shownState";
import { nothingToSend } from "./preparedQuestion";
import type { QuestionSender } from "./questionSender";
import { setupError } from "../../experts/core/setup";

interface QueueUse {
  readonly action: QueueAction;
  /** Of the queued question that it concerns. */
  readonly id: string;
  readonly shown?: Partial<ShownState> | undefined;
}

/** Asks queued questions one after another, and pauses when the user has to look. */
export class QuestionQueue extends Owner {
  readonly #sender: QuestionSender;
  readonly #chats: OpenChats;
  readonly #paused = this.register(new Emitter<Chat>());

  /** A queued question could not be sent. */
  readonly onDidPause = this.#paused.event;

  constructor(sender: QuestionSender, chats: OpenChats) {
    super();
    this.#sender = sender;
    this.#chats = chats;
    this.register(sender.onDidSettle(({ chat, turn }) => this.#settled(chat, turn)));
  }

  /** Moves what is in the composer to the queue. Throws if it is not what was shown. */
  async add(chat: Chat, shown: Partial<ShownState> | undefined, typed = chat.draft): Promise<void> {
    this.#sender.assertShown(chat, shown);
    if (!this.#sender.expertOf(chat)) throw setupError("expert");
    const { attachments } = chat;
    if (inputData({ typed, attachments }).trim() === "") throw nothingToSend();
    chat.queue.add({
      id: crypto.randomUUID(),
      typed,
      ...(attachments.length > 0 && { attachments }),
      selected: selectionsIn(this.#sender.shownState(chat)),
      at: this.#sender.hubInUse,
      expertId: chat.once?.id,
    });
    chat.once = undefined;
    chat.attachments = [];
    if (chat.draft === typed) chat.draft = "";
    // The question in progress may have come to an end that the user has not seen yet.
    const last = chat.conversation.turns.at(-1);
    if (last && !this.#sender.isTaken(chat)) this.#settled(chat, last);
  }

  async use(chat: Chat, { action, id, shown }: QueueUse): Promise<void> {
    await this.#actions[action](chat, id, shown);
  }

  readonly #actions: Record<
    QueueAction,
    (chat: Chat, id: string, shown?: Partial<ShownState>) => void | Promise<void>
  > = {
    edit: (chat, id) => {
      chat.queue.get(id);
      if (chat.isComposed)
        throw new HubError(
          "invalid-request",
          t(
            "Send or clear the text and the attachments of the composer before you edit a queued question.",
          ),
        );
      const { typed, attachments = [] } = chat.queue.edit(id);
      chat.draft = typed;
      chat.attachments = attachments;
    },
    remove: (chat, id) => chat.queue.remove(id),
    moveUp: (chat, id) => chat.queue.move(id, -1),
    moveDown: (chat, id) => chat.queue.move(id, 1),
    clear: (chat) => chat.queue.clear(),
    continue: (chat, _, shown) => {
      this.#sender.assertShown(chat, shown);
      chat.queue.resume(selectionsIn(this.#sender.shownState(chat)), this.#sender.hubInUse);
      this.#next(chat);
    },
  };

  #settled(chat: Chat, { result: { state } }: Turn): void {
    if (state === "done") this.#next(chat);
    else if (state !== "waiting")
      chat.queue.pause({
        sentence:
          state === "stopped"
            ? t("Paused because a question was stopped.")
            : t("Paused because a question was not answered."),
      });
  }

  #next(chat: Chat): void {
    if (!this.#sender.isTaken(chat)) fireAndForget(() => this.#send(chat));
  }

  async #send(chat: Chat): Promise<void> {
    const { queue } = chat;
    const question = queue.begin();
    if (!question) return;
    const { expertId } = question;
    const now = this.#sender.shownState(chat, expertId);
    const changed = changedSince(question.selected, now);
    try {
      if (changed === undefined) {
        const { typed, attachments = [], at } = question;
        const named = expertId === undefined ? {} : { expertId };
        await this.#sender.askQueued(chat, { typed, attachments, at, ...named });
        queue.sent();
        return;
      }
      queue.notSent(pauseForChange(changed));
    } catch (error) {
      if (!(error instanceof HubError)) report(error);
      queue.notSent(pauseFor(error));
    }
    if (this.#chats.of(chat.conversation.id) === chat) this.#paused.fire(chat);
  }
}

function pauseForChange(changed: string): Pause {
  return {
    sentence: t(
      "Paused because something changed after this question was queued: {0}. Continue to ask with what is selected now.",
      changed,
    ),
    isChange: true,
  };
}

function pauseFor(thrown: unknown): Pause {
  const error = asHubError(thrown);
  return error.kind === "cancelled"
    ? { sentence: t("Paused because you chose not to send the next question.") }
    : {
        sentence: `${t("Paused because the next question could not be sent.")} ${explain(error).sentence}`,
      };
}
