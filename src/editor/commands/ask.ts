import * as vscode from "vscode";
import type { Chat } from "../../app/chat";
import { nameOf } from "../../app/naming";
import { checkedOptions, type Options } from "../../app/options";
import type { Step, ToolActivation } from "../../hub/types";
import { isId } from "../../hub/address";
import { HubError } from "../../hub/errors";
import type { ChatViews } from "../chat/chatViews";
import type { Chats } from "../chat/chats";
import type { Fixed, Out, Sending } from "../chat/sending";
import type { Need } from "../need";
import { plainText } from "../plainText";
import type { Command } from "./command";

/** What other extensions, tasks and keybindings may give. */
export interface AskArguments {
  expertId?: number;
  abilityId?: number;
  modelId?: number;
  input?: string;
  temperature?: number;
  tools?: ToolActivation;
  webSearchMaxResults?: number;
  documentUrls?: string[];
}

export interface AskResult {
  conversationId: string;
  output: string;
  steps: Step[][];
}

/**
 * Asks with typed input and resolves with the answer. Rejects with the sentence that the user would
 * read where a caller gave arguments; what becomes of a question that the user typed, the chat shows.
 */
export class Ask implements Command {
  readonly id = "expertHub.ask";
  readonly #chats: Chats;
  readonly #views: ChatViews;
  readonly #sending: Sending;
  readonly #need: Need;

  constructor(parts: { chats: Chats; views: ChatViews; sending: Sending; need: Need }) {
    this.#chats = parts.chats;
    this.#views = parts.views;
    this.#sending = parts.sending;
    this.#need = parts.need;
  }

  rejects(args?: unknown): boolean {
    return args !== undefined && args !== null;
  }

  async run(args?: unknown): Promise<AskResult | undefined> {
    const { input, ...fixed } = argumentsIn(args);
    if (Object.keys(fixed).some((name) => agentOnly.has(name))) fixed.mode = "agent";
    const missing = await this.#need.current();
    if (missing && !(missing === "expert" && fixed.expertId !== undefined)) {
      await this.#views.openSide();
      throw this.#need.error(missing);
    }
    const typed = input ?? (await this.#type(this.#chats.side.draft));
    if (typed === undefined) return undefined;
    // Nothing in between: several callers at once each need a conversation of their own.
    const chat = this.#sending.isTaken(this.#chats.side)
      ? this.#chats.renewSide()
      : this.#chats.side;
    const [{ settled }] = await Promise.all([
      this.#send(chat, { typed, given: input !== undefined, fixed }),
      this.#views.openSide(),
    ]);
    const { result } = await settled;
    if (result.state === "done") {
      const { output, intermediate_steps: steps } = result.received.value;
      return { conversationId: chat.conversation.id, output, steps };
    }
    if (input === undefined) return undefined;
    if (result.state === "failed") throw result.error;
    throw new HubError("cancelled", "The question was stopped.");
  }

  /** What a caller gives leaves the composer alone, and never takes its selection along. */
  async #send(
    chat: Chat,
    { typed, given, fixed }: { typed: string; given: boolean; fixed: Fixed },
  ): Promise<Out> {
    if (given) return this.#sending.ask(chat, { typed }, fixed);
    chat.draft = typed;
    return this.#sending.send(chat, fixed);
  }

  async #type(draft: string): Promise<string | undefined> {
    const kept = this.#sending.expertOf(this.#chats.side);
    const name = kept ? nameOf("Expert", kept.id, kept.expert?.name) : "an expert";
    return vscode.window.showInputBox({
      title: `Ask ${plainText(name, 60)}`,
      prompt: "The answer appears in the chat.",
      value: draft,
      ignoreFocusOut: true,
    });
  }
}

/** What only an agent understands: the language model alone would lose it without a word. */
const agentOnly = new Set(["abilityId", "tools", "webSearchMaxResults", "documentUrls"]);

const ids = ["expertId", "abilityId", "modelId"] as const;
const chosen = ["temperature", "tools", "webSearchMaxResults", "documentUrls"] as const;

function argumentsIn(args: unknown): { input?: string } & Writable<Fixed> {
  if (args === undefined || args === null) return {};
  if (typeof args !== "object")
    throw new HubError("invalid-request", "expertHub.ask takes one object.");
  const given = args as Record<string, unknown>;
  const { input } = given;
  if (input !== undefined && typeof input !== "string") throw notOfKind("input");
  const options: Options = checkedOptions(
    Object.fromEntries(chosen.map((name) => [name, given[name]])),
  );
  return {
    ...(input !== undefined && { input }),
    ...Object.fromEntries(ids.filter((name) => isGiven(name, given[name])).map(pick(given))),
    ...Object.fromEntries(chosen.filter((name) => given[name] !== undefined).map(pick(options))),
  };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function pick(from: object) {
  return (name: string): [string, unknown] => [name, (from as Record<string, unknown>)[name]];
}

function isGiven(name: string, id: unknown): boolean {
  if (id === undefined) return false;
  if (!isId(id)) throw notOfKind(name);
  return true;
}

function notOfKind(name: string): HubError {
  return new HubError("invalid-request", `${name} of expertHub.ask is not of the right kind.`);
}
