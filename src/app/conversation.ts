import type { HubError } from "../hub/errors";
import type { AgentAnswer, AgentRequest, LlmRequest, Message, Received } from "../hub/types";
import { Owner } from "../kit/disposable";
import { Emitter } from "../kit/event";
import type { Settings } from "./ports";
import { inputData, type Question } from "./question";

/** Who is asked, in words, as it was when the question left. */
export interface Asked {
  readonly expertId: number;
  readonly expertName: string;
  readonly abilityId?: number;
  readonly abilityName?: string;
  readonly modelId?: number;
  readonly modelName?: string;
  /** Scope of the hub; a session never crosses hubs. */
  readonly hubScope: string;
  readonly builtIn: boolean;
}

export type Result =
  | { readonly state: "waiting" }
  | { readonly state: "done"; readonly received: Received<AgentAnswer> }
  | { readonly state: "failed"; readonly error: HubError }
  | { readonly state: "stopped" }
  /** The window closed while it was out; it may have run. */
  | { readonly state: "interrupted" };

/** A request by its endpoint: `invoke_agent` (service 4.3) or `invoke_llm` (4.4). */
export type Sent =
  | { readonly endpoint: "invoke_agent"; readonly body: AgentRequest }
  | { readonly endpoint: "invoke_llm"; readonly body: LlmRequest };

/** A question and what became of it. Never changed in place: each change is another object. */
export interface Turn {
  readonly id: string;
  readonly question: Question;
  /** The body as it was sent. */
  readonly sent: Sent;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  readonly asked: Asked;
  readonly result: Result;
}

/** The turns of one conversation, in order, with the session that the hub knows it by. */
export class Conversation extends Owner {
  readonly id = crypto.randomUUID();
  readonly #turns = new Map<string, Turn>();
  readonly #sessions = new Map<string, string>();
  readonly #changed = this.register(new Emitter<Turn>());

  /** A turn was added or became another. */
  readonly onDidChangeTurn = this.#changed.event;

  get turns(): readonly Turn[] {
    return [...this.#turns.values()];
  }

  get(turnId: string): Turn | undefined {
    return this.#turns.get(turnId);
  }

  /** The newest answer, if there is any. */
  get lastAnswered(): Turn | undefined {
    return this.turns.findLast(({ result }) => result.state === "done");
  }

  /** `session_id` for this hub: a session never crosses hubs. */
  sessionFor(hubScope: string): string {
    const session = this.#sessions.get(hubScope) ?? crypto.randomUUID();
    this.#sessions.set(hubScope, session);
    return session;
  }

  /** `conversation_history` for the next question to this hub: answered turns, the newest last. */
  history(
    hubScope: string,
    { historyTurns, roles }: Pick<Settings, "historyTurns" | "roles">,
  ): Message[] {
    return this.turns
      .filter(({ asked, result }) => asked.hubScope === hubScope && result.state === "done")
      .slice(historyTurns > 0 ? -historyTurns : Infinity)
      .flatMap(({ question, result }) => [
        { role: roles.user, content: inputData(question.typed, question.attachment) },
        {
          role: roles.assistant,
          content: result.state === "done" ? result.received.value.output : "",
        },
      ]);
  }

  put(turn: Turn): void {
    this.#turns.set(turn.id, turn);
    this.#changed.fire(turn);
  }
}
