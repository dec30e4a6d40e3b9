import { HubError } from "../../../contract/errors";
import type { Retry } from "../../../client/retry";
import type { Progress, Tokens } from "../../../contract/builtInHubApi";
import type { AgentAnswer, Received } from "../../../contract/types";
import { Owner } from "../../../kit/disposable";
import { t } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { Account } from "../../connection/core/account";
import type { Connection } from "../../connection/core/connection";
import type { Conversation } from "../../conversation/core/conversation";
import { type Question, type HubRequest, requestFor } from "../../conversation/core/question";
import { type AskedExpert, type Result, type Turn, fromModel } from "../../conversation/core/turn";
import { asHubError } from "../../../platform/core/explain";
import { nameOf } from "../../../platform/core/naming";
import type { Settings } from "../../../platform/core/ports";
import { inputData } from "../../conversation/core/inputData";
import type { Roster } from "../../experts/core/roster";
import { TokenCost } from "./tokenCost";

interface QuestionRunnerParts {
  connection: Connection;
  roster: Roster;
  account: Account;
  settings: Settings;
}

/** A question and the request built from it, not sent yet. */
export interface Prepared {
  readonly question: Question;
  readonly sent: HubRequest;
  readonly asked: AskedExpert;
  /** Number of earlier answers that do not fit into the request. */
  readonly leftOut: number;
}

/** Questions in progress; at most one for each conversation. */
export class QuestionRunner extends Owner {
  readonly #parts: QuestionRunnerParts;
  readonly #running = new Map<Conversation, AbortController>();
  readonly #cost: TokenCost;

  constructor(parts: QuestionRunnerParts) {
    super();
    this.#parts = parts;
    this.#cost = new TokenCost(parts.account, parts.connection);
  }

  isBusy(conversation: Conversation): boolean {
    return this.#running.has(conversation);
  }

  /** The request as it would be sent now. Throws if there is no hub. */
  prepare(conversation: Conversation, question: Question): Prepared {
    if (!this.#parts.connection.hub) throw new HubError("no-key", t("No hub is connected yet."));
    const sent = requestFor(question, this.#context(conversation), this.#parts.settings);
    const scope = this.#parts.connection.hub.scope;
    const remembers = (question.memory ?? this.#parts.settings.memory) !== "session";
    const leftOut =
      remembers && !question.earlier ? conversation.leftOut(scope, this.#parts.settings) : 0;
    return { question, sent, asked: this.#asked(question), leftOut };
  }

  /**
   * Sends what was prepared and resolves with the settled turn, whatever the outcome. Throws if
   * nothing was sent: a question is already in progress, it is empty, or the hub has changed.
   * `replacing` is the id of an unanswered turn that this one replaces under a new id: an answer to
   * the old one may still arrive in another window.
   */
  ask(
    conversation: Conversation,
    { question, sent, asked }: Prepared,
    { replacing }: { replacing?: string } = {},
  ): Promise<Turn> {
    if (this.isBusy(conversation)) throw stillAnswering();
    if (inputData(question).trim() === "") throw nothingToSend();
    if (this.#parts.connection.hub?.scope !== asked.hubScope) throw hubChanged();
    const turn: Turn = {
      id: crypto.randomUUID(),
      question,
      sent,
      askedAt: Date.now(),
      asked,
      result: { state: "waiting" },
    };
    const abort = new AbortController();
    this.#running.set(conversation, abort);
    conversation.put(turn);
    if (replacing !== undefined) conversation.remove(replacing);
    return this.#run(conversation, turn, abort.signal);
  }

  stop(conversation: Conversation): void {
    this.#running.get(conversation)?.abort();
  }

  stopAll(): void {
    for (const abort of this.#running.values()) abort.abort();
    this.#cost.stop();
  }

  async #run(conversation: Conversation, turn: Turn, signal: AbortSignal): Promise<Turn> {
    const reading = this.#cost.begin();
    let result: Result;
    let counted: number | undefined;
    try {
      const { received, usage, approximateTokens } = await this.#invoke(conversation, turn, signal);
      result = { state: "done", received, ...(usage && { usage }) };
      counted = approximateTokens;
    } catch (error) {
      result = failure(error);
    }
    this.#refreshIfGone(turn, result);
    this.#running.delete(conversation);
    if (!this.disposed) conversation.settle(turn.id, result);
    const cost = this.#cost.end(reading, { answered: result.state === "done" });
    fireAndForget(async () => {
      const approximateTokens = counted ?? (await cost);
      if (approximateTokens !== undefined) conversation.cost(turn.id, approximateTokens);
    });
    return conversation.known(turn.id)!;
  }

  /** Refreshes an expert that was not found, and marks its row; only the ability may be missing. */
  #refreshIfGone({ asked }: Turn, result: Result): void {
    const { connection, roster } = this.#parts;
    const isGone = result.state === "failed" && result.error.kind === "not-found";
    if (isGone && connection.hub?.scope === asked.hubScope)
      fireAndForget(() => roster.refresh(asked.expertId));
  }

  async #invoke(
    conversation: Conversation,
    { id, sent, asked }: Turn,
    signal: AbortSignal,
  ): Promise<{ readonly received: Received<AgentAnswer> } & Tokens> {
    const onRetry = ({ kind: why, waitMs }: Retry) => {
      const again = { why, at: Date.now() + waitMs };
      if (!this.disposed) conversation.settle(id, { state: "waiting", again });
    };
    const { connection } = this.#parts;
    const client = await connection.client();
    const options = { signal, onRetry, ...(asked.builtIn && { progressId: id }) };
    let tokens: Tokens = {};
    const onProgress = (news: Progress) => {
      if (news.kind === "tokens") tokens = news;
      else conversation.progress(id, news);
    };
    const progress = asked.builtIn ? await connection.onProgress(id, onProgress) : undefined;
    try {
      const received =
        sent.endpoint === "invoke_agent"
          ? await client.invokeAgent(sent.body, options)
          : fromModel(await client.invokeLlm(sent.body, options));
      return { received, ...tokens };
    } finally {
      progress?.dispose();
    }
  }

  #asked({ expertId, abilityId, modelId, mode }: Question): AskedExpert {
    const { roster, connection } = this.#parts;
    const expert = roster.get(expertId)?.expert;
    const ability = expert?.abilities.find(({ id }) => id === abilityId);
    const model = expert?.expert_llm_models.find(({ id }) => id === modelId);
    return {
      expertId,
      expertName: nameOf("Expert", expertId, expert?.name),
      ...(abilityId !== undefined &&
        mode !== "model" && {
          abilityId,
          abilityName: nameOf("Ability", abilityId, ability?.name),
        }),
      ...(modelId !== undefined && { modelId, modelName: nameOf("Model", modelId, model?.name) }),
      hubScope: connection.hub?.scope ?? "",
      builtIn: connection.hub?.builtIn ?? false,
    };
  }

  #context(conversation: Conversation) {
    const { connection, account, settings } = this.#parts;
    const scope = connection.hub?.scope ?? "";
    const userId = account.known?.user_id;
    return {
      sessionId: conversation.sessionFor(scope),
      history: conversation.history(scope, settings),
      ...(userId !== undefined && { userId }),
    };
  }

  override dispose(): void {
    super.dispose();
    this.stopAll();
  }
}

export function hubChanged(): HubError {
  return new HubError("conflict", t("The hub changed in the meantime. Nothing was sent."));
}

export function nothingToSend(): HubError {
  return new HubError(
    "invalid-request",
    t("There is nothing to send. Type a question, or attach a selection or a file."),
  );
}

export function stillAnswering(): HubError {
  return new HubError("conflict", t("The previous question is still being answered."));
}

function failure(thrown: unknown): Result {
  const error = asHubError(thrown);
  return error.kind === "cancelled" ? { state: "stopped" } : { state: "failed", error };
}
