import type { Retry } from "../../../client/retry";
import type { Progress, Tokens } from "../../../contract/progress";
import type { AgentAnswer, Received } from "../../../contract/types";
import { Owner } from "../../../kit/disposable";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { Account } from "../../connection/core/account";
import type { Connection } from "../../connection/core/connection";
import type { Cause } from "../../../contract/purpose";
import type { Conversation } from "../../conversation/core/conversation";
import type { PictureFiles } from "../../conversation/core/pictureFiles";
import { sentPictures } from "../../conversation/core/sentPictures";
import type { Question } from "../../conversation/core/question";
import { type Result, type Turn, fromModel } from "../../conversation/core/turn";
import { asHubError } from "../../../platform/core/explain";
import type { Settings } from "../../../platform/core/ports";
import { sentQuestion } from "../../conversation/core/omitted";
import type { Roster } from "../../experts/core/roster";
import {
  assertContent,
  assertDestination,
  hubChanged,
  type PreparedQuestion,
  preparedQuestion,
  type QuestionToAsk,
  type ConcurrencyLimit,
  stillAnswering,
} from "./preparedQuestion";
import type { ContextSizes } from "../../models/core/contextSizes";
import { ContextBudget, type ContextUse } from "./contextBudget";
import { assertAllowed } from "../../../policy/policy";
import { requestRefusal } from "../../../policy/toolRefusals";
import type { QuestionTools } from "./questionTools";
import { TokenCost } from "./tokenCost";

interface QuestionRunnerParts {
  connection: Connection;
  roster: Roster;
  account: Account;
  settings: Settings;
  contexts: ContextSizes;
  tools: Pick<QuestionTools, "of" | "ofEditor">;
  pictures: Pick<PictureFiles, "readAll">;
}

interface Running extends Pick<PreparedQuestion, "destination"> {
  readonly conversation: Conversation;
  readonly turn: Turn;
  readonly abort: AbortController;
  readonly by: Cause["by"];
  readonly concurrencyLimit: ConcurrencyLimit | undefined;
}

/** Questions in progress; at most one for each conversation, and any number beside its turns. */
export class QuestionRunner extends Owner {
  readonly #parts: QuestionRunnerParts;
  readonly #running = new Map<string, Running>();
  readonly #cost: TokenCost;
  readonly #budget: ContextBudget;

  constructor(parts: QuestionRunnerParts) {
    super();
    this.#parts = parts;
    this.#cost = new TokenCost(parts.account, parts.connection);
    this.#budget = new ContextBudget(parts);
  }

  isBusy(conversation: Conversation): boolean {
    return this.#mainOf(conversation) !== undefined;
  }

  #mainOf(conversation: Conversation): Running | undefined {
    const isMain = ({ turn: { id } }: Running) => {
      // One that was asked beside a turn may have taken its place.
      const now = conversation.get(id);
      return now !== undefined && now.beside === undefined;
    };
    return this.#of(conversation).findLast(isMain);
  }

  #of(conversation: Conversation): Running[] {
    return [...this.#running.values()].filter((one) => one.conversation === conversation);
  }

  /** The request as it would be sent now. */
  prepare(conversation: Conversation, asked: QuestionToAsk): PreparedQuestion {
    return preparedQuestion({ ...this.#parts, budget: this.#budget }, conversation, asked);
  }

  /** How much of the model's context a question would need; `undefined` if that is not known. */
  contextUse(conversation: Conversation, question: Question): ContextUse | undefined {
    return this.#budget.use(conversation, question);
  }

  /**
   * Sends what was prepared and resolves with the settled turn, whatever the outcome. Throws if
   * nothing was sent: a question is already in progress, it is empty, or the hub has changed.
   */
  ask(
    conversation: Conversation,
    prepared: PreparedQuestion,
    concurrencyLimit?: ConcurrencyLimit,
  ): Promise<Turn> {
    const { connection } = this.#parts;
    const { question, destination, sent, asked, omitted, replacing, beside, inPlaceOf } = prepared;
    if (beside === undefined && this.isBusy(conversation)) throw stillAnswering();
    assertContent(sent);
    if (beside === undefined && connection.hub?.scope !== asked.hubScope) throw hubChanged();
    connection.assertUnchanged(destination.at);
    const turn: Turn = {
      id: crypto.randomUUID(),
      question,
      sent,
      ...(omitted && { omitted }),
      askedAt: Date.now(),
      asked,
      ...(beside !== undefined && { beside }),
      result: { state: "waiting", ...(concurrencyLimit?.isFree === false && { isQueued: true }) },
    };
    const abort = new AbortController();
    const by = question.caller ?? prepared.by ?? "chat";
    const running = { conversation, turn, destination, abort, concurrencyLimit, by };
    this.#running.set(turn.id, running);
    conversation.put(turn);
    // The answer that the conversation has is replaced where it stands.
    if (beside !== undefined && beside === replacing) conversation.continueWith(turn.id);
    if (replacing !== undefined) conversation.remove(replacing, turn.id);
    if (inPlaceOf !== undefined) conversation.setAside(inPlaceOf, turn.id);
    return this.#run(running);
  }

  stop(conversation: Conversation): void {
    this.#mainOf(conversation)?.abort.abort();
  }

  stopTurn(turnId: string): void {
    this.#running.get(turnId)?.abort.abort();
  }

  /** With what stands beside its turns, and what waits for others. */
  leave(conversation: Conversation): void {
    for (const { abort } of this.#of(conversation)) abort.abort();
  }

  stopAll(): void {
    for (const { abort } of this.#running.values()) abort.abort();
    this.#cost.stop();
  }

  async #run(running: Running): Promise<Turn> {
    const { conversation, turn } = running;
    let reading: ReturnType<TokenCost["begin"]> | undefined;
    let result: Result;
    let counted: number | undefined;
    const begin = () => {
      if (isQueued(turn)) conversation.settle(turn.id, { state: "waiting" });
      const { hub } = this.#parts.connection;
      // What another hub charges says nothing about this balance, and the built-in one charges nothing.
      if (turn.asked.hubScope === hub?.scope && !hub?.builtIn) reading = this.#cost.begin();
      return this.#invokeFitting(running);
    };
    const watching = conversation.onDidChange(() => {
      if (!conversation.get(turn.id)) running.abort.abort();
    });
    try {
      const { concurrencyLimit, abort } = running;
      const answering = concurrencyLimit ? concurrencyLimit.run(begin, abort.signal) : begin();
      const { received, usage, approximateTokens } = await answering;
      result = { state: "done", received, ...(usage && { usage }) };
      counted = approximateTokens;
    } catch (error) {
      result = failure(error);
    } finally {
      watching.dispose();
    }
    this.#refreshIfNotFound(turn, result);
    this.#running.delete(turn.id);
    if (!this.disposed) conversation.settle(turn.id, result);
    const cost = reading && this.#cost.end(reading, { answered: result.state === "done" });
    fireAndForget(async () => {
      const approximateTokens = counted ?? (await cost);
      if (approximateTokens !== undefined) conversation.cost(turn.id, approximateTokens);
    });
    return conversation.known(turn.id)!;
  }

  /** Refreshes an expert that was not found, and marks its row; only the ability may be missing. */
  #refreshIfNotFound({ asked }: Turn, result: Result): void {
    const { connection, roster } = this.#parts;
    const isNotFound = result.state === "failed" && result.error.kind === "not-found";
    if (isNotFound && connection.hub?.scope === asked.hubScope)
      fireAndForget(() => roster.refresh(asked.expertId));
  }

  /** A model that refuses a question as too long is asked once more, with less. */
  async #invokeFitting(running: Running): Promise<Answered> {
    try {
      return await this.#invoke(running);
    } catch (error) {
      const { conversation, turn, abort } = running;
      const smaller = await this.#budget.smaller(turn, error);
      const now = conversation.get(turn.id);
      if (!smaller || !now || abort.signal.aborted || this.disposed) throw error;
      const { beside: _, ...changed } = smaller;
      // Meanwhile another question may have been replaced, beside which this one stood.
      conversation.put({ ...changed, ...(now.beside !== undefined && { beside: now.beside }) });
      return this.#invoke({ ...running, turn: smaller });
    }
  }

  /** The one place that sends questions: every try goes to the destination, or nowhere. */
  async #invoke({ conversation, turn, destination, abort, by }: Running): Promise<Answered> {
    const { id, sent } = turn;
    const { signal } = abort;
    const onRetry = ({ kind: why, waitMs }: Retry) => {
      if (!this.disposed)
        conversation.settle(id, { state: "waiting", again: { why, at: Date.now() + waitMs } });
    };
    const { connection } = this.#parts;
    assertDestination(sent, destination);
    assertAllowed(requestRefusal(sent, connection.policy.current));
    const client = await connection.clientFor(destination.at);
    const attached = sentPictures(turn, conversation.turns);
    const pictures =
      attached.length > 0
        ? await this.#parts.pictures.readAll(conversation.id, attached)
        : undefined;
    let tokens: Tokens = {};
    const onProgress = (news: Progress) => {
      if (news.kind === "tokens") tokens = news;
      else conversation.progress(id, news);
    };
    const options = { signal, onRetry, onProgress, cause: causeOf(turn, by) };
    const received =
      sent.endpoint === "invoke_agent"
        ? await client.invokeAgent({ ...sent.body, pictures }, options)
        : fromModel(await client.invokeLlm({ ...sent.body, pictures }, options));
    return { received, ...tokens };
  }

  override dispose(): void {
    super.dispose();
    this.stopAll();
  }
}

type Answered = { readonly received: Received<AgentAnswer> } & Tokens;

/** What the activity log says about the question of a turn. */
function causeOf(turn: Turn, by: Cause["by"]): Cause {
  const { id, asked } = turn;
  const paths = (sentQuestion(turn).attachments ?? []).flatMap(
    ({ label, path, picture }) => path ?? (picture ? label : []),
  );
  return {
    by,
    turnId: id,
    expertId: asked.expertId,
    abilityId: asked.abilityId,
    model: asked.modelName,
    ...(paths.length > 0 && { attachments: paths }),
  };
}

const isQueued = ({ result }: Turn): boolean =>
  result.state === "waiting" && result.isQueued === true;

function failure(thrown: unknown): Result {
  const error = asHubError(thrown);
  return error.kind === "cancelled" ? { state: "stopped" } : { state: "failed", error };
}
