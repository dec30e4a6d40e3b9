import { HubError } from "../../../contract/errors";
import type { AgentAnswer } from "../../../contract/types";
import type { Disposable } from "../../../kit/disposable";
import { t } from "../../../kit/l10n";
import { Limiter } from "../../../kit/limiter";
import { unlessAborted } from "../../../kit/abort";
import type { Caller } from "../../../contract/vocabulary";
import type { Outsider, QuestionToAsk, ConcurrencyLimit } from "../../asking/core/preparedQuestion";
import type { QuestionSender } from "../../asking/core/questionSender";
import { setupError, type Setup } from "../../experts/core/setup";
import type { Chat } from "../../asking/core/chat";
import type { OpenChats } from "../../asking/core/openChats";
import type { LiveAnswer } from "../../conversation/core/liveAnswer";
import type { Turn } from "../../conversation/core/turn";
import type { Roster } from "../../experts/core/roster";
import type { Connection } from "../../connection/core/connection";
import { assertAllowed } from "../../../policy/policy";
import { notFound } from "../../../platform/core/localError";

/** A question from outside the chat. */
export interface CallerQuestion extends Omit<Partial<QuestionToAsk>, "caller" | "typed"> {
  readonly caller: Caller;
  readonly input: string;
  /** An earlier conversation of the same caller; without one, a new conversation begins. */
  readonly conversationId?: string | undefined;
}

interface CallerUse {
  /** Who reads the answer, if more is known than the kind of caller. Each has its own limit. */
  readonly outsider?: Outsider | undefined;
  /** Ends the question, and the request for it. */
  readonly signal: AbortSignal;
  /** Nobody waits for the answer: a question that is not sent yet ends, one that may be charged goes on. */
  readonly gone?: AbortSignal;
  /**
   * Called before anything is sent; the caller's user declines by resolving to false. What it resolves
   * to does not count once the question has ended.
   */
  approve?(over: AbortSignal): Promise<boolean>;
  onProgress?(live: LiveAnswer): void;
  /** Called when the question is put off, with the seconds until it is sent again. */
  onWait?(seconds: number): void;
}

export interface CallerAnswer {
  readonly conversationId: string;
  readonly turn: Turn;
  readonly answer: AgentAnswer;
}

interface CallerQuestionsParts {
  readonly setup: Pick<Setup, "next">;
  readonly connection: Pick<Connection, "policy" | "accountAt">;
  readonly roster: Roster;
  readonly chats: OpenChats;
  readonly sender: QuestionSender;
}

/** Questions of one client at once; its others wait. */
const maxConcurrent = 8;

/**
 * The only way to ask from outside the chat: the same questions to the user, the same request and
 * the same saved conversation as from the chat, but nothing that the chat shows changes.
 */
export class CallerQuestions {
  readonly #parts: CallerQuestionsParts;
  readonly #limiters = new Map<string, Limiter>();

  constructor(parts: CallerQuestionsParts) {
    this.#parts = parts;
  }

  /**
   * Resolves with the answer. Rejects with a `HubError` whose sentence the user may read: that of the
   * failed request, or why nothing was sent; with `cancelled` if it was stopped or declined.
   */
  async ask(asked: CallerQuestion, use: CallerUse): Promise<CallerAnswer> {
    // Whom it names is named now, also where the question has to wait.
    const { connection, roster } = this.#parts;
    const { at = connection.accountAt(), expertId } = asked;
    const question = { ...choiceOf(roster, expertId), ...asked, at };
    const { signal, gone: left, approve, outsider } = use;
    const unwanted = AbortSignal.any([signal, ...(left ? [left] : [])]);
    const { input, conversationId: _, ...given } = question;
    assertAllowed(this.#parts.connection.policy.current.callerRefusal(question.caller));
    await unlessAborted(this.#assertSetUp(question), unwanted);
    if (unwanted.aborted) throw notSent();
    const { chat, hold } = await this.#chatFor(question);
    const { conversation } = chat;
    const stop = () => this.#parts.sender.stop(chat);
    const listening: Disposable[] = [];
    try {
      if (unwanted.aborted) throw notSent();
      if (approve && !(await unlessAborted(approve(unwanted), unwanted))) throw notSent();
      const { sender } = this.#parts;
      const concurrencyLimit = this.#limitOf(
        JSON.stringify([question.caller, outsider?.id]),
        unwanted,
      );
      const outside = { ...given, typed: input, signal: unwanted, outsider, concurrencyLimit };
      const { settled } = await sender.ask(chat, outside);
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) stop();
      listening.push(
        conversation.onDidProgress((turnId) => {
          const live = conversation.live(turnId);
          if (live) use.onProgress?.(live);
        }),
        conversation.onDidChangeTurn(({ turn: { result } }) => {
          const again = result.state === "waiting" ? result.again : undefined;
          if (again) use.onWait?.(Math.max(1, Math.round((again.at - Date.now()) / 1000)));
        }),
      );
      const turn = await settled;
      return { conversationId: conversation.id, turn, answer: agentAnswerOf(turn) };
    } finally {
      for (const each of listening) each.dispose();
      signal.removeEventListener("abort", stop);
      hold.dispose();
    }
  }

  /** Taken only to send, so that no dialog that is open keeps another question waiting. */
  #limitOf(client: string, unwanted: AbortSignal): ConcurrencyLimit {
    const limiter = this.#limiters.get(client) ?? new Limiter(maxConcurrent);
    this.#limiters.set(client, limiter);
    return {
      get isFree() {
        return limiter.isFree;
      },
      async run(task, stopped) {
        const over = AbortSignal.any([unwanted, stopped]);
        let hasBegun = false;
        const begin = () => ((hasBegun = true), task());
        try {
          return await limiter.run(begin, over);
        } catch (error) {
          throw hasBegun ? error : notSent();
        }
      },
    };
  }

  /** The turns of a conversation of this caller that can go on: it exists, and waits for no answer. */
  async toContinue(conversationId: string, caller: Caller): Promise<readonly Turn[] | undefined> {
    const { chats, sender } = this.#parts;
    const open = chats.of(conversationId);
    if (open && sender.isTaken(open)) return undefined;
    const saved = await chats.saved(conversationId).catch(() => undefined);
    return saved && isOf(caller, saved.turns) ? saved.turns : undefined;
  }

  /** An expert that another hub or nobody knows is not asked on behalf of a caller. */
  async #assertSetUp({ expertId, at }: CallerQuestion): Promise<void> {
    const { setup, roster, sender } = this.#parts;
    if (at) sender.assertInUse(at);
    const missing = await setup.next();
    if (missing) throw setupError(missing);
    if (at) sender.assertInUse(at);
    if (expertId !== undefined && !roster.get(expertId))
      throw new HubError("not-found", t("Expert {0} is not in the list of experts.", expertId));
  }

  /**
   * Conversations of the user, and of other callers, are not continued; nor those that the user went
   * on with: what was attached and answered there would be sent along.
   */
  async #chatFor({ conversationId, caller }: CallerQuestion): Promise<Taken> {
    const { chats } = this.#parts;
    if (conversationId === undefined) return chats.acquire(undefined);
    const { turns } = await chats.saved(conversationId);
    if (!isOf(caller, turns)) throw notFound(t("This conversation no longer exists."));
    return chats.acquire(conversationId);
  }
}

interface Taken {
  readonly chat: Chat;
  readonly hold: Disposable;
}

function isOf(caller: Caller, turns: readonly Turn[]): boolean {
  return turns.length > 0 && turns.every(({ question }) => question.caller === caller);
}

/** The ability and the model that are chosen for an expert. */
function choiceOf(roster: Pick<Roster, "get">, id: number | undefined) {
  const { abilityId, modelId } = (id !== undefined && roster.get(id)) || {};
  return {
    ...(abilityId !== undefined && { abilityId }),
    ...(modelId !== undefined && { modelId }),
  };
}

function agentAnswerOf({ result }: Turn): AgentAnswer {
  if (result.state === "done") return result.received.value;
  if (result.state === "failed") throw result.error;
  throw new HubError("cancelled", t("The question was stopped."));
}

export function notSent(): HubError {
  return new HubError("cancelled", t("Nothing was sent."));
}
