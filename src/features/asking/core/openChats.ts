import { t } from "../../../kit/l10n";
import { Chat } from "./chat";
import { Conversation } from "../../conversation/core/conversation";
import type { Turn } from "../../conversation/core/turn";
import { isNothing, nothingUnsent, type Unsent } from "../../conversation/core/unsent";
import type { Conversations } from "../../conversation/core/conversations";
import type { DraftFiles } from "../../conversation/core/draftFiles";
import type { Store } from "../../../platform/core/ports";
import { notFound } from "../../../platform/core/localError";
import { Owner, type Disposable } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { RefCount } from "../../../kit/refCount";
import { fireAndForget, report } from "../../../kit/unexpectedErrors";
import type { PendingConfirmations } from "./pendingConfirmations";
import { ChatPlaces } from "./chatPlaces";

/** How many answers the user has not seen, by conversation. */
class UnseenAnswers {
  readonly #counts = new Map<string, number>();
  readonly #changed = new Emitter<void>();

  readonly onDidChange = this.#changed.event;

  get conversationIds(): readonly string[] {
    return [...this.#counts.keys()];
  }

  in(conversationId: string): number {
    return this.#counts.get(conversationId) ?? 0;
  }

  add(conversationId: string): void {
    this.#counts.set(conversationId, this.in(conversationId) + 1);
    this.#changed.fire();
  }

  /** The user has seen them, or they are gone. */
  clear(conversationIds: readonly string[]): void {
    if (conversationIds.filter((id) => this.#counts.delete(id)).length > 0) this.#changed.fire();
  }
}

/** For a badge or a row. */
export function newAnswers(count: number): string {
  return count === 1 ? t("1 new answer") : t("{0} new answers", count);
}

/** Milliseconds. */
const revealedWithinMs = 2_000;

interface TurnOf {
  readonly conversation: Conversation;
  readonly turn: Turn;
}

/** The chats of this window: the one in the side bar, and those in editor tabs. */
export class OpenChats extends Owner {
  readonly #drafts: DraftFiles;
  readonly #conversations: Conversations;
  readonly #chats = new Map<string, Chat>();
  readonly #holds = new RefCount<Chat>(() => this.#tidy());
  readonly #changedSide = this.register(new Emitter<Chat>());
  readonly #removed = this.register(new Emitter<Chat>());
  readonly #answered = this.register(new Emitter<Conversation>());
  #side: Chat | undefined;

  readonly last: LastShown;
  /** Where chats are currently shown. */
  readonly places = new ChatPlaces();
  readonly unseen = new UnseenAnswers();

  readonly onDidChangeSide = this.#changedSide.event;
  /** Its conversation was deleted: it must no longer be shown anywhere. */
  readonly onDidRemove = this.#removed.event;
  /** The conversation of an open chat has an answer. */
  readonly onDidAnswer = this.#answered.event;

  constructor(store: Store, conversations: Conversations) {
    super();
    this.last = new LastShown(store);
    this.#drafts = conversations.drafts;
    this.#conversations = conversations;
    this.register(conversations.onDidRemove((id) => this.#remove(id)));
  }

  /** Reopens the conversation last shown in the side bar. Rejects with `storage` if it cannot be read. */
  async restore(): Promise<void> {
    const id = this.last.inSide;
    if (id === undefined || this.#side) return;
    try {
      const chat = await this.#load(id);
      // An empty one gets another id: several windows may have begun with it.
      this.#side ??= chat ?? this.#add(new Conversation());
    } finally {
      // What was composed is kept without the turns, but nothing may overwrite what is saved.
      this.#side ??= this.#add(new Conversation(), await this.#composed(id));
    }
  }

  get side(): Chat {
    if (!this.#side) {
      this.#side = this.#add(new Conversation());
      this.last.remember(this.#side);
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

  /** Starts a new conversation in the side bar; what is composed stays with the one before. */
  renewSide(): Chat {
    const fresh = this.#add(new Conversation());
    fresh.picked = this.side.picked;
    this.#show(fresh);
    return fresh;
  }

  /** Shows a conversation in the side bar; a new one is saved once something is asked or composed. */
  open(conversation: Conversation): Chat {
    const chat = this.#chats.get(conversation.id) ?? this.#addUnsaved(conversation);
    this.#show(chat);
    return chat;
  }

  /** An empty title restores the one made from the first question. Rejects with `not-found`, `storage`. */
  async rename(id: string, title: string): Promise<void> {
    const chat = this.of(id);
    if (chat) chat.conversation.rename(title);
    else await this.#conversations.rename(id, title);
  }

  /** Shows a saved conversation or draft in the side bar. Rejects with `not-found`, `storage`. */
  async openSaved(id: string): Promise<Chat> {
    const chat = this.of(id) ?? (await this.#load(id));
    if (!chat) throw notFound(t("This conversation no longer exists."));
    this.#show(chat);
    return chat;
  }

  /** A conversation by its id, shown or not. Rejects with `not-found`, `storage`. */
  async saved(id: string): Promise<Conversation> {
    const conversation = this.of(id)?.conversation ?? (await this.#conversations.open(id));
    if (!conversation) throw notFound(t("This conversation no longer exists."));
    return conversation;
  }

  /** The open chat of this conversation, if any; none once it was deleted. */
  of(conversationId: string): Chat | undefined {
    return this.#chats.get(conversationId);
  }

  /** The chat of an earlier conversation, saved or not, or of a new one; held for the caller. */
  async acquire(id: string | undefined): Promise<{ chat: Chat; hold: Disposable }> {
    const chat =
      id === undefined ? this.#add(new Conversation()) : (this.of(id) ?? (await this.#again(id)));
    return { chat, hold: this.hold(chat) };
  }

  async #again(id: string): Promise<Chat> {
    try {
      return (await this.#load(id)) ?? this.#add(new Conversation({ id, changes: [] }));
    } catch (error) {
      report(error);
      return this.#add(new Conversation(), await this.#composed(id));
    }
  }

  /** `undefined` if nothing was asked in it, and nothing is composed for it. */
  async #load(id: string): Promise<Chat | undefined> {
    const saved = await this.#conversations.open(id);
    const unsent = this.of(id) ? nothingUnsent : await this.#drafts.read(id);
    const known = this.of(id);
    if (known || (!saved && isNothing(unsent))) return known;
    return this.#add(saved ?? new Conversation({ id, changes: [] }), unsent);
  }

  /** What is composed for a conversation that cannot be read. */
  #composed(id: string): Promise<Unsent> {
    return this.#drafts.read(id).catch(() => nothingUnsent);
  }

  /** A tab with this chat was closed. What is composed in it stays in the list. */
  closedTab(chat: Chat): void {
    if (this.shown.includes(chat)) return;
    chat.pending.leave();
    chat.queue.pause({ sentence: t("Paused because the tab of this conversation was closed.") });
  }

  /** Keeps this chat in memory, while it is shown or awaits an answer, until the result is disposed of. */
  hold(chat: Chat): Disposable {
    return this.#holds.hold(chat);
  }

  /** Takes what was typed in a page for the conversation that it shows or showed before. */
  async saveTyped(conversationId: string, draft: string, page: unknown): Promise<void> {
    const chat = this.of(conversationId);
    if (chat) chat.setDraft(draft, page);
    else await this.#drafts.saveText(conversationId, draft);
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
    const before = this.#side;
    if (chat === before) return;
    this.#side = chat;
    this.last.remember(this.#side);
    this.#changedSide.fire(chat);
    if (before && !this.shown.includes(before)) before.pending.leave();
    this.#tidy();
  }

  /** Where something about this chat is asked: in the side bar if the chat is not in view. */
  async #seen({ pending }: Chat): Promise<PendingConfirmations> {
    const { reveal } = this.places;
    if (pending.canAsk || !reveal) return pending;
    await reveal();
    await this.places.until(() => pending.canAsk || this.side.pending.canAsk, revealedWithinMs);
    return pending.canAsk ? pending : this.side.pending;
  }

  #add(conversation: Conversation, unsent = nothingUnsent): Chat {
    const chat = this.#addUnsaved(conversation, unsent);
    this.#conversations.keep(conversation);
    return chat;
  }

  #addUnsaved(conversation: Conversation, unsent = nothingUnsent): Chat {
    const { id } = conversation;
    const isInView = (): boolean => this.places.isVisible(id);
    const chat = this.register(new Chat(conversation, unsent, isInView));
    chat.pending.seen = () => this.#seen(chat);
    chat.keepIn(this.#drafts);
    this.#chats.set(id, chat);
    const keep = (): void => this.#conversations.keep(conversation);
    conversation.onDidRecord(keep);
    for (const changed of [chat.onDidChange, chat.onDidType])
      changed(() => (chat.hasUnsent ? keep() : undefined));
    if (conversation.lastAnswered) this.#answered.fire(conversation);
    conversation.onDidChangeTurn(({ turn }) => {
      if (turn.result.state === "done") this.#answered.fire(conversation);
    });
    return chat;
  }

  #remove(id: string): void {
    const chat = this.of(id);
    if (!chat) return;
    this.#chats.delete(id);
    if (this.#side === chat) this.#show(this.#add(new Conversation()));
    this.#removed.fire(chat);
    this.release(chat);
  }
}

const sideName = "conversation";
const tabName = (panelType: string): string => `tab:${panelType}`;

/** Ids of the conversations that the side bar and the tabs showed last. */
class LastShown {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  get inSide(): string | undefined {
    return this.#get(sideName);
  }

  inTab(panelType: string): string | undefined {
    return this.#get(tabName(panelType));
  }

  /** `panelType`: of the tab; the side bar has none. */
  remember({ conversation }: Chat, panelType?: string): void {
    const name = panelType === undefined ? sideName : tabName(panelType);
    fireAndForget(() => this.#store.set(name, conversation.id));
  }

  #get(name: string): string | undefined {
    const id = this.#store.get(name);
    return typeof id === "string" ? id : undefined;
  }
}
