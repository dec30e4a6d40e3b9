import type { Chat } from "../chat/chat";
import type { Connection, Hub } from "../connection/connection";
import { partsOf } from "../connection/hub";
import { LocalError } from "../localError";

/** The hub that a conversation is with, where another one is in use. */
export interface OtherHub {
  readonly label: string;
  /** Absent if it is no longer one of the user's hubs. */
  readonly hub?: Hub;
}

/** Keeps each conversation with the hub that its last question went to, unless the user decides otherwise. */
export class ConversationHubs {
  readonly #connection: Connection;
  /** The hub that the user chose to continue with. */
  readonly #continued = new WeakMap<Chat, string>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** `undefined` if questions of this chat may go to the hub in use. */
  other(chat: Chat): OtherHub | undefined {
    const inUse = this.#connection.hub;
    const scope = chat.conversation.turns.at(-1)?.asked.hubScope;
    if (!inUse || scope === undefined || scope === inUse.scope) return undefined;
    if (this.#continued.get(chat) === inUse.scope) return undefined;
    const hub = this.#connection.find(scope);
    return { label: hub?.label ?? hubLabelOf(scope), ...(hub && { hub }) };
  }

  /** The user wants to ask the hub in use from this chat. */
  continueHere(chat: Chat): void {
    const { hub } = this.#connection;
    if (hub) this.#continued.set(chat, hub.scope);
  }

  /** Throws `conflict` before a question would go to another hub than its conversation. */
  expect(chat: Chat): void {
    const other = this.other(chat);
    if (!other) return;
    throw new LocalError(
      "conflict",
      `Nothing was sent because this conversation is with ${other.label}, and ${this.#connection.hub?.label} is in use. Choose in the chat which of them to ask.`,
    );
  }
}

/** The host of a hub that is known by its scope only. */
export function hubLabelOf(scope: string): string {
  const { origin } = partsOf(scope);
  return URL.canParse(origin) ? new URL(origin).host || scope : scope;
}
