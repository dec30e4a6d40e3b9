import type * as vscode from "vscode";
import type { Chat } from "../../asking/core/chat";
import type { Turn, WholeChange } from "../../conversation/core/turn";
import { Owner, type Disposable } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { actions, type ChatCalls, chatCalls } from "../../../page/protocol/calls";
import type { HostEvent, HostMessage } from "../../../page/protocol/messages";
import type { ChatView, PageState, TurnView, LiveView } from "../../../page/protocol/views";
import { beginningOf, tokensView, liveView } from "./turnView";
import type { Handlers } from "./handlers";
import { answerCall } from "./pageCall";
import type { ChatPresenter } from "./chatPresenter";
import type { PageCommand, ShownState } from "../../../contract/vocabulary";
import type { Conversation } from "../../conversation/core/conversation";
import { Throttled } from "../../../platform/editor/throttled";

/** Often enough to read along, in milliseconds. */
const liveIntervalMs = 100;
/** A long text is sent less often, as all of it is sent each time: a second more for this many characters. */
const charactersPerSecond = 500_000;

/** Sends a page how the answers that it shows come along. */
export class LiveAnswers extends Owner {
  readonly #due = new Set<string>();
  readonly #sentAt = new Map<string, number>();

  constructor(
    conversation: Conversation,
    isShown: (turn: Turn) => boolean,
    send: (turnId: string, live: LiveView) => void,
  ) {
    super();
    const job = this.register(
      new Throttled(() => {
        const now = performance.now();
        for (const turnId of this.#due) {
          const live = conversation.live(turnId);
          const pauseMs = ((live?.text.length ?? 0) / charactersPerSecond) * 1000;
          if (live && now < (this.#sentAt.get(turnId) ?? -Infinity) + pauseMs) continue;
          this.#due.delete(turnId);
          this.#sentAt.set(turnId, now);
          if (live) send(turnId, liveView(live));
        }
        if (this.#due.size > 0) queueMicrotask(() => job.run());
      }, liveIntervalMs),
    );
    this.register(
      conversation.onDidProgress((turnId) => {
        const turn = conversation.get(turnId);
        if (!turn || !isShown(turn)) return;
        this.#due.add(turnId);
        job.run();
      }),
    );
  }
}

/** As many as the page draws at once; the others follow when it requests them. */
const sentAtOnce = 12;
const batchSize = 200;

const isInChat = ({ beside, aside }: Turn): boolean => beside === undefined && aside === undefined;

export interface ChatPageParts {
  presenter: ChatPresenter;
  handlers(page: ChatPage): Handlers;
  /** Keeps a chat in memory until disposed. */
  hold(chat: Chat): Disposable;
}

/** One page and the chat it shows. The page is only a view: after a reload it requests everything again. */
export class ChatPage extends Owner {
  /** Brings it to the front of the window; set by what shows it. */
  bring: () => unknown = () => undefined;
  /** What the page says a question would be sent with. */
  shownState: ShownState | undefined;
  readonly #webview: Pick<vscode.Webview, "postMessage">;
  readonly #parts: ChatPageParts;
  #chat: Chat;
  #subscriptions: Disposable[] = [];
  /** Ids of the conversations that it has shown. */
  readonly #shown = new Set<string>();
  #ready = false;
  /** Ids of turns that have yet to be sent to the page. */
  #unsent: readonly string[] = [];
  #whenReady: HostEvent | undefined;
  /** Ids of turns that the page shows as waiting. */
  readonly #waiting = new Set<string>();
  readonly #entered = this.register(new Emitter<void>());

  /** The user has just moved into this page. */
  readonly onDidEnter = this.#entered.event;

  constructor(
    webview: Pick<vscode.Webview, "postMessage"> & {
      onDidReceiveMessage(listener: (message: unknown) => unknown): Disposable;
    },
    chat: Chat,
    parts: ChatPageParts,
  ) {
    super();
    this.#webview = webview;
    this.#parts = parts;
    this.#chat = chat;
    this.register(parts.presenter.onDidChange(() => this.#sendState()));
    this.register(parts.presenter.onDidChangeHub(() => this.#sendChat()));
    this.register(parts.presenter.onDidSuggest(() => this.#sendSuggestion()));
    this.#subscribe();
    // Last: the page may have called already.
    const handlers = parts.handlers(this);
    const post = (message: HostMessage) => this.#post(message);
    const before = (name: keyof ChatCalls) => actions.has(name) && this.#chat.pending.endNotices();
    this.register(
      webview.onDidReceiveMessage((message) =>
        answerCall(message, chatCalls, handlers, post, before),
      ),
    );
  }

  get chat(): Chat {
    return this.#chat;
  }

  hasShown(conversationId: string): boolean {
    return this.#shown.has(conversationId);
  }

  /** Resolves once the current state has been sent to the page. */
  redraw(): Promise<void> {
    return this.#sendState();
  }

  /** Shows another chat in this page. */
  async show(chat: Chat): Promise<void> {
    this.#chat = chat;
    this.#subscribe();
    await this.#sendChat();
  }

  async #sendChat(): Promise<void> {
    if (this.#ready) this.#post({ event: "chat", chat: await this.view() });
  }

  /** The complete state, for a page that has just loaded. */
  async view(): Promise<ChatView> {
    const chat = this.#chat;
    this.#ready = true;
    if (this.#whenReady) this.#post(this.#whenReady);
    this.#whenReady = undefined;
    const pageState = await this.#pageState(chat);
    const { turns } = chat.conversation;
    const split = Math.max(0, turns.length - sentAtOnce);
    this.#unsent = turns.slice(0, split).map(({ id }) => id);
    return {
      pageState,
      turns: turns.slice(split).map((turn) => this.#turnView(turn)),
      more: split > 0,
    };
  }

  /** The next batch of older turns, newest first; the page requests it after drawing the previous one. */
  sendEarlier(): void {
    const ids = this.#unsent.slice(-batchSize);
    if (ids.length === 0) return;
    this.#unsent = this.#unsent.slice(0, -ids.length);
    const { conversation } = this.#chat;
    const turns = ids.flatMap((id) => conversation.get(id) ?? []);
    this.#post({
      event: "earlier",
      conversationId: conversation.id,
      turns: turns.map((turn) => this.#turnView(turn)),
      more: this.#unsent.length > 0,
    });
  }

  entered(): void {
    this.#entered.fire();
  }

  /** Brings it to the front, and puts the cursor into the composer. */
  async focus(): Promise<void> {
    await this.bring();
    this.enterBox();
  }

  /** Puts the cursor into the composer, once the page has the focus. */
  enterBox(): void {
    this.#postOrKeep({ event: "focus" });
  }

  find(): void {
    this.#postOrKeep({ event: "find" });
  }

  run(command: PageCommand): void {
    this.#postOrKeep({ event: "command", command });
  }

  /** Scrolls to this turn. */
  reveal(turnId: string): void {
    this.#postOrKeep({ event: "reveal", turnId });
  }

  #postOrKeep(event: HostEvent): void {
    if (this.#ready) this.#post(event);
    else this.#whenReady = event;
  }

  /** For a long answer that has just arrived, its beginning is sent ahead. */
  async #sendTurn(turn: Turn): Promise<void> {
    const chat = this.#chat;
    const isNew = this.#waiting.delete(turn.id);
    const view = this.#turnView(turn);
    const beginning = isNew && beginningOf(view);
    if (beginning) {
      await this.#webview.postMessage({ event: "turn", turn: beginning } satisfies HostEvent);
      const now = chat.conversation.get(turn.id);
      if (chat !== this.#chat || !now) return;
      this.#post({ event: "turn", turn: now === turn ? view : this.#turnView(now) });
    } else this.#post({ event: "turn", turn: view });
  }

  #sendCost(turn: Turn): void {
    const { tokens } = tokensView(turn);
    if (this.#ready && tokens) this.#post({ event: "cost", turnId: turn.id, tokens });
  }

  #sendSuggestion(): void {
    const suggested = this.#parts.presenter.suggestion(this.#chat);
    if (this.#ready) this.#post({ event: "suggested", ...(suggested && { suggested }) });
  }

  #sendChange(change: WholeChange): void | Promise<void> {
    if (!this.#ready) return;
    if (change.kind !== "removed" && change.kind !== "title") return this.#sendChat();
    const removed = change.kind === "removed" && this.#chat.conversation.known(change.turnId);
    if (removed && removed.beside !== undefined) return this.#sendOthers(removed.beside);
    if (removed) this.#post({ event: "removed", turnId: removed.id });
    return this.#sendState();
  }

  #sendOthers(turnId: string): void {
    const { conversation } = this.#chat;
    const turn = this.#ready && conversation.get(turnId);
    const others = turn && this.#parts.presenter.others(turn, conversation);
    if (others) this.#post({ event: "others", turnId, others });
  }

  #turnView(turn: Turn): TurnView {
    if (turn.result.state === "waiting") this.#waiting.add(turn.id);
    return this.#parts.presenter.turn(turn, this.#chat.conversation);
  }

  #subscribe(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    const { conversation } = this.#chat;
    this.#shown.add(conversation.id);
    this.#subscriptions = [
      this.#parts.hold(this.#chat),
      new LiveAnswers(conversation, isInChat, (turnId, live) =>
        this.#post({ event: "live", turnId, live }),
      ),
      this.#chat.onDidChange(() => this.#sendState()),
      this.#chat.onDidType((page) => (page === this ? undefined : this.#sendState())),
      conversation.onDidChange((change) => this.#sendChange(change)),
      this.#parts.presenter.onDidChangeAnswer(({ conversationId: id, event }) => {
        if (id === conversation.id) this.#post(event);
      }),
      conversation.onDidChangeTurn(({ turn, what }) => {
        const beside = turn.beside ?? turn.aside?.by;
        if (beside !== undefined) return this.#sendOthers(beside);
        // A turn that the page does not have yet will be sent in its latest state.
        const isUnsent = this.#unsent.includes(turn.id);
        if (!isUnsent && what === "cost") this.#sendCost(turn);
        else if (!isUnsent) fireAndForget(() => this.#sendTurn(turn));
        return this.#sendState();
      }),
    ];
  }

  async #sendState(): Promise<void> {
    if (!this.#ready) return;
    const chat = this.#chat;
    const pageState = await this.#pageState(chat);
    if (chat === this.#chat) this.#post({ event: "pageState", pageState });
  }

  async #pageState(chat: Chat): Promise<PageState> {
    const pageState = await this.#parts.presenter.of(chat);
    if (chat === this.#chat) this.shownState = pageState.shownState;
    return pageState;
  }

  #post(message: HostMessage): void {
    if (!this.disposed) fireAndForget(() => this.#webview.postMessage(message));
  }

  override dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    super.dispose();
  }
}
