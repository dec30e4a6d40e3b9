import { t } from "../../kit/l10n";
import { Chat } from "./chat";
import { Conversation } from "../conversation/conversation";
import type { Turn } from "../conversation/turn";
import type { Conversations } from "../savedConversations/conversations";
import type { Store } from "../ports";
import { gone } from "../localError";
import { Owner, type Disposable } from "../../kit/disposable";
import { Emitter } from "../../kit/event";
import { Holds } from "../../kit/holds";
import { fireAndForget, report } from "../../kit/unexpectedErrors";
import { Drafts } from "./drafts";
import { Places } from "./places";

/** Id of the conversation last shown in the side bar. */
const lastName = "conversation";

interface TurnOf {
  readonly conversation: Conversation;
  readonly turn: Turn;
}

/** The chats of this window: the one in the side bar, and those in editor tabs. */
export class OpenChats extends Owner {
  readonly #store: Store;
  readonly #drafts: Drafts;
  readonly #conversations: Conversations;
  readonly #chats = new Map<string, Chat>();
  readonly #holds = new Holds<Chat>(() => this.#tidy());
  readonly #changedSide = this.register(new Emitter<Chat>());
  readonly #removed = this.register(new Emitter<Chat>());
  readonly #answered = this.register(new Emitter<Conversation>());
  #side: Chat | undefined;

  /** Where chats are currently shown. */
  readonly places = new Places();

  readonly onDidChangeSide = this.#changedSide.event;
  /** Its conversation was deleted: it must no longer be shown anywhere. */
  readonly onDidRemove = this.#removed.event;
  /** The conversation of an open chat has an answer. */
  readonly onDidAnswer = this.#answered.event;

  constructor(store: Store, conversations: Conversations) {
    super();
    this.#store = store;
    this.#drafts = new Drafts(store);
    this.#conversations = conversations;
    this.register(conversations.onDidRemove((id) => this.#remove(id)));
  }

  /** Reopens the conversation last shown in the side bar. Rejects with `storage` if it cannot be read. */
  async restore(): Promise<void> {
    const id = this.#store.get(lastName);
    if (typeof id !== "string" || this.#side) return;
    try {
      const saved = await this.#conversations.open(id);
      this.#side ??= this.#add(saved ?? new Conversation({ id, changes: [] }));
    } finally {
      // The draft is kept without the turns, but nothing may overwrite what is saved.
      this.#side ??= this.#add(new Conversation(), this.#drafts.of(id));
    }
  }

  /** The chat in the side bar. */
  get side(): Chat {
    if (!this.#side) {
      this.#side = this.#add(new Conversation());
      this.#rememberSide();
    }
    return this.#side;
  }

  /** The chats that are shown, the most recently used one first. There is always one. */
  get shown(): readonly [Chat, ...Chat[]] {
    const [first = this.side, ...others] = this.places.inOrder.map(({ chat }) => chat);
    return [first, ...others, this.side];
  }

  /** The newest answer of the most recently used chat that has one. */
  get lastAnswer(): TurnOf | undefined {
    return this.#first(({ lastAnswered }) => lastAnswered);
  }

  /** A turn in a chat that is shown. */
  turn(id: string): TurnOf | undefined {
    return this.#first((conversation) => conversation.get(id));
  }

  #first(find: (conversation: Conversation) => Turn | undefined): TurnOf | undefined {
    for (const { conversation } of this.shown) {
      const turn = find(conversation);
      if (turn) return { conversation, turn };
    }
    return undefined;
  }

  /** Starts a new conversation in the side bar. The draft moves to it, unless a tab still shows it. */
  renewSide(): Chat {
    if (this.places.inOrder.some(({ chat, panelType }) => chat === this.#side && panelType)) {
      const fresh = this.#add(new Conversation());
      fresh.picked = this.side.picked;
      this.#show(fresh);
      return fresh;
    }
    const { draft, attachments, picked, conversation } = this.side;
    this.side.take();
    fireAndForget(() => this.#drafts.save(conversation.id, ""));
    const chat = this.#add(new Conversation());
    chat.attachments = attachments;
    chat.picked = picked;
    fireAndForget(() => this.saveDraft(chat, draft));
    this.#show(chat);
    return chat;
  }

  /** Shows a conversation in the side bar; it is saved from now on. */
  open(conversation: Conversation): Chat {
    const chat = this.#chats.get(conversation.id) ?? this.#add(conversation);
    this.#show(chat);
    return chat;
  }

  /** Shows a saved conversation in the side bar. Rejects with `not-found`, `storage`. */
  async openSaved(id: string): Promise<Chat> {
    return this.open(await this.saved(id));
  }

  /** A conversation by its id, shown or not. Rejects with `not-found`, `storage`. */
  async saved(id: string): Promise<Conversation> {
    const conversation = this.of(id)?.conversation ?? (await this.#conversations.open(id));
    if (!conversation) throw gone(t("This conversation no longer exists."));
    return conversation;
  }

  /** The open chat of this conversation, if any. */
  of(conversationId: string): Chat | undefined {
    return this.#chats.get(conversationId);
  }

  /** Remembers what a tab shows, by the type of its panel. */
  shownInTab(panelType: string, { conversation }: Chat): void {
    fireAndForget(() => this.#store.set(`tab:${panelType}`, conversation.id));
  }

  /** Id of the conversation that a tab of this type showed last. */
  lastInTab(panelType: string): string | undefined {
    const id = this.#store.get(`tab:${panelType}`);
    return typeof id === "string" ? id : undefined;
  }

  /** The chat of an earlier conversation, saved or not, or of a new one; held for the caller. */
  async take(id: string | undefined): Promise<{ chat: Chat; hold: Disposable }> {
    const chat =
      id === undefined ? this.#add(new Conversation()) : (this.of(id) ?? (await this.#again(id)));
    return { chat, hold: this.hold(chat) };
  }

  async #again(id: string): Promise<Chat> {
    try {
      const saved = await this.#conversations.open(id);
      return this.of(id) ?? this.#add(saved ?? new Conversation({ id, changes: [] }));
    } catch (error) {
      report(error);
      return this.#add(new Conversation(), this.#drafts.of(id));
    }
  }

  /** A tab with this chat was closed. A draft that appears in no list moves to an empty side bar. */
  closedTab(chat: Chat): void {
    if (!this.shown.includes(chat))
      chat.queue.pause({ sentence: t("Paused because the tab of this conversation was closed.") });
    const isLost = chat.isComposed && chat.isUnasked && !this.shown.includes(chat);
    const isFree = this.side.isUnasked && !this.side.isComposed;
    if (isLost && isFree && this.of(chat.conversation.id) === chat) this.#show(chat);
  }

  /** Keeps this chat in memory, while it is shown or awaits an answer, until the result is disposed of. */
  hold(chat: Chat): Disposable {
    return this.#holds.hold(chat);
  }

  saveDraft(chat: Chat, draft: string): Promise<void> {
    chat.draft = draft;
    return this.#drafts.save(chat.conversation.id, draft);
  }

  /** Saves what was typed in a page for the conversation that it shows or showed before. */
  async saveTyped(conversationId: string, draft: string, page: unknown): Promise<void> {
    this.of(conversationId)?.typed(draft, page);
    // The chat may have been unloaded. A deleted conversation gets no draft back.
    if (await this.#conversations.has(conversationId))
      return this.#drafts.save(conversationId, draft);
  }

  #isWanted(chat: Chat): boolean {
    return chat === this.#side || chat.hasUnsent || this.#holds.isHeld(chat);
  }

  #tidy(): void {
    for (const chat of this.#chats.values())
      if (!this.#isWanted(chat)) fireAndForget(() => this.#unload(chat));
  }

  /** Saved conversations need not stay in memory. */
  async #unload(chat: Chat): Promise<void> {
    const { id } = chat.conversation;
    await this.#conversations.unload(id, () => {
      if (this.#isWanted(chat) || this.of(id) !== chat) return false;
      this.#chats.delete(id);
      this.release(chat);
      return true;
    });
  }

  #show(chat: Chat): void {
    this.#side = chat;
    this.#rememberSide();
    this.#changedSide.fire(chat);
    this.#tidy();
  }

  /** A draft without turns can be restored, too. */
  #rememberSide(): void {
    fireAndForget(() => this.#store.set(lastName, this.side.conversation.id));
  }

  #add(conversation: Conversation, draft = this.#drafts.of(conversation.id)): Chat {
    const chat = this.register(new Chat(conversation));
    chat.draft = draft;
    this.#drafts.keep(chat);
    this.#chats.set(conversation.id, chat);
    this.#conversations.keep(conversation);
    if (conversation.lastAnswered) this.#answered.fire(conversation);
    conversation.onDidChangeTurn(({ turn }) => {
      if (turn.result.state === "done") this.#answered.fire(conversation);
    });
    return chat;
  }

  #remove(id: string): void {
    fireAndForget(() => this.#drafts.forget(id));
    const chat = this.of(id);
    if (!chat) return;
    this.#chats.delete(id);
    if (this.#side === chat) this.#show(this.#add(new Conversation()));
    this.#removed.fire(chat);
    this.release(chat);
  }
}
