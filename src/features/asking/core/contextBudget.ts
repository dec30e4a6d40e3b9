import {
  estimatedTokens,
  contextBudget,
  smallerContextBudget,
  contextErrorIn,
  type ContextError,
} from "../../../contract/contextSize";
import { HubError } from "../../../contract/errors";
import type { Conversation } from "../../conversation/core/conversation";
import { type HubRequest, requestFor, type Question } from "../../conversation/core/question";
import {
  fittedRequest,
  sizeOfRequest,
  type RequestSize,
  type RequestBudget,
} from "../../conversation/core/fittedRequest";
import type { Turn } from "../../conversation/core/turn";
import type { Settings } from "../../../platform/core/ports";
import type { Connection } from "../../connection/core/connection";
import type { Roster, SavedExpert } from "../../experts/core/roster";
import type { RequestedModelOf, ContextSizes } from "../../models/core/contextSizes";

interface ContextBudgetParts {
  readonly contexts: ContextSizes;
  readonly roster: Pick<Roster, "get" | "getAt">;
  readonly connection: Pick<Connection, "hub">;
  readonly settings: Settings;
}

/** A model's context window, and how much of it a request may fill; in tokens. */
interface ModelBudget extends RequestBudget {
  readonly contextTokens: number;
  /** The estimated size of the expert's instructions and the tools. */
  readonly system: number;
}

/** The estimated size of each part of a request, in tokens. */
export type ContextUse = RequestSize & ModelBudget;

/** What a hub adds by itself, its own instructions and the tools, in tokens: nobody knows better. */
export const hubTokens = 1000;

/** Fits requests into the model's context window, if its size is known. */
export class ContextBudget {
  readonly #parts: ContextBudgetParts;

  constructor(parts: ContextBudgetParts) {
    this.#parts = parts;
  }

  /** `undefined` if the size of the context window is unknown. */
  #of(
    question: Question,
    asked: Pick<RequestedModelOf, "hubScope">,
    expert: SavedExpert | undefined,
  ): ModelBudget | undefined {
    const { contexts } = this.#parts;
    const contextTokens = contexts.of(contexts.keyOf({ ...question, ...asked }));
    if (contextTokens === undefined) return undefined;
    const system = systemTokens(question, expert);
    return {
      contextTokens,
      system,
      budget: contextBudget(contextTokens, question.maxTokens) - system,
    };
  }

  /** The request without what does not fit; `undefined` if nothing has to be left out. */
  fitted(
    { question, sent, asked }: Pick<Turn, "question" | "sent" | "asked">,
    expert: SavedExpert | undefined,
  ) {
    const budget = this.#of(question, asked, expert);
    return budget && fittedRequest({ question, sent }, budget, this.#parts.settings.roles.user);
  }

  /** How much of the context window a question would fill; `undefined` if its size is unknown. */
  use(conversation: Conversation, question: Question): ContextUse | undefined {
    const { connection, roster, settings } = this.#parts;
    if (!connection.hub) return undefined;
    const { scope: hubScope } = connection.hub;
    const budget = this.#of(question, { hubScope }, roster.get(question.expertId));
    if (!budget) return undefined;
    const history = conversation.history(hubScope, settings);
    // Computing sizes must not start a session.
    const sent = requestFor(question, { sessionId: "", history }, settings);
    return { ...budget, ...sizeOfRequest({ question, sent }) };
  }

  /**
   * Remembers the size of the context window that an error reports. Resolves with the turn and a
   * smaller request, or with `undefined` if the error is about something else, the question may have
   * run, or nothing more can be left out.
   */
  async smaller(turn: Turn, error: unknown): Promise<Turn | undefined> {
    const said = error instanceof HubError && contextErrorOf(error);
    if (!said) return undefined;
    const { contexts } = this.#parts;
    const { question, asked } = turn;
    const key = contexts.keyOf({ ...question, ...asked });
    const { limit } = said;
    if (limit !== undefined) await contexts.learn(key, limit);
    if (!isRefusal(error)) return undefined;
    const expert = this.#parts.roster.getAt(asked.hubScope, question.expertId);
    const system = systemTokens(question, expert);
    const size = sizeOfRequest(turn);
    const whole = size.question + size.attachments + size.history + system;
    const fitted = fittedRequest(
      turn,
      {
        budget: smallerContextBudget(said, whole, question.maxTokens) - system,
        refused: true,
        ...(limit !== undefined && { contextTokens: limit }),
      },
      this.#parts.settings.roles.user,
    );
    if (!fitted || sizeOf(fitted.sent) >= sizeOf(turn.sent)) return undefined;
    return { ...turn, ...fitted, result: { state: "waiting" } };
  }
}

/** The estimated size of the expert's instructions and the tools. */
function systemTokens({ abilityId, mode }: Question, saved: SavedExpert | undefined): number {
  if (mode === "model") return 0;
  const expert = saved?.expert;
  const ability = expert?.abilities.find(({ id }) => id === abilityId);
  const words = [
    expert?.name,
    expert?.system_message,
    expert?.function_description,
    ability?.name,
    ability?.text,
  ];
  return estimatedTokens(words.filter(Boolean).join("\n\n")) + hubTokens;
}

function contextErrorOf(error: HubError): ContextError | undefined {
  return contextErrorIn(error.details.hubMessage ?? "") ?? (isModelRefusal(error) ? {} : undefined);
}

/** The hub says that the question did not run. */
function isRefusal(error: HubError): boolean {
  const { status = 0, mayHaveRun = false } = error.details;
  return isModelRefusal(error) || ([400, 413, 422].includes(status) && !mayHaveRun);
}

/** A message may be in any language; the code of an error about the model is not. */
function isModelRefusal({ details: { about, code } }: HubError): boolean {
  return about === "model" && code === 413;
}

const sizeOf = ({ body }: HubRequest): number => JSON.stringify(body).length;
