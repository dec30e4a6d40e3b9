import type * as vscode from "vscode";
import { type Disposable, Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { type ComparisonCalls, comparisonCalls } from "../../../page/protocol/calls";
import type {
  ComparisonContent,
  ComparisonEvent,
  ComparisonColumn,
  ComparisonView,
} from "../../../page/protocol/comparisonViews";
import type { HostEvent, HostMessage } from "../../../page/protocol/messages";
import { Throttled } from "../../../platform/editor/throttled";
import type { Chat } from "../../asking/core/chat";
import type { ChatPresenter } from "../../chat/editor/chatPresenter";
import { LiveAnswers } from "../../chat/editor/chatPage";
import { answerCall, type HandlersOf } from "../../chat/editor/pageCall";
import { beginningOf, tokensView } from "../../chat/editor/turnView";
import type { Turn, TurnChange, WholeChange } from "../../conversation/core/turn";
import { type Column, type Comparison, comparisonOf, maxColumns } from "../core/comparisonColumns";

/** Columns may change several times at once, in milliseconds. */
const viewIntervalMs = 100;

export interface ComparisonPageParts {
  readonly presenter: ChatPresenter;
  nameOf(hubScope: string): string;
  problemOf(column: Column): Promise<string | undefined>;
  handlers(page: ComparisonPage): HandlersOf<keyof ComparisonCalls>;
}

interface PageWebview {
  postMessage(message: unknown): Thenable<boolean>;
  onDidReceiveMessage(listener: (message: unknown) => unknown): vscode.Disposable;
}

/** The page of a comparison. It is only a view, like the page of a chat. */
export class ComparisonPage extends Owner {
  readonly chat: Chat;
  readonly #webview: PageWebview;
  readonly #parts: ComparisonPageParts;
  readonly #view: Throttled;
  /** A turn of the comparison; another one may take its place in the chat. */
  #turnId: string;
  #ready = false;
  readonly #gone = this.register(new Emitter<void>());
  /** Its turn was removed. */
  readonly onDidGo = this.#gone.event;
  /** Ids of turns that the page shows as waiting. */
  readonly #waiting = new Set<string>();

  constructor(webview: PageWebview, chat: Chat, turnId: string, parts: ComparisonPageParts) {
    super();
    this.chat = chat;
    this.#webview = webview;
    this.#parts = parts;
    this.#turnId = turnId;
    const { conversation } = chat;
    const { presenter } = parts;
    this.#view = this.register(new Throttled(() => this.#sendView(), viewIntervalMs));
    const own: Disposable[] = [
      conversation.onDidChangeTurn((change) => this.#sendChange(change)),
      conversation.onDidChange((change) => {
        if (change.kind === "removed") this.#remove(change);
        this.#view.run();
      }),
      new LiveAnswers(
        conversation,
        (turn) => this.#has(turn),
        (turnId, live) => this.#post({ event: "live", turnId, live }),
      ),
      presenter.onDidChangeAnswer(({ conversationId, event }) => {
        if (conversationId === conversation.id) this.#post(event);
      }),
      presenter.onDidChange(() => this.#view.run()),
      presenter.onDidChangeHub(() => this.#sendAll()),
    ];
    for (const one of own) this.register(one);
    // Last: the page may have called already.
    const handlers = parts.handlers(this);
    const post = (message: HostMessage) => this.#post(message);
    this.register(
      webview.onDidReceiveMessage((message) =>
        answerCall(message, comparisonCalls, handlers, post),
      ),
    );
  }

  focus(): void {
    this.#post({ event: "focus" });
  }

  /** `undefined` once its turn is gone. */
  get comparison(): Comparison | undefined {
    return comparisonOf(this.chat.conversation, this.#turnId);
  }

  /** All that the page draws, for one that has just loaded. */
  async content(): Promise<ComparisonContent | undefined> {
    this.#ready = true;
    const { comparison } = this;
    if (!comparison) return undefined;
    return {
      comparison: await comparisonView(comparison, this.#parts),
      turns: comparison.columns.map(({ turn }) => this.#turnView(turn)),
    };
  }

  #remove({ turnId, by }: Extract<WholeChange, { kind: "removed" }>): void {
    if (turnId === this.#turnId && by !== undefined) this.#turnId = by;
    this.#post({ event: "removed", turnId });
    if (!this.comparison) this.#gone.fire();
  }

  #has(turn: Turn): boolean {
    const main = this.comparison?.main.id;
    return main !== undefined && (turn.id === main || turn.beside === main);
  }

  #turnView(turn: Turn) {
    if (turn.result.state === "waiting") this.#waiting.add(turn.id);
    return this.#parts.presenter.turn(turn, this.chat.conversation);
  }

  #sendChange({ turn, what }: TurnChange): void {
    if (!this.#has(turn)) return;
    const { tokens } = tokensView(turn);
    if (what === "turn") fireAndForget(() => this.#sendTurn(turn));
    else if (tokens) this.#post({ event: "cost", turnId: turn.id, tokens });
    this.#view.run();
  }

  /** For a long answer that has just arrived, its beginning is sent ahead. */
  async #sendTurn(turn: Turn): Promise<void> {
    if (!this.#ready) return;
    const isNew = this.#waiting.delete(turn.id);
    const view = this.#turnView(turn);
    const beginning = isNew && beginningOf(view);
    if (beginning)
      await this.#webview.postMessage({ event: "turn", turn: beginning } satisfies HostEvent);
    const now = this.chat.conversation.get(turn.id);
    if (now) this.#post({ event: "turn", turn: now === turn ? view : this.#turnView(now) });
  }

  async #sendView(): Promise<void> {
    const { comparison } = this;
    if (!this.#ready || !comparison) return;
    this.#turnId = comparison.main.id;
    const view = await comparisonView(comparison, this.#parts);
    this.#post({ event: "comparison", comparison: view });
  }

  async #sendAll(): Promise<void> {
    for (const { turn } of this.comparison?.columns ?? []) await this.#sendTurn(turn);
    await this.#sendView();
  }

  #post(message: HostMessage | ComparisonEvent): void {
    const isReply = "reply" in message;
    if (!this.disposed && (this.#ready || isReply))
      fireAndForget(() => this.#webview.postMessage(message));
  }
}

interface ViewParts {
  nameOf(hubScope: string): string;
  /** Why a column can no longer be asked. */
  problemOf(column: Column): Promise<string | undefined>;
}

/** A comparison as its page draws it; turns are sent separately. */
async function comparisonView(
  { conversation, main, columns }: Comparison,
  { nameOf, problemOf }: ViewParts,
): Promise<ComparisonView> {
  const problems = await Promise.all(columns.map(problemOf));
  const areOfSeveralHubs = new Set(columns.map(({ settings }) => settings.hubScope)).size > 1;
  const { typed, attachments = [] } = main.question;
  return {
    conversationId: conversation.id,
    turnId: main.id,
    question: { typed, attachments: attachments.map(({ label }) => label) },
    columns: columns.map(({ id, settings, turn }, at): ComparisonColumn => {
      const { asked, beside, result } = turn;
      const problem = problems[at];
      return {
        id,
        turnId: turn.id,
        expertName: asked.expertName,
        ...(settings.abilityId !== undefined && {
          abilityName: asked.abilityName ?? `#${settings.abilityId}`,
        }),
        ...(settings.modelId !== undefined && {
          modelName: asked.modelName ?? `#${settings.modelId}`,
        }),
        ...(settings.temperature !== undefined && { temperature: settings.temperature }),
        modelOnly: settings.mode === "model",
        builtIn: asked.builtIn,
        ...(areOfSeveralHubs && { hubLabel: nameOf(settings.hubScope) }),
        isBaseline: turn === main,
        canContinue: beside !== undefined && result.state === "done",
        ...(problem !== undefined && { problem }),
      };
    }),
    canAdd: columns.length < maxColumns,
  };
}
