import * as vscode from "vscode";
import { nameOf } from "../../app/naming";
import type { Step, ToolActivation } from "../../hub/types";
import { HubError } from "../../hub/errors";
import type { ChatViews } from "../chat/chatViews";
import type { Chats } from "../chat/chats";
import type { Fixed, Sending } from "../chat/sending";
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

/** Asks with typed input. Resolves with the answer; rejects with the sentence that the user would read. */
export class Ask implements Command {
  readonly id = "expertHub.ask";
  readonly rejects = true;
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

  async run(args?: unknown): Promise<AskResult | undefined> {
    const { input, ...fixed } = argumentsIn(args);
    const missing = await this.#need.current();
    if (missing && !(missing === "expert" && fixed.expertId !== undefined)) {
      await this.#views.openSide();
      throw this.#need.error(missing);
    }
    const chat = this.#sending.isBusy(this.#chats.side)
      ? this.#chats.renewSide()
      : this.#chats.side;
    const typed = input ?? (await this.#type(chat.draft));
    if (typed === undefined) return undefined;
    await this.#views.openSide();
    chat.draft = typed;
    const turn = await this.#sending.send(chat, fixed).settled;
    if (turn.result.state === "stopped")
      throw new HubError("cancelled", "The question was stopped.");
    if (turn.result.state === "failed") throw turn.result.error;
    if (turn.result.state !== "done") return undefined;
    const { output, intermediate_steps: steps } = turn.result.received.value;
    return { conversationId: chat.conversation.id, output, steps };
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

const checks: { [N in keyof Required<AskArguments>]: (value: unknown) => boolean } = {
  expertId: Number.isSafeInteger,
  abilityId: Number.isSafeInteger,
  modelId: Number.isSafeInteger,
  input: (value) => typeof value === "string",
  temperature: Number.isFinite,
  tools: (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((on) => typeof on === "boolean"),
  webSearchMaxResults: Number.isSafeInteger,
  documentUrls: (value) => Array.isArray(value) && value.every((url) => typeof url === "string"),
};

function argumentsIn(args: unknown): { input?: string } & Fixed {
  if (args === undefined || args === null) return {};
  if (typeof args !== "object")
    throw new HubError("invalid-request", "expertHub.ask takes one object.");
  const known: Record<string, unknown> = {};
  for (const [name, check] of Object.entries(checks)) {
    const value = (args as Record<string, unknown>)[name];
    if (value === undefined) continue;
    if (!check(value))
      throw new HubError("invalid-request", `${name} of expertHub.ask is not of the right kind.`);
    known[name] = value;
  }
  return known;
}
