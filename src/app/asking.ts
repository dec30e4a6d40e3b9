import { HubError } from "../hub/errors";
import { Owner } from "../kit/disposable";
import type { Account } from "./account";
import type { Connection } from "./connection";
import { asHubError } from "./explain";
import type { Asked, Conversation, Result, Turn } from "./conversation";
import { nameOf } from "./naming";
import type { Settings } from "./ports";
import { agentRequest, inputData, type Question } from "./question";
import type { Roster } from "./roster";

export interface AskingParts {
  connection: Connection;
  roster: Roster;
  account: Account;
  settings: Settings;
}

/** Questions on their way; one at a time for each conversation. */
export class Asking extends Owner {
  readonly #parts: AskingParts;
  readonly #flights = new Map<Conversation, AbortController>();

  constructor(parts: AskingParts) {
    super();
    this.#parts = parts;
  }

  isBusy(conversation: Conversation): boolean {
    return this.#flights.has(conversation);
  }

  /**
   * Sends the question and resolves with the turn once it is settled, however it went.
   * Throws where nothing was sent: a question is out already, no hub, an empty question.
   * `replacing` is the id of an unanswered turn that this one takes the place of.
   */
  ask(
    conversation: Conversation,
    question: Question,
    { replacing = crypto.randomUUID() }: { replacing?: string } = {},
  ): Promise<Turn> {
    if (this.isBusy(conversation)) {
      throw new HubError("conflict", "The last question is still being answered.");
    }
    const { hub } = this.#parts.connection;
    if (!hub) throw new HubError("no-key", "No hub is connected yet.");
    const input = inputData(question.typed, question.attachment);
    if (input.trim() === "") throw new HubError("invalid-request", "There is nothing to ask yet.");
    const body = agentRequest(question, this.#context(conversation), this.#parts.settings);
    const turn: Turn = {
      id: replacing,
      question,
      sent: { endpoint: "invoke_agent", body },
      askedAt: Date.now(),
      asked: this.#asked(question),
      result: { state: "waiting" },
    };
    const flight = new AbortController();
    this.#flights.set(conversation, flight);
    conversation.put(turn);
    return this.#fly(conversation, turn, async () => {
      const client = await this.#parts.connection.client();
      return client.invokeAgent(body, { signal: flight.signal });
    });
  }

  stop(conversation: Conversation): void {
    this.#flights.get(conversation)?.abort();
  }

  stopAll(): void {
    for (const flight of this.#flights.values()) flight.abort();
  }

  async #fly(
    conversation: Conversation,
    turn: Turn,
    invoke: () => Promise<(Result & { state: "done" })["received"]>,
  ): Promise<Turn> {
    let result: Result;
    try {
      result = { state: "done", received: await invoke() };
    } catch (error) {
      result = failure(error);
    }
    this.#flights.delete(conversation);
    const settled = { ...turn, result };
    if (!this.disposed) conversation.put(settled);
    return settled;
  }

  #asked({ expertId, abilityId, modelId }: Question): Asked {
    const { roster, connection } = this.#parts;
    const expert = roster.get(expertId)?.expert;
    const ability = expert?.abilities.find(({ id }) => id === abilityId);
    const model = expert?.expert_llm_models.find(({ id }) => id === modelId);
    return {
      expertId,
      expertName: nameOf("Expert", expertId, expert?.name),
      ...(abilityId !== undefined && {
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

function failure(thrown: unknown): Result {
  const error = asHubError(thrown);
  return error.kind === "cancelled" ? { state: "stopped" } : { state: "failed", error };
}
