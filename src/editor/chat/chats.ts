import { Chat } from "../../app/chat";
import type { Turn } from "../../app/conversation";
import type { Store } from "../../app/ports";
import { Owner } from "../../kit/disposable";
import { Emitter } from "../../kit/event";
import { setContext } from "../contextKeys";

const draftName = "draft";

/** The chats of this window: the one of the side bar, and those in editor tabs. */
export class Chats extends Owner {
  readonly #store: Store;
  readonly #changedSide = this.register(new Emitter<Chat>());
  #side: Chat | undefined;
  #active: Chat | undefined;

  readonly onDidChangeSide = this.#changedSide.event;

  constructor(store: Store) {
    super();
    this.#store = store;
  }

  /** The chat in the side bar. */
  get side(): Chat {
    if (!this.#side) {
      this.#side = this.create();
      const draft = this.#store.get(draftName);
      if (typeof draft === "string") this.#side.draft = draft;
    }
    return this.#side;
  }

  /** The chat that the user was in last. */
  get active(): Chat {
    return this.#active ?? this.side;
  }
  set active(chat: Chat) {
    this.#active = chat;
  }

  /** The newest answer of the chat that the user was in last. */
  get lastAnswer(): { chat: Chat; turn: Turn } | undefined {
    const chat = this.active;
    const turn = chat.conversation.lastAnswered;
    return turn && { chat, turn };
  }

  create(): Chat {
    const chat = this.register(new Chat());
    this.register(
      chat.conversation.onDidChangeTurn(({ result }) => {
        if (result.state === "done") void setContext("expertHub.hasAnswer", true);
      }),
    );
    return chat;
  }

  /** A fresh conversation in the side bar. The draft comes along. */
  renewSide(): Chat {
    const { draft, attachment, expertId } = this.side;
    const chat = this.create();
    chat.draft = draft;
    chat.attachment = attachment;
    chat.expertId = expertId;
    this.#side = chat;
    this.#active = chat;
    this.#changedSide.fire(chat);
    return chat;
  }

  async saveDraft(chat: Chat, draft: string): Promise<void> {
    chat.draft = draft;
    if (chat === this.side) await this.#store.set(draftName, draft === "" ? undefined : draft);
  }
}
