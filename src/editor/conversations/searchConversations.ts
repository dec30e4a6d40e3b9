import * as vscode from "vscode";
import type { ConversationSearch, Found } from "../../app/savedConversations/conversationSearch";
import type { Conversations } from "../../app/savedConversations/conversations";
import { ageOf } from "../../app/age";
import { fireAndForget } from "../../kit/unexpectedErrors";
import type { ChatPanels } from "../chat/chatPanels";
import type { OpenChats } from "../../app/chat/openChats";
import { plainText } from "../workbench/plainText";
import type { Command } from "../workbench/command";

interface Item extends vscode.QuickPickItem {
  readonly found: Found;
}

/** Full-text search over all questions and answers, as the user types. */
export function searchConversations({
  conversations,
  chats,
  panels,
}: {
  conversations: Conversations;
  chats: OpenChats;
  panels: ChatPanels;
}): Command {
  async function pick(search: ConversationSearch): Promise<Found | undefined> {
    const pick = vscode.window.createQuickPick<Item>();
    pick.title = "Search conversations";
    pick.placeholder = "Search titles, questions, answers and steps";
    pick.busy = true;
    const show = (): void => {
      pick.items = search.find(pick.value).map(itemOf);
    };
    pick.onDidChangeValue(show);
    const closed = new AbortController();
    const reading = search.read(conversations, {
      signal: closed.signal,
      onRead: () => {
        if (pick.value !== "" && pick.items.length === 0) show();
      },
    });
    fireAndForget(async () => {
      try {
        await reading;
        show();
      } finally {
        if (!closed.signal.aborted) pick.busy = false;
      }
    });
    return new Promise((resolve) => {
      pick.onDidAccept(() => {
        resolve(pick.selectedItems[0]?.found);
        pick.hide();
      });
      pick.onDidHide(() => {
        resolve(undefined);
        closed.abort();
        pick.dispose();
      });
      pick.show();
    });
  }

  return {
    id: "expertHub.searchConversations",
    async run(): Promise<void> {
      const { ConversationSearch: Search } =
        await import("../../app/savedConversations/conversationSearch");
      const found = await pick(new Search());
      if (!found) return;
      await chats.openSaved(found.conversationId);
      await panels.showTurn(found.turnId);
    },
  };
}

function itemOf(found: Found): Item {
  const { title, expertName, askedAt, excerpt } = found;
  return {
    found,
    label: plainText(title, 80),
    description: `${plainText(expertName, 40)} · ${ageOf(askedAt, Date.now())}`,
    detail: plainText(excerpt, 200),
    alwaysShow: true,
  };
}
