import type { Asking } from "../../asking/core";
import type { Chat } from "../../asking/core/chat";
import {
  hubChanged,
  type PreparedQuestion,
  type QuestionToAsk,
} from "../../asking/core/preparedQuestion";
import type { Connection, HubAccount } from "../../connection/core/connection";
import type { Conversation } from "../../conversation/core/conversation";
import type { Turn } from "../../conversation/core/turn";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { Roster } from "../../experts/core/roster";
import { type ChosenModels, type ModelChoice, modelIdOf } from "../../models/core/chosenModels";
import { builtInHub } from "../../connection/core/hub";
import type { ColumnChoice } from "./choices";
import { ConcurrencyLimits, type Server } from "./concurrencyLimits";
import { estimatedTokens } from "../../../contract/contextSize";
import { isLoopback } from "../../../contract/webAddress";
import { locale, t } from "../../../kit/l10n";
import type { ConversationHubs } from "../../asking/core/conversationHubs";

/** Calls back with the models of each known server that answers. */
export type ListModels = (
  onListed: (models: readonly ModelChoice[]) => void,
  signal: AbortSignal,
) => Promise<void>;

export interface ComparisonSenderParts extends Pick<Asking, "runner" | "sender" | "options"> {
  readonly connection: Connection;
  readonly roster: Roster;
  readonly models: ChosenModels;
}

/** Sends the questions of a comparison, after one confirmation for all of them. */
export class ComparisonSender {
  readonly #parts: ComparisonSenderParts;
  readonly #limits = new ConcurrencyLimits();
  readonly #servers: Servers;
  /** Models that can be picked and have yet to be chosen for the built-in hub. */
  readonly #listed = new Map<number, ModelChoice>();

  constructor(parts: ComparisonSenderParts) {
    this.#parts = parts;
    this.#servers = new Servers({ find: (id) => this.modelOf(id) }, parts.sender.hubs);
  }

  /** The model with this id in the built-in hub, or that it can be given. */
  modelOf(id: number | undefined): ModelChoice | undefined {
    return this.#parts.models.find(id) ?? this.#listed.get(id ?? 0);
  }

  /** Keeps what is listed, so that the summary says where it runs. */
  listed(listModels: ListModels): ListModels {
    return (onListed, signal) =>
      listModels((models) => {
        for (const model of models) this.#listed.set(modelIdOf(model), model);
        onListed(models);
      }, signal);
  }

  /** What is picked is agreed to, and the built-in hub gets the models that it lacks. */
  async agree(choices: readonly ColumnChoice[]): Promise<void> {
    const { models, roster } = this.#parts;
    for (const { hubScope, expertId, modelId } of choices) {
      const model = hubScope === builtInHub.scope ? this.modelOf(modelId) : undefined;
      if (!model) continue;
      await models.allow(model);
      if (models.find(modelId)) continue;
      await models.add(model);
      await roster.refresh(expertId);
    }
  }

  /** The hub with this scope and its key, which a question names. Throws if it is gone. */
  accountAt(hubScope: string): HubAccount {
    const { connection } = this.#parts;
    const hub = connection.find(hubScope);
    const at = hub && connection.accountAt(hub);
    if (at) return at;
    throw hubChanged();
  }

  /** The requests as they would be sent now, beside this turn or the next one. */
  prepare(
    chat: Chat,
    turnId: string | undefined,
    questions: readonly QuestionToAsk[],
  ): PreparedQuestion[] {
    return columns(questions, turnId).map((one) => this.#parts.sender.prepare(chat, one));
  }

  /** Those of a question of the chat and of others beside it. */
  prepareAll(
    chat: Chat,
    own: QuestionToAsk,
    others: readonly QuestionToAsk[],
  ): [PreparedQuestion, ...PreparedQuestion[]] {
    return [this.#parts.sender.prepare(chat, own), ...this.prepare(chat, undefined, others)];
  }

  /** The number of requests, their estimated size and their destinations. */
  summary(prepared: readonly PreparedQuestion[]): string {
    return this.#servers.summary(prepared);
  }

  /** Sends questions beside a turn. Resolves once all are sent; if it rejects, nothing was sent. */
  async ask(chat: Chat, turnId: string, questions: readonly QuestionToAsk[]): Promise<void> {
    this.#waitFor(chat.conversation, turnId);
    // The one that takes the place of this turn comes last, so that the others stand beside it.
    const inOrder = questions.toSorted(
      (one, other) => Number(one.replacing === turnId) - Number(other.replacing === turnId),
    );
    await this.#send(chat, columns(inOrder, turnId));
  }

  /** Sends a question of the chat and others beside it. Resolves to the turn in the chat. */
  async askAll(chat: Chat, own: QuestionToAsk, others: readonly QuestionToAsk[]): Promise<Turn> {
    await this.#send(chat, [{ ...own, by: "compare" }, ...columns(others)]);
    return chat.conversation.turns.at(-1)!;
  }

  /** What is finished stays. */
  stop(turns: readonly Turn[]): void {
    for (const { id } of turns) this.#parts.runner.stopTurn(id);
  }

  /** A local model that still answers the question of the chat is asked nothing else meanwhile. */
  #waitFor(conversation: Conversation, turnId: string): void {
    const turn = conversation.get(turnId);
    const server = turn && this.#servers.of(turn);
    if (turn?.result.state !== "waiting" || server?.model === undefined) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => {
      if (conversation.get(turnId)?.result.state !== "waiting") resolve();
    };
    const watching = [conversation.onDidChangeTurn(look), conversation.onDidChange(look)];
    fireAndForget(async () => {
      await this.#limits.of(server).run(() => promise, new AbortController().signal);
      for (const one of watching) one.dispose();
    });
  }

  #send(chat: Chat, questions: readonly QuestionToAsk[]): Promise<unknown> {
    return this.#parts.sender.dispatch(chat, questions, {
      summary: (prepared) => this.summary(prepared),
      limitOf: (prepared) => this.#limits.of(this.#servers.of(prepared)),
    });
  }
}

/** They stand beside this turn, or beside the one that is sent with them. */
const columns = (questions: readonly QuestionToAsk[], turnId = "next"): QuestionToAsk[] =>
  questions.map((one) => ({ ...one, beside: turnId, by: "compare" }));

/** The servers that questions go to, and the summary that is shown before they are sent. */
class Servers {
  readonly #models: Pick<ChosenModels, "find">;
  readonly #hubs: Pick<ConversationHubs, "nameOf">;

  constructor(models: Pick<ChosenModels, "find">, hubs: Pick<ConversationHubs, "nameOf">) {
    this.#models = models;
    this.#hubs = hubs;
  }

  /** The server whose limit applies to this question. */
  of({ asked, sent }: Pick<PreparedQuestion, "asked" | "sent">): Server {
    const model = this.#models.find(sent.body.model_id);
    const address = model?.kind === "address" ? new URL(model.address) : undefined;
    if (model?.kind !== "address" || !address || !isLoopback(address.hostname))
      return { key: asked.hubScope };
    // This computer has several names, and one server at a port.
    return { key: `${address.protocol}${address.port}`, model: model.identifier };
  }

  /** Such as `3 requests, about 4,100 tokens each, to hub.example and your computer`. */
  summary(prepared: readonly PreparedQuestion[]): string {
    const places = [...new Set(prepared.map((one) => this.#placeOf(one)))];
    const where = new Intl.ListFormat(locale(), { type: "conjunction" }).format(places);
    const sizes = prepared.map(({ sent }) => estimatedTokens(JSON.stringify(sent.body)));
    const tokens = twoDigits(Math.max(0, ...sizes)).toLocaleString(locale());
    return prepared.length === 1
      ? t("1 request, about {0} tokens, to {1}", tokens, where)
      : t("{0} requests, about {1} tokens each, to {2}", prepared.length, tokens, where);
  }

  /** A model of the user's own is elsewhere than the hub that asks it. */
  #placeOf({ asked, sent }: PreparedQuestion): string {
    const model = this.#models.find(sent.body.model_id);
    if (!model) return this.#hubs.nameOf(asked.hubScope);
    if (model.kind === "editor") return model.provider;
    const { hostname, host } = new URL(model.address);
    return isLoopback(hostname) ? t("your computer") : host;
  }
}

/** An estimate deserves no more than two digits. */
function twoDigits(tokens: number): number {
  const step = 10 ** Math.max(0, String(tokens).length - 2);
  return Math.ceil(tokens / step) * step;
}
