import type { Chat } from "../../asking/core/chat";
import type { OpenChats } from "../../asking/core/openChats";
import { panelTypeIn } from "../../../platform/editor/panelTypes";
import type { ChatPlace } from "../../asking/core/chatPlaces";
import { fromSideMenu } from "../../../platform/editor/sideMenu";

/** Finds the chat that a command applies to. */
export class ConversationArgument {
  readonly #chats: OpenChats;

  constructor(chats: OpenChats) {
    this.#chats = chats;
  }

  /** The chat whose menu it is, or that the user was in last. */
  chat(given: unknown): Chat {
    return this.place(given)?.chat ?? this.#chats.side;
  }

  /** Where that chat is shown; `undefined` for the side bar. */
  place(given: unknown): ChatPlace | undefined {
    const { places } = this.#chats;
    if (given === fromSideMenu) return undefined;
    const panelType = panelTypeIn(given);
    return (panelType && places.tabOf(panelType)) ?? places.inOrder[0];
  }
}

/** The command was chosen from the menu of a chat. */
export function isFromMenu(given: unknown): boolean {
  return given === fromSideMenu || panelTypeIn(given) !== undefined;
}
