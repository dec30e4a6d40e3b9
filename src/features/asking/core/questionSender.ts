import { t } from "../../../kit/l10n";
import type { AskingOptions, QuestionRunner } from "./questionRunner";
import { stillAnswering } from "./notSent";
import type { Chat } from "./chat";
import type { ContextUse } from "./contextRoom";
import type { Connection } from "../../connection/core/connection";
import type { Question } from "../../conversation/core/question";
import type { Turn } from "../../conversation/core/turn";
import { documentAddress } from "./documentAddress";
import {
  composedQuestion,
  outsiderOf,
  type ComposedText,
  type Dispatch,
  type Overrides,
  type SendOptions,
  type SentQuestion,
  type Settled,
} from "./composedQuestion";
import type { Confirmation } from "./confirmation";
import { ConversationHubs } from "./conversationHubs";
import { type ExpertOptions, offAsNow } from "./options";
import type { DefaultExpert } from "../../experts/core/defaultExpert";
import type { Roster, SavedExpert } from "../../experts/core/roster";
import { gone } from "../../../platform/core/localError";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { expectShown, marksOf, type ShownMarks } from "./questionMarks";
import type { OpenChats } from "./openChats";
import { confirmed } from "./confirmed";
import type { Prepared } from "./preparedQuestion";
import type { QuestionTools } from "./questionTools";
import { questionAgain } from "./stillOffered";
import type { QuestionMarks } from "../../../contract/vocabulary";

interface QuestionSenderParts {
  connection: Connection;
  runner: QuestionRunner;
  roster: Roster;
  options: ExpertOptions;
  chats: OpenChats;
  defaultExpert: Pick<DefaultExpert, "current">;
  confirmation: Confirmation;
  tools: Pick<QuestionTools, "expectTrust">;
}

/** Sends questions from the composer. Rejects, and loses nothing, if a question is not sent. */
export class QuestionSender extends Owner {
  readonly #parts: QuestionSenderParts;
  /** Chats with a question that is still being checked, so that a second one has to wait. */
  readonly #dispatching = new Set<Chat>();
  readonly #settled = this.register(new Emitter<Settled>());

  readonly onDidSettle = this.#settled.event;

  readonly hubs: ConversationHubs;

  constructor(parts: QuestionSenderParts) {
    super();
    this.#parts = parts;
    this.hubs = new ConversationHubs(parts.connection);
    this.register(parts.chats.onDidRemove((chat) => this.stop(chat)));
  }

  /** The expert picked for this chat, else the default of a new conversation, else the current one. */
  expertOf({ picked, isUnasked }: Chat): SavedExpert | undefined {
    const { connection, roster, defaultExpert } = this.#parts;
    const own = picked && picked.hubScope === connection.hub?.scope && roster.get(picked.id);
    return own || (isUnasked ? defaultExpert.current : undefined) || roster.current;
  }

  /** Picks an expert of the hub in use for this chat. */
  pick(chat: Chat, expertId: number): void {
    const { hub } = this.#parts.connection;
    if (hub) chat.picked = { id: expertId, hubScope: hub.scope };
  }

  /** What a question would be sent with now. */
  marks(chat: Chat): QuestionMarks {
    const { connection, options } = this.#parts;
    const expert = this.expertOf(chat);
    return marksOf({
      chat,
      hubScope: connection.hub?.scope,
      expert,
      options: options.effective(expert?.id),
    });
  }

  /** Throws `conflict` if any of this has changed, possibly in another window. */
  expectShown(chat: Chat, shown: ShownMarks | undefined): void {
    if (!shown) return;
    try {
      expectShown(shown, this.marks(chat));
    } catch (error) {
      this.#parts.connection.reload();
      this.#parts.roster.reload();
      throw error;
    }
  }

  /** A question is in progress. */
  isBusy(chat: Chat): boolean {
    return this.#parts.runner.isBusy(chat.conversation);
  }

  /** A question is in progress or about to be sent: another one needs another conversation. */
  isTaken(chat: Chat): boolean {
    return this.#dispatching.has(chat) || this.isBusy(chat);
  }

  /** Exactly what `send` would send with this text in the composer. */
  preview(chat: Chat, typed: string): Prepared {
    const question = this.#question(chat, { typed, attachments: chat.attachments });
    return this.#parts.runner.prepare(chat.conversation, question);
  }

  /** How much of the model's context that would need without what is typed, if it is known. */
  contextUse(chat: Chat): ContextUse | undefined {
    const { attachments, conversation } = chat;
    const question = this.expertOf(chat) && this.#question(chat, { typed: "", attachments });
    return question && this.#parts.runner.contextUse(conversation, question);
  }

  /** Sends what is in the composer, and clears the composer once it is sent. */
  async send(chat: Chat, options: SendOptions = {}): Promise<SentQuestion> {
    const { typed = chat.draft, fixed = {}, shown } = options;
    this.expectShown(chat, shown);
    const { attachments } = chat;
    const question = this.#question(chat, { typed, attachments }, fixed);
    const { settled } = await this.#dispatch(chat, question);
    chat.taken({ typed, attachments });
    return { settled: this.#restoring(chat, settled) };
  }

  /**
   * Asks something other than what is in the composer, which is left unchanged. Nothing is sent if
   * `signal` is aborted before.
   */
  async ask(
    chat: Chat,
    composed: ComposedText,
    fixed: Overrides = {},
    use: Pick<Dispatch, "signal" | "by" | "outsider" | "slot"> = {},
  ): Promise<SentQuestion> {
    return this.#dispatch(chat, this.#question(chat, composed, fixed), use);
  }

  /** Asks what was composed before, with what is selected now. */
  async askQueued(chat: Chat, composed: ComposedText): Promise<void> {
    const { settled } = await this.ask(chat, composed);
    fireAndForget(() => this.#restoring(chat, settled));
  }

  /** Asks the question of this turn again, at the end, with some parts changed. */
  async askAgain(
    chat: Chat,
    turn: Turn,
    { chosen, shown }: { chosen: Overrides; shown?: ShownMarks | undefined },
  ): Promise<SentQuestion> {
    this.expectShown(chat, shown && { hub: shown.hub });
    this.hubs.expectSame(turn);
    const question = questionAgain(turn, this.#parts.roster, chosen);
    return this.#dispatch(chat, question, { again: true });
  }

  /** Asks an unanswered question again, at the end, replacing the original. */
  async retry(chat: Chat, turnId: string, shown?: ShownMarks): Promise<SentQuestion> {
    this.expectShown(chat, shown && { hub: shown.hub });
    const turn = chat.conversation.get(turnId);
    if (!turn || turn.result.state === "done") throw gone(t("This question no longer exists."));
    this.hubs.expectSame(turn);
    const question = questionAgain(turn, this.#parts.roster);
    return this.#dispatch(chat, question, { again: true, replacing: turnId });
  }

  stop(chat: Chat): void {
    this.#parts.runner.stop(chat.conversation);
  }

  #question(chat: Chat, composed: ComposedText, fixed: Overrides = {}): Question {
    const expertId = fixed.expertId ?? this.expertOf(chat)?.id;
    return composedQuestion(this.#parts, composed, { ...fixed, expertId });
  }

  /** The only way to send: nothing is sent before every confirmation has been given. */
  async #dispatch(
    chat: Chat,
    given: Question,
    { again = false, replacing, signal, by = "chat", outsider, slot }: Dispatch = {},
  ): Promise<SentQuestion> {
    const { runner, confirmation, connection, tools } = this.#parts;
    const { hub } = connection;
    const isSameHub = () => connection.hub?.scope === hub?.scope;
    return this.alone(chat, async () => {
      this.hubs.expect(chat);
      const present = again ? this.#parts.options.of(given.expertId) : undefined;
      const question = present ? offAsNow(given, present) : given;
      // A saved question is as untrusted as the file that it came from.
      question.documentUrls?.forEach(documentAddress);
      tools.expectTrust(question, hub);
      const prepared = runner.prepare(chat.conversation, question);
      const { typed, attachments = [], earlier = [] } = question;
      const asker = outsider ?? outsiderOf(question.caller ?? by);
      const outgoing = {
        typed,
        attachments,
        earlier,
        ...prepared,
        ...(present && { present }),
        outsider: asker,
      };
      const ask = (over: AbortSignal) => confirmation.confirm(chat, outgoing, over);
      await confirmed(this.#parts, chat, ask, { isSameHub, signal });
      return this.launch(chat, prepared, { replacing, by, slot });
    });
  }

  /** Prepares a question while nothing else can be sent from this chat, and keeps the chat meanwhile. */
  async alone<T>(chat: Chat, prepare: () => Promise<T>): Promise<T> {
    if (this.isTaken(chat)) throw stillAnswering();
    this.#dispatching.add(chat);
    const hold = this.#parts.chats.hold(chat);
    try {
      return await prepare();
    } finally {
      this.#dispatching.delete(chat);
      hold.dispose();
    }
  }

  /** Sends what was confirmed. */
  launch(
    chat: Chat,
    prepared: Prepared,
    options: Pick<AskingOptions, "replacing" | "by" | "slot"> = {},
  ): SentQuestion {
    const settled = this.#parts.runner.ask(chat.conversation, prepared, options);
    const hold = this.#parts.chats.hold(chat);
    // From here on, picking another expert elsewhere affects other conversations only.
    const { hubScope } = prepared.asked;
    const { expertId } = prepared.question;
    if (chat.picked?.hubScope !== hubScope) chat.picked = { id: expertId, hubScope };
    fireAndForget(async () => {
      try {
        this.#settled.fire({ chat, turn: await settled });
      } finally {
        hold.dispose();
      }
    });
    return { settled };
  }

  async #restoring(chat: Chat, settled: Promise<Turn>): Promise<Turn> {
    const turn = await settled;
    if (turn.result.state === "stopped") chat.restore(turn.question);
    return turn;
  }
}
