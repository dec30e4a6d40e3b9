import { contextErrorIn, type ContextError } from "../../../contract/contextErrors";
import { estimatedTokens, roomIn, smallerRoom } from "../../../contract/contextSize";
import { HubError } from "../../../contract/errors";
import type { Conversation } from "../../conversation/core/conversation";
import { requestFor, type Question } from "../../conversation/core/question";
import {
  fittedRequest,
  sizeOfRequest,
  type RequestSize,
  type Room,
} from "../../conversation/core/fittedRequest";
import type { Turn } from "../../conversation/core/turn";
import type { Settings } from "../../../platform/core/ports";
import type { Connection } from "../../connection/core/connection";
import type { Roster, SavedExpert } from "../../experts/core/roster";
import type { AskedModelOf, ContextSizes } from "../../models/core/contextSizes";

interface ContextRoomParts {
  readonly contexts: ContextSizes;
  readonly roster: Pick<Roster, "get">;
  readonly connection: Pick<Connection, "hub">;
  readonly settings: Settings;
}

/** What a model takes, and what is left of it for a question and all that goes with it; in tokens. */
interface ModelRoom extends Room {
  readonly contextTokens: number;
  /** About what the words of the expert need, and the tools. */
  readonly system: number;
}

/** How much of a request goes where; in tokens, about. */
export type ContextUse = RequestSize & ModelRoom;

/** What the tools of the built-in hub and its own words need, about. */
export const builtInTokens = 1000;

/** What fits into a question, as far as anybody has said what the model takes. */
export class ContextRoom {
  readonly #parts: ContextRoomParts;

  constructor(parts: ContextRoomParts) {
    this.#parts = parts;
  }

  /** `undefined` if nobody has said what the model takes. */
  #of(
    question: Question,
    asked: Pick<AskedModelOf, "hubScope" | "builtIn">,
    expert: SavedExpert | undefined,
  ): ModelRoom | undefined {
    const { contexts } = this.#parts;
    const contextTokens = contexts.of(contexts.keyOf({ ...question, ...asked }));
    if (contextTokens === undefined) return undefined;
    const system = systemTokens(question, asked, expert);
    return { contextTokens, system, room: roomIn(contextTokens, question.maxTokens) - system };
  }

  /** The request without what does not fit; `undefined` if all of it fits, as far as is known. */
  fitted(
    { question, sent, asked }: Pick<Turn, "question" | "sent" | "asked">,
    expert: SavedExpert | undefined,
  ) {
    const room = this.#of(question, asked, expert);
    return room && fittedRequest({ question, sent }, room, this.#parts.settings.roles.user);
  }

  /** How much of the context a question would need; `undefined` if nobody has said what it is. */
  use(conversation: Conversation, question: Question): ContextUse | undefined {
    const { connection, roster, settings } = this.#parts;
    if (!connection.hub) return undefined;
    const { scope: hubScope, builtIn } = connection.hub;
    const room = this.#of(question, { hubScope, builtIn }, roster.get(question.expertId));
    if (!room) return undefined;
    const history = conversation.history(hubScope, settings);
    // No session begins with a look at the sizes.
    const sent = requestFor(question, { sessionId: "", history }, settings);
    return { ...room, ...sizeOfRequest({ question, sent }) };
  }

  /**
   * Remembers what an error says that the model takes. Resolves with the turn and a smaller request;
   * with `undefined` if the error is about something else, or nothing more can be left out.
   */
  async smaller(turn: Turn, error: unknown): Promise<Turn | undefined> {
    const said = error instanceof HubError && refusalIn(error, turn);
    if (!said) return undefined;
    const { contexts } = this.#parts;
    const { question, asked } = turn;
    const key = contexts.keyOf({ ...question, ...asked });
    const { limit } = said;
    if (key !== undefined && limit !== undefined) await contexts.learn(key, limit);
    const { connection, roster } = this.#parts;
    const isHere = asked.hubScope === connection.hub?.scope;
    const system = systemTokens(
      question,
      asked,
      isHere ? roster.get(question.expertId) : undefined,
    );
    const size = sizeOfRequest(turn);
    const whole = size.question + size.attachments + size.history + system;
    const fitted = fittedRequest(
      turn,
      {
        room: smallerRoom(said, whole, question.maxTokens) - system,
        refused: true,
        ...(limit !== undefined && { contextTokens: limit }),
      },
      this.#parts.settings.roles.user,
    );
    return fitted && { ...turn, ...fitted, result: { state: "waiting" } };
  }
}

/** About what the words of the expert need, and the tools. */
function systemTokens(
  { abilityId, mode }: Question,
  { builtIn }: Pick<AskedModelOf, "builtIn">,
  saved: SavedExpert | undefined,
): number {
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
  return estimatedTokens(words.filter(Boolean).join("\n\n")) + (builtIn ? builtInTokens : 0);
}

/** The built-in hub says by its code what its sentence may say in any language. */
function refusalIn({ details }: HubError, { asked }: Turn): ContextError | undefined {
  const { hubMessage = "", code } = details;
  return contextErrorIn(hubMessage) ?? (asked.builtIn && code === 413 ? {} : undefined);
}
