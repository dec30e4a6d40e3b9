import { t } from "../../kit/l10n";
import type { ChatModel, ModelMessage, ModelProblem } from "../../contract/chatModel";
import {
  countToLeaveOut,
  estimatedTokens,
  contextBudget,
  smallerContextBudget,
} from "../../contract/contextSize";
import { pictureTokens } from "../../contract/picture";
import type { Tool } from "../tools/tool";

const leftOutResult = "[This result no longer fits and was left out.]";

interface FittedParts {
  readonly model: Pick<ChatModel, "name" | "contextTokens">;
  /** The last one is the question. */
  readonly messages: readonly ModelMessage[];
  /** Whether earlier ones may be left out from the first round on, as no user was shown them. */
  readonly isRemembered?: boolean;
  readonly maxTokens?: number | undefined;
}

/** A part that can be left out. */
interface Removable {
  readonly tokens: number;
  remove(): void;
}

/**
 * The messages to a model during one answer. If they exceed the context window, results from earlier
 * rounds of tool calls are left out first, then the oldest messages of the conversation, then the
 * newest results; never the question or the system message.
 */
export class FittedMessages {
  readonly #parts: FittedParts;
  #messages: ModelMessage[];
  readonly #question: ModelMessage | undefined;
  /** The size of the context window that the server reported during this answer. */
  #said: number | undefined;
  #isSmaller = false;
  #results = 0;
  #earlier = 0;

  constructor(parts: FittedParts) {
    this.#parts = parts;
    this.#messages = [...parts.messages];
    this.#question = parts.messages.at(-1);
  }

  get list(): readonly ModelMessage[] {
    return this.#messages;
  }

  push(...messages: readonly ModelMessage[]): void {
    this.#messages.push(...messages);
  }

  /** Leaves out what does not fit the context window, if its size is known. */
  fit(offered: readonly Tool[]): void {
    const takes = this.#takes;
    if (takes !== undefined) this.#leaveOut(contextBudget(takes, this.#parts.maxTokens), offered);
  }

  /** Whether all of it is likely to exceed a context window. */
  exceeds(tokens: number, offered: readonly Tool[]): boolean {
    return this.#tokens + toolTokens(offered) > tokens;
  }

  /** After a refusal as too long, once. False if the next try would not be smaller. */
  shrink({ kind, context = {} }: ModelProblem, offered: readonly Tool[]): boolean {
    if (kind !== "too-long" || this.#isSmaller) return false;
    this.#isSmaller = true;
    this.#said = context.limit;
    const whole = this.#tokens + toolTokens(offered);
    return this.#leaveOut(smallerContextBudget(context, whole, this.#parts.maxTokens), offered);
  }

  get #takes(): number | undefined {
    return this.#said ?? this.#parts.model.contextTokens;
  }

  get #tokens(): number {
    return this.#messages.reduce((sum, message) => sum + messageTokens(message), 0);
  }

  #leaveOut(budget: number, offered: readonly Tool[]): boolean {
    const newest = this.#messages.findLastIndex(
      (message) => message.role === "assistant" && message.calls !== undefined,
    );
    // The caller has already decided what the first round contains, and shown it to the user.
    const mayForget = this.#parts.isRemembered === true || newest !== -1;
    const results = this.#messages.filter(
      ({ role, content }) => role === "tool" && content.length > leftOutResult.length,
    );
    const isOld = (message: ModelMessage) => this.#messages.indexOf(message) < newest;
    const removable = [
      ...results.filter(isOld).map((each) => this.#result(each)),
      ...(mayForget ? this.#exchanges() : []).map((each) => this.#exchange(each)),
      ...results.filter((each) => !isOld(each)).map((each) => this.#result(each)),
    ];
    const sizes = removable.map(({ tokens }) => tokens);
    const excess = this.#tokens + toolTokens(offered) - budget;
    const gone = removable.slice(0, countToLeaveOut(sizes, excess));
    for (const one of gone) one.remove();
    return gone.length > 0;
  }

  /** A paragraph on what was left out. */
  get note(): string | undefined {
    const [results, earlier] = [this.#results, this.#earlier];
    const parts = [
      results > 0 && (results === 1 ? t("1 result of a tool") : t("{0} results of tools", results)),
      earlier > 0 && (earlier === 1 ? t("1 earlier message") : t("{0} earlier messages", earlier)),
    ].filter((part) => part !== false);
    if (parts.length === 0) return undefined;
    const { name } = this.#parts.model;
    const [takes, left] = [this.#takes, parts.join(", ")];
    return takes === undefined
      ? `*${t("Left out to fit the context window of {0}: {1}.", name, left)}*`
      : `*${t("Left out to fit the context window of {0}, about {1} tokens: {2}.", name, takes, left)}*`;
  }

  #result(message: ModelMessage): Removable {
    const shorter = { ...message, content: leftOutResult };
    return {
      tokens: messageTokens(message) - messageTokens(shorter),
      remove: () => {
        this.#messages = this.#messages.map((each) => (each === message ? shorter : each));
        this.#results += 1;
      },
    };
  }

  #exchange(messages: readonly ModelMessage[]): Removable {
    return {
      tokens: messages.reduce((sum, message) => sum + messageTokens(message), 0),
      remove: () => {
        this.#messages = this.#messages.filter((each) => !messages.includes(each));
        this.#earlier += messages.length;
      },
    };
  }

  /** The conversation before the question; each exchange begins with what the user said. */
  #exchanges(): ModelMessage[][] {
    const at = this.#question ? this.#messages.indexOf(this.#question) : 0;
    const exchanges: ModelMessage[][] = [];
    for (const message of this.#messages.slice(0, at)) {
      if (message.role === "system") continue;
      if (message.role === "user" || exchanges.length === 0) exchanges.push([message]);
      else exchanges.at(-1)!.push(message);
    }
    return exchanges;
  }
}

function messageTokens(message: ModelMessage): number {
  const calls = message.role === "assistant" ? JSON.stringify(message.calls ?? "") : "";
  const pictures = message.role === "user" ? (message.pictures ?? []) : [];
  const shown = pictures.length * pictureTokens;
  return estimatedTokens(message.content) + estimatedTokens(calls) + shown + 4;
}

function toolTokens(offered: readonly Tool[]): number {
  return estimatedTokens(JSON.stringify(offered.map(toolDefinition)));
}

export function toolDefinition({ name, description, parameters }: Tool) {
  return { name, description, parameters };
}
