import * as vscode from "vscode";
import { ageOf } from "../../../kit/age";
import type { Chat } from "../../asking/core/chat";
import type { Conversations } from "../../conversation/core/conversations";
import { HubError } from "../../../contract/errors";
import type { OpenChats } from "../../asking/core/openChats";
import { panelTypeIn } from "../../../platform/editor/panelTypes";
import type { Place } from "../../asking/core/places";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import { fromSideMenu } from "./sideMenu";

/** Finds the conversation that a command applies to. */
export class ConversationArgument {
  readonly #conversations: Conversations;
  readonly #chats: OpenChats;

  constructor(conversations: Conversations, chats: OpenChats) {
    this.#conversations = conversations;
    this.#chats = chats;
  }

  /**
   * The conversation of the given row or id, or of the menu that the command was chosen from; else
   * the one that the user was in last; else one that the user picks.
   */
  async id(given: unknown, title: string): Promise<string | undefined> {
    if (isRow(given)) return given.conversationId;
    if (typeof given === "string") return given;
    const { conversation } = this.chat(given);
    if (conversation.turns.length > 0) return conversation.id;
    if (isFromMenu(given))
      throw new HubError("conflict", t("This conversation has no questions yet."));
    return this.#pick(title);
  }

  /** The chat whose menu it is, or that the user was in last. */
  chat(given: unknown): Chat {
    return this.place(given)?.chat ?? this.#chats.side;
  }

  /** Where that chat is shown; `undefined` for the side bar. */
  place(given: unknown): Place | undefined {
    const { places } = this.#chats;
    if (given === fromSideMenu) return undefined;
    const panelType = panelTypeIn(given);
    return (panelType && places.tabOf(panelType)) ?? places.inOrder[0];
  }

  async #pick(title: string): Promise<string | undefined> {
    const asked = (await this.#conversations.list()).filter(({ isDraft }) => !isDraft);
    const items = asked.map((summary) => ({
      id: summary.id,
      label: plainText(summary.title),
      description: `${plainText(summary.expertName, 60)} · ${ageOf(summary.askedAt, Date.now())}`,
    }));
    const placeHolder =
      items.length === 0 ? t("There are no saved conversations yet") : t("Choose a conversation");
    const picked = await vscode.window.showQuickPick(items, { title, placeHolder });
    return picked?.id;
  }
}

/** A tree row that stands for one conversation. */
export interface ConversationItem {
  readonly conversationId: string;
}

function isRow(given: unknown): given is ConversationItem {
  return (
    given instanceof vscode.TreeItem &&
    "conversationId" in given &&
    typeof given.conversationId === "string"
  );
}

function isFromMenu(given: unknown): boolean {
  return given === fromSideMenu || panelTypeIn(given) !== undefined;
}
