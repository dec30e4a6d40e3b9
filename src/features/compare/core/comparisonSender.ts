import { Owner } from "../../../kit/disposable";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { gone } from "../../../platform/core/localError";
import { t } from "../../../kit/l10n";
import type { Asking } from "../../asking/core";
import type { Chat } from "../../asking/core/chat";
import type { Confirmation, OutgoingQuestion } from "../../asking/core/confirmation";
import { confirmed } from "../../asking/core/confirmed";
import { documentAddress } from "../../asking/core/documentAddress";
import { offAsNow } from "../../asking/core/options";
import type { Prepared } from "../../asking/core/preparedQuestion";
import { hubChanged, nothingToSend, stillAnswering } from "../../asking/core/notSent";
import type { Connection, HubAccount } from "../../connection/core/connection";
import { inputData } from "../../conversation/core/inputData";
import type { Question } from "../../conversation/core/question";
import type { Turn } from "../../conversation/core/turn";
import type { Roster } from "../../experts/core/roster";
import type { ChosenModels } from "../../models/core/chosenModels";
import { Servers } from "./servers";
import { Slots } from "./slots";

export interface ComparisonSenderParts extends Pick<
  Asking,
  "runner" | "chats" | "sender" | "options" | "tools"
> {
  readonly connection: Connection;
  readonly roster: Roster;
  readonly models: ChosenModels;
  readonly confirmation: Confirmation;
}

/** A question for one column. */
export interface ColumnQuestion {
  readonly hubScope: string;
  readonly question: Question;
  /** The id of an unanswered turn that it replaces. */
  readonly replacing?: string;
  /** The question was asked before, so its tools and addresses are checked against the present options. */
  readonly isAgain?: boolean;
}

/** Sends the questions of a comparison, after one confirmation for all of them. */
export class ComparisonSender extends Owner {
  readonly #parts: ComparisonSenderParts;
  readonly #slots = new Slots();
  readonly #servers: Servers;
  /** Conversations whose questions are being checked. */
  readonly #dispatching = new Set<Chat>();

  constructor(parts: ComparisonSenderParts) {
    super();
    this.#parts = parts;
    this.#servers = new Servers(parts.models, parts.sender.hubs);
  }

  /** The requests as they would be sent now, beside this turn or the next one. */
  prepare(chat: Chat, turnId: string | undefined, asked: readonly ColumnQuestion[]): Prepared[] {
    const { runner, options, roster } = this.#parts;
    return asked.map(({ hubScope, question, isAgain }) =>
      runner.prepare(
        chat.conversation,
        isAgain ? offAsNow(question, options.at(hubScope, question.expertId)) : question,
        {
          at: this.#at(hubScope),
          expert: roster.getAt(hubScope, question.expertId),
          beside: { ...(turnId !== undefined && { turnId }) },
        },
      ),
    );
  }

  /** Those of a question of the chat and of others beside it. */
  prepareAll(
    chat: Chat,
    own: Question,
    others: readonly ColumnQuestion[],
  ): [Prepared, ...Prepared[]] {
    const main = this.#parts.runner.prepare(chat.conversation, own);
    return [main, ...this.prepare(chat, undefined, others)];
  }

  /** The number of requests, their estimated size and their destinations. */
  summary(prepared: readonly Prepared[]): string {
    return this.#servers.summary(prepared);
  }

  /** Sends questions beside a turn. Resolves once all are sent; if it rejects, nothing was sent. */
  async ask(chat: Chat, turnId: string, asked: readonly ColumnQuestion[]): Promise<void> {
    if (this.#dispatching.has(chat)) throw stillAnswering();
    this.#dispatching.add(chat);
    const hold = this.#parts.chats.hold(chat);
    try {
      const prepared = this.prepare(chat, turnId, asked);
      await this.#confirm(chat, asked, prepared);
      if (!chat.conversation.get(turnId)) throw gone(t("This question no longer exists."));
      this.#send(chat, turnId, asked, prepared);
    } finally {
      hold.dispose();
      this.#dispatching.delete(chat);
    }
  }

  /** Sends a question of the chat and others beside it. Resolves to the turn in the chat. */
  async askAll(chat: Chat, own: Question, others: readonly ColumnQuestion[]): Promise<Turn> {
    const { sender } = this.#parts;
    return sender.alone(chat, async () => {
      sender.hubs.expect(chat);
      const [main, ...prepared] = this.prepareAll(chat, own, others);
      const first = { hubScope: main.asked.hubScope, question: own };
      await this.#confirm(chat, [first, ...others], [main, ...prepared]);
      sender.launch(chat, main, { by: "compare" });
      const turn = chat.conversation.turns.at(-1)!;
      this.#send(chat, turn.id, others, prepared);
      return turn;
    });
  }

  /** What is finished stays. */
  stop(turns: readonly Turn[]): void {
    for (const { id } of turns) this.#parts.runner.stopTurn(id);
  }

  async #confirm(
    chat: Chat,
    asked: readonly ColumnQuestion[],
    prepared: readonly Prepared[],
  ): Promise<void> {
    const { confirmation, connection, options, tools } = this.#parts;
    const outgoing = prepared.map((one, at): OutgoingQuestion => {
      const { typed, attachments = [], earlier = [], documentUrls, expertId } = one.question;
      if (inputData(one.question).trim() === "") throw nothingToSend();
      // A saved question is as untrusted as the file that it came from.
      documentUrls?.forEach(documentAddress);
      const { hubScope, isAgain, question } = asked[at]!;
      tools.expectTrust(question, one.destination.at.hub);
      const present = isAgain && { present: options.at(hubScope, expertId) };
      return { typed, attachments, earlier, ...one, hub: one.destination.at.hub, ...present };
    });
    const hubs = () => JSON.stringify(asked.map(({ hubScope }) => connection.find(hubScope)));
    const before = hubs();
    const summary = this.summary(prepared);
    const ask = (signal: AbortSignal) =>
      confirmation.confirmAll(chat, outgoing, { signal, summary });
    await confirmed(this.#parts, chat, ask, { isSameHub: () => hubs() === before });
  }

  /** From here on nothing is awaited, so that nothing is sent twice. */
  #send(
    chat: Chat,
    turnId: string,
    asked: readonly ColumnQuestion[],
    prepared: readonly Prepared[],
  ): void {
    const { runner, chats } = this.#parts;
    prepared.forEach((one, at) => {
      const { replacing } = asked[at]!;
      const hold = chats.hold(chat);
      const slot = this.#slots.of(this.#servers.of(one));
      const settled = runner.ask(chat.conversation, one, {
        beside: turnId,
        replacing,
        slot,
        by: "compare",
      });
      fireAndForget(() => settled.finally(() => hold.dispose()));
    });
  }

  #at(scope: string): HubAccount {
    const { connection } = this.#parts;
    const hub = connection.find(scope);
    const at = hub && connection.accountAt(hub);
    if (at) return at;
    throw hubChanged();
  }
}
