import type { Event } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import type { Chat } from "./chat";
import type { Connection, Hub } from "../../connection/core/connection";
import { inSentence } from "../../connection/core/hub";
import { partsOf } from "../../../contract/address";
import type { Turn } from "../../conversation/core/turn";
import { LocalError } from "../../../platform/core/localError";

/** The hub that a conversation is with, where another one is in use. */
export interface OtherHub {
  /** As part of a sentence. */
  readonly label: string;
  /** Absent if it is no longer one of the user's hubs. */
  readonly hub?: Hub;
}

/** Names hubs where there is more than one. */
export interface HubNames {
  /** `undefined` if it is the only hub. */
  nameAmong(scope: string): string | undefined;
  readonly onDidChange: Event<void>;
}

/** Keeps each conversation with the hub that its last question went to, unless the user decides otherwise. */
export class ConversationHubs implements HubNames {
  readonly #connection: Connection;
  readonly onDidChange: Event<void>;
  /** The hub that the user chose to continue with. */
  readonly #continued = new WeakMap<Chat, string>();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.onDidChange = connection.onDidChange;
  }

  nameAmong(scope: string): string | undefined {
    const { hub, hubs } = this.#connection;
    const isOnly = hubs.list.length < 2 && (hub === undefined || hub.scope === scope);
    return isOnly || scope === "" ? undefined : this.nameOf(scope);
  }

  /** The user's name for this hub, or its host if it is none of theirs. */
  nameOf(scope: string): string {
    return this.#connection.find(scope)?.label ?? hubLabelOf(scope);
  }

  /** `undefined` if questions of this chat may go to the hub in use. */
  otherHub(chat: Chat): OtherHub | undefined {
    const last = chat.conversation.turns.at(-1);
    if (!last || this.#continued.get(chat) === this.#connection.hub?.scope) return undefined;
    return this.otherHubOfTurn(last);
  }

  /** `undefined` if this question went to the hub in use. */
  otherHubOfTurn({ asked: { hubScope } }: Pick<Turn, "asked">): OtherHub | undefined {
    const inUse = this.#connection.hub;
    if (!inUse || hubScope === inUse.scope) return undefined;
    const hub = this.#connection.find(hubScope);
    return hub ? { label: inSentence(hub), hub } : { label: hubLabelOf(hubScope) };
  }

  /** The user wants to ask this hub from this chat: the one in use, or the one that they choose. */
  continueHere(chat: Chat, scope = this.#connection.hub?.scope): void {
    if (scope !== undefined) this.#continued.set(chat, scope);
  }

  /** Throws `conflict` before a question would go to another hub than its conversation. */
  assertSameHub(chat: Chat): void {
    const otherHub = this.otherHub(chat);
    if (!otherHub) return;
    throw new LocalError(
      "conflict",
      t(
        "Nothing was sent because this conversation is with {0}, and {1} is in use. Choose in the chat which of them to ask.",
        otherHub.label,
        this.#inUse,
      ),
    );
  }

  /** Throws `conflict` before a question would be asked again at another hub: its expert is of the first. */
  assertSameHubAsTurn(turn: Turn): void {
    const otherHub = this.otherHubOfTurn(turn);
    if (!otherHub) return;
    const inUse = this.#inUse;
    throw new LocalError(
      "conflict",
      otherHub.hub
        ? t(
            "Nothing was sent because this question was for {0}, and {1} is in use. Switch to {0} to ask it again, or edit and resend it.",
            otherHub.label,
            inUse,
          )
        : t(
            "Nothing was sent because this question was for {0}, which is not one of your hubs. Edit and resend it to ask {1}.",
            otherHub.label,
            inUse,
          ),
    );
  }

  get #inUse(): string {
    const { hub } = this.#connection;
    return hub ? inSentence(hub) : "";
  }
}

/** The host of a hub that is known by its scope only. */
export function hubLabelOf(scope: string): string {
  const { origin } = partsOf(scope);
  return URL.canParse(origin) ? new URL(origin).host || scope : scope;
}
