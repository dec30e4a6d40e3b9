import { HubError } from "../../../contract/errors";
import type { ShownState } from "../../../contract/vocabulary";
import { unlessAborted } from "../../../kit/abort";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { notFound } from "../../../platform/core/localError";
import { searchOnlyModelId } from "../../../contract/builtInHubApi";
import type { Connection, Hub, HubAccount } from "../../connection/core/connection";
import {
  type Attachment,
  isInstructions,
  withoutInstructions,
} from "../../conversation/core/attachment";
import type { Turn } from "../../conversation/core/turn";
import type { PickedExpert } from "../../conversation/core/unsent";
import type { DefaultExpert } from "../../experts/core/defaultExpert";
import type { Roster, SavedExpert } from "../../experts/core/roster";
import { setupError } from "../../experts/core/setup";
import type { Chat } from "./chat";
import type { ContextUse } from "./contextBudget";
import { ConversationHubs } from "./conversationHubs";
import { type ExpertOptions, offAsNow, documentAddress } from "./options";
import type { OpenChats } from "./openChats";
import {
  type Confirmation,
  assertContent,
  hubChanged,
  type PreparedQuestion,
  questionAgain,
  type QuestionToAsk,
  type ConcurrencyLimit,
  stillAnswering,
} from "./preparedQuestion";
import { assertShown, shownStateOf } from "./shownState";
import type { QuestionRunner } from "./questionRunner";
import type { QuestionTools } from "./questionTools";

interface QuestionSenderParts {
  readonly connection: Connection;
  readonly runner: QuestionRunner;
  readonly roster: Roster;
  readonly options: ExpertOptions;
  readonly chats: OpenChats;
  readonly defaultExpert: Pick<DefaultExpert, "current">;
  readonly confirmation: Confirmation;
  readonly tools: Pick<QuestionTools, "assertTrusted" | "ofEditor">;
  readonly instructions: FolderInstructions;
}

/** What a folder tells those who are asked about its files. */
export interface FolderInstructions {
  /** None may be sent otherwise. */
  readonly areOn: boolean;
  /** Those for what is composed in a chat. */
  of(chat: Pick<Chat, "attachments" | "withoutInstructions">): Attachment | undefined;
}

/** A question that was sent: `settled` resolves whatever the outcome. */
export interface SentQuestion {
  readonly settled: Promise<Turn>;
}

/** A question of this chat is no longer waiting for an answer, whatever the outcome. */
export interface Settled {
  readonly chat: Chat;
  readonly turn: Turn;
}

/** How questions that are sent together are summed up for the user, and wait for each other. */
interface Together {
  summary(prepared: readonly PreparedQuestion[]): string;
  limitOf(prepared: PreparedQuestion): ConcurrencyLimit | undefined;
}

/** The one way to send questions. Rejects, and loses nothing, if a question is not sent. */
export class QuestionSender extends Owner {
  readonly #parts: QuestionSenderParts;
  /** Chats with a question that is still being checked, so that a second one has to wait. */
  readonly #dispatching = new Set<Chat>();
  /** Those with questions that are still being checked, to stand beside a turn. */
  readonly #dispatchingAlternatives = new Set<Chat>();
  readonly #settled = this.register(new Emitter<Settled>());

  readonly onDidSettle = this.#settled.event;

  readonly hubs: ConversationHubs;

  constructor(parts: QuestionSenderParts) {
    super();
    this.#parts = parts;
    this.hubs = new ConversationHubs(parts.connection);
    this.register(parts.chats.onDidRemove(({ conversation }) => parts.runner.leave(conversation)));
  }

  /** Who is asked the next question: the expert named for it alone, else that of the chat. */
  expertOf(chat: Chat): SavedExpert | undefined {
    return this.#here(chat.once) ?? this.lastingExpertOf(chat);
  }

  /** The expert picked for this chat, else the default of a new conversation, else the current one. */
  lastingExpertOf({ picked, isUnasked }: Chat): SavedExpert | undefined {
    const { roster, defaultExpert } = this.#parts;
    const ofNew = isUnasked ? defaultExpert.current : undefined;
    return this.#here(picked) ?? ofNew ?? roster.current;
  }

  /** One of the hub in use. */
  #here(picked: PickedExpert | undefined): SavedExpert | undefined {
    const { connection, roster } = this.#parts;
    return picked && picked.hubScope === connection.hub?.scope ? roster.get(picked.id) : undefined;
  }

  pick(chat: Chat, expertId: number): void {
    const { hub } = this.#parts.connection;
    if (hub) chat.picked = { id: expertId, hubScope: hub.scope };
  }

  /** Names an expert of the hub in use for the next question alone. */
  nameOnce(chat: Chat, expertId: number): void {
    const { hub } = this.#parts.connection;
    const lasting = this.lastingExpertOf(chat);
    if (!lasting) this.pick(chat, expertId);
    else if (hub)
      chat.once = lasting.id === expertId ? undefined : { id: expertId, hubScope: hub.scope };
  }

  /** What a question to this expert, or else to that of the chat, would be sent with now. */
  shownState(chat: Chat, expertId?: number): ShownState {
    const { connection, options, roster, tools } = this.#parts;
    const expert = expertId === undefined ? this.expertOf(chat) : roster.get(expertId);
    const editorTools = expert
      ? tools.ofEditor({ expertId: expert.id, modelId: expert.modelId }, connection.hub)
      : [];
    return shownStateOf({
      chat,
      attachments: this.attachmentsOf(chat, expert),
      hubScope: connection.hub?.scope,
      expert,
      options: options.effective(expert?.id),
      editorTools: editorTools.filter(({ isOn }) => isOn).map(({ name }) => name),
    });
  }

  /** What a question from this chat would be sent with: the instructions first, if its expert gets them. */
  attachmentsOf(chat: Chat, expert = this.expertOf(chat)): readonly Attachment[] {
    return this.#withInstructions(chat, chat.attachments, expert);
  }

  #withInstructions(
    { withoutInstructions: isWithout }: Chat,
    given: readonly Attachment[],
    expert: Pick<SavedExpert, "id" | "modelId"> | undefined,
  ): readonly Attachment[] {
    const { hub } = this.#parts.connection;
    const attachments = withoutInstructions(given);
    if (!hub || !expert || !this.#takesInstructions(hub, expert.id, expert.modelId))
      return attachments;
    const composed = { attachments, withoutInstructions: isWithout };
    const instructions = this.#parts.instructions.of(composed);
    return instructions ? [instructions, ...attachments] : attachments;
  }

  /** A hub gets them only where the user has said so for the expert; a search has no use for them. */
  #takesInstructions(
    { scope, builtIn }: Hub,
    expertId: number,
    modelId = searchOnlyModelId,
  ): boolean {
    const { instructions: isWanted } = this.#parts.options.at(scope, expertId);
    return builtIn ? modelId !== searchOnlyModelId && isWanted !== false : isWanted === true;
  }

  /** Throws `conflict` if any of this has changed, possibly in another window. */
  assertShown(chat: Chat, shown: Partial<ShownState> | undefined): void {
    if (!shown) return;
    try {
      assertShown(shown, this.shownState(chat));
    } catch (error) {
      this.#parts.connection.reload();
      this.#parts.roster.reload();
      throw error;
    }
  }

  /** The hub in use with its key, for a question that is sent later. */
  get hubInUse(): HubAccount | undefined {
    return this.#parts.connection.accountAt();
  }

  /** The same with the key that it has now, where that was read since: another window may have set it. */
  withKeyRead(at: HubAccount | undefined): HubAccount | undefined {
    const now = this.hubInUse;
    const isSame = now?.hub.scope === at?.hub.scope && now?.baseUrl === at?.baseUrl;
    return isSame ? now : at;
  }

  /** Throws `conflict` unless this is the hub in use, at the same address and with the same key. */
  assertInUse(at: HubAccount): void {
    const { connection } = this.#parts;
    if (connection.hub?.scope !== at.hub.scope) throw hubChanged();
    connection.assertUnchanged(at);
  }

  /** A question is in progress. */
  isBusy(chat: Chat): boolean {
    return this.#parts.runner.isBusy(chat.conversation);
  }

  /** A question is in progress or about to be sent: another one needs another conversation. */
  isTaken(chat: Chat): boolean {
    return this.#dispatching.has(chat) || this.isBusy(chat);
  }

  /**
   * The chat of the side bar for a question from elsewhere. Each of several simultaneous questions
   * needs its own conversation, and so does a question to another hub.
   */
  availableSideChat(): Chat {
    const { chats } = this.#parts;
    const { side } = chats;
    return this.isTaken(side) || this.hubs.otherHub(side) ? chats.renewSide() : side;
  }

  /** The question with the choices and options of its expert, except for what is given. */
  composed(chat: Chat, given: Partial<QuestionToAsk>): QuestionToAsk {
    const { roster, options, connection } = this.#parts;
    const { typed = "", attachments: attached = [], at, ...rest } = given;
    if (at) this.assertInUse(at);
    const expertId = rest.expertId ?? this.expertOf(chat)?.id;
    if (expertId === undefined) throw setupError("expert");
    const { abilityId, modelId } = roster.get(expertId) ?? {};
    const { instructions: _, ...chosen } = options.of(expertId);
    const isOfUser = rest.by === undefined && rest.caller === undefined;
    const isEmpty = typed.trim() === "" && attached.length === 0;
    const attachments =
      isOfUser && !isEmpty
        ? this.#withInstructions(chat, attached, { id: expertId, modelId: rest.modelId ?? modelId })
        : attached;
    return {
      ...(abilityId !== undefined && { abilityId }),
      ...(modelId !== undefined && { modelId }),
      ...chosen,
      ...rest,
      typed,
      ...(attachments.length > 0 && { attachments }),
      expertId,
      at: at ?? connection.accountAt(),
    };
  }

  /** Exactly what `send` would send with this text in the composer. */
  preview(chat: Chat, typed: string): PreparedQuestion {
    return this.prepare(chat, this.composed(chat, { typed, attachments: chat.attachments }));
  }

  /** The request as it would be sent now. */
  prepare(chat: Chat, given: QuestionToAsk): PreparedQuestion {
    const { connection, options, runner } = this.#parts;
    const { conversation } = chat;
    const { at = connection.accountAt(), expertId, isAgain } = given;
    const asked = at ? this.#withAllowed(given, at.hub) : given;
    if (!isAgain || !at) return runner.prepare(conversation, asked);
    const present = options.at(at.hub.scope, expertId);
    return { ...runner.prepare(conversation, offAsNow({ ...asked, at }, present)), present };
  }

  /** One that was asked before, or elsewhere, may have instructions that whoever is asked must not get. */
  #withAllowed(question: QuestionToAsk, hub: Hub): QuestionToAsk {
    const { attachments = [], expertId, modelId } = question;
    const isAllowed =
      this.#parts.instructions.areOn && this.#takesInstructions(hub, expertId, modelId);
    return isAllowed || !attachments.some(isInstructions)
      ? question
      : { ...question, attachments: withoutInstructions(attachments) };
  }

  /** How much of the model's context that would need without what is typed, if it is known. */
  contextUse(chat: Chat): ContextUse | undefined {
    const { attachments, conversation } = chat;
    const question = this.expertOf(chat) && this.composed(chat, { attachments });
    return question && this.#parts.runner.contextUse(conversation, question);
  }

  /** Sends what is in the composer, and clears the composer once it is sent. */
  async send(chat: Chat, given: Partial<QuestionToAsk> = {}): Promise<SentQuestion> {
    const { typed = chat.draft } = given;
    const { attachments } = chat;
    const { settled } = await this.ask(chat, { ...given, typed, attachments });
    chat.sent({ typed, attachments });
    return { settled: this.#restoring(chat, settled) };
  }

  /** Asks something other than what is in the composer, which is left unchanged. */
  async ask(chat: Chat, given: Partial<QuestionToAsk>): Promise<SentQuestion> {
    this.assertShown(chat, given.shown);
    return this.#dispatchOne(chat, this.composed(chat, given));
  }

  /** Asks what was composed before, with what is selected now. */
  async askQueued(chat: Chat, given: Partial<QuestionToAsk>): Promise<void> {
    const { settled } = await this.ask(chat, given);
    fireAndForget(() => this.#restoring(chat, settled));
  }

  /** Asks the question of this turn again, at the end, with some parts changed. */
  async askAgain(
    chat: Chat,
    turn: Turn,
    chosen: Partial<QuestionToAsk> = {},
  ): Promise<SentQuestion> {
    const { shown, at = this.hubInUse } = chosen;
    this.assertShown(chat, shown && { hub: shown.hub });
    if (at) this.assertInUse(at);
    this.hubs.assertSameHubAsTurn(turn);
    const question = questionAgain(turn, this.#parts.roster, chosen);
    return this.#dispatchOne(chat, { ...question, at, isAgain: true });
  }

  /** Asks an unanswered question again, at the end, replacing the original. */
  async retry(chat: Chat, turnId: string, shown?: Partial<ShownState>): Promise<SentQuestion> {
    this.assertShown(chat, shown && { hub: shown.hub });
    const turn = chat.conversation.get(turnId);
    if (!turn || turn.result.state === "done") throw notFound(t("This question no longer exists."));
    return this.askAgain(chat, turn, { replacing: turnId });
  }

  /** Asks another text in place of a question, with what is chosen now; what follows it is set aside. */
  async askInPlace(
    chat: Chat,
    turnId: string,
    { typed, shown }: Pick<QuestionToAsk, "typed" | "shown">,
  ): Promise<SentQuestion> {
    const turn = chat.conversation.get(turnId);
    if (!turn) throw notFound(t("This question no longer exists."));
    const { attachments } = turn.question;
    return this.ask(chat, { typed, shown, inPlaceOf: turnId, ...(attachments && { attachments }) });
  }

  stop(chat: Chat): void {
    this.#parts.runner.stop(chat.conversation);
  }

  async #dispatchOne(chat: Chat, question: QuestionToAsk): Promise<SentQuestion> {
    const [settled] = await this.dispatch(chat, [question]);
    return { settled: settled! };
  }

  /**
   * Sends questions once all of them are confirmed, or none. Resolves to what they settle to: a
   * question of the chat, others beside it or beside an earlier one.
   */
  async dispatch(
    chat: Chat,
    questions: readonly QuestionToAsk[],
    together?: Together,
  ): Promise<Promise<Turn>[]> {
    const isOfChat = questions.some(({ beside }) => beside === undefined);
    const dispatching = isOfChat ? this.#dispatching : this.#dispatchingAlternatives;
    if (dispatching.has(chat) || (isOfChat && this.isBusy(chat))) throw stillAnswering();
    dispatching.add(chat);
    chat.pending.endNotices();
    const hold = this.#parts.chats.hold(chat);
    try {
      if (isOfChat) this.hubs.assertSameHub(chat);
      const prepared = questions.map((one) => this.#checked(chat, one));
      const summary = together?.summary(prepared);
      await this.#confirmed(chat, prepared, { summary, signal: questions[0]?.signal });
      const limitOf = together?.limitOf ?? (() => questions[0]?.concurrencyLimit);
      return this.#send(chat, prepared, limitOf);
    } finally {
      dispatching.delete(chat);
      hold.dispose();
    }
  }

  #checked(chat: Chat, question: QuestionToAsk): PreparedQuestion {
    // A saved question is as untrusted as the file that it came from.
    question.documentUrls?.forEach(documentAddress);
    const prepared = this.prepare(chat, question);
    this.#parts.tools.assertTrusted(prepared.question, prepared.destination.at.hub);
    assertContent(prepared.sent);
    return prepared;
  }

  /**
   * Resolves once the user has agreed. Rejects if nothing may be sent: the user declined, the signal
   * was aborted, the chat is gone, or the hubs are no longer those that the user was asked about.
   */
  async #confirmed(
    chat: Chat,
    prepared: readonly PreparedQuestion[],
    { summary, signal }: { summary: string | undefined; signal: AbortSignal | undefined },
  ): Promise<void> {
    const { connection, confirmation, chats } = this.#parts;
    const { conversation } = chat;
    const assertCurrent = () => {
      for (const { destination, beside } of prepared)
        if (beside === undefined) this.assertInUse(destination.at);
        else connection.assertUnchanged(destination.at);
    };
    // What the user is asked about would no longer go where the question says.
    const changed = new AbortController();
    const watching = connection.onDidChange(() => {
      try {
        assertCurrent();
      } catch (error) {
        changed.abort(error);
      }
    });
    try {
      const over = AbortSignal.any([changed.signal, ...(signal ? [signal] : [])]);
      // A dialog of the editor cannot be closed, and a keyring may be slow.
      const confirming = confirmation.confirm(chat, prepared, { signal: over, summary });
      const isAllowed = await unlessAborted(confirming, over);
      changed.signal.throwIfAborted();
      assertCurrent();
      if (!isAllowed || signal?.aborted) throw new HubError("cancelled", t("Nothing was sent."));
    } finally {
      watching.dispose();
    }
    if (chats.of(conversation.id) !== chat)
      throw notFound(t("This conversation no longer exists."));
    for (const { beside = "next", inPlaceOf = beside } of prepared)
      if (inPlaceOf !== "next" && !conversation.get(inPlaceOf))
        throw notFound(t("This question no longer exists."));
  }

  /** From here on nothing is awaited, so that nothing is sent twice. */
  #send(
    chat: Chat,
    prepared: readonly PreparedQuestion[],
    limitOf: (one: PreparedQuestion) => ConcurrencyLimit | undefined,
  ): Promise<Turn>[] {
    const { runner, chats } = this.#parts;
    const { conversation } = chat;
    return prepared.map((one) => {
      const beside = one.beside === "next" ? conversation.turns.at(-1)?.id : one.beside;
      const settled = runner.ask(conversation, { ...one, beside }, limitOf(one));
      const hold = chats.hold(chat);
      if (beside === undefined) this.#keepExpert(chat, one);
      fireAndForget(async () => {
        try {
          const turn = await settled;
          // One that was asked beside a turn may have taken its place.
          if (turn.beside === undefined) this.#settled.fire({ chat, turn });
        } finally {
          hold.dispose();
        }
      });
      return settled;
    });
  }

  /** From here on, picking another expert elsewhere affects other conversations only. */
  #keepExpert(chat: Chat, { asked: { hubScope, expertId } }: PreparedQuestion): void {
    if (chat.picked?.hubScope === hubScope) return;
    const id = (chat.once && this.lastingExpertOf(chat)?.id) ?? expertId;
    chat.picked = { id, hubScope };
  }

  async #restoring(chat: Chat, settled: Promise<Turn>): Promise<Turn> {
    const turn = await settled;
    if (turn.result.state === "stopped") chat.restore(turn.question);
    return turn;
  }
}
