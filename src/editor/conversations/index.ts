import type { Own } from "../../kit/disposable";
import type { ChatFeature } from "../chat";
import type { Core } from "../core";
import type { Workbench } from "../workbench";
import type { Command } from "../workbench/command";
import { ConversationRows } from "./conversationRows";
import { deleteAllConversations } from "./deleteAllConversations";
import { deleteConversation } from "./deleteConversation";
import { exportConversation } from "./exportConversation";
import { findConversation } from "./findConversation";
import { importConversation } from "./importConversation";
import { openConversation } from "./openConversation";
import { renameConversation } from "./renameConversation";
import { SavingNotices } from "./savingNotices";
import { searchConversations } from "./searchConversations";

export interface ConversationsParts {
  readonly core: Core;
  readonly workbench: Workbench;
  readonly chat: ChatFeature;
  readonly own: Own;
}

export interface ConversationsFeature {
  readonly rows: ConversationRows;
  readonly commands: readonly Command[];
}

/** Saved conversations: their tree and their commands. */
export function buildConversations(parts: ConversationsParts): ConversationsFeature {
  const { account, builtInHub, connection, keys } = parts.core;
  const { notify } = parts.workbench;
  const { argument, chats, conversations, panels, sender } = parts.chat;
  const { own } = parts;
  own(new SavingNotices(conversations, notify));
  return {
    rows: own(new ConversationRows(conversations, chats)),
    commands: [
      deleteAllConversations({ chats, conversations, sender, notify }),
      deleteConversation({ chats, conversations, sender, argument }),
      exportConversation({ chats, argument, notify, connection, account, keys, builtInHub }),
      findConversation(argument, panels),
      importConversation(chats, panels, conversations),
      openConversation(chats, panels, argument),
      renameConversation(chats, conversations, argument),
      searchConversations({ conversations, chats, panels }),
    ],
  };
}
