import * as vscode from "vscode";
import type { ConversationSearch, Found } from "../core/conversationSearch";
import type { SavedConversations } from "../core/savedConversations";
import { dayOf } from "../core/dayGroups";
import { distinctTitles } from "../core/distinctTitles";
import type { Completion } from "../core/searchQuery";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { ChatPanels } from "../../chat/editor/chatPanels";
import type { OpenChats } from "../../asking/core/openChats";
import { locale, t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import type { Command } from "../../../platform/editor/commands";

interface Item extends vscode.QuickPickItem {
  readonly found?: Found;
  readonly completion?: Completion;
}

/** Full-text search over all questions and answers, as the user types. */
export function searchConversations({
  saved,
  chats,
  panels,
}: {
  saved: SavedConversations;
  chats: OpenChats;
  panels: ChatPanels;
}): Command {
  async function pick(search: ConversationSearch): Promise<Found | undefined> {
    const { completionsOf, filtersFor } = await import("../core/searchQuery");
    const pick = vscode.window.createQuickPick<Item>();
    pick.title = t("Search conversations");
    pick.placeholder = t(
      "Search titles, questions, answers and steps; narrow with {0}, {1}, {2}",
      "expert:",
      "after:",
      "before:",
    );
    pick.buttons = [{ iconPath: new vscode.ThemeIcon("filter"), tooltip: t("Narrow the search") }];
    pick.busy = true;
    let found: readonly Found[] = [];
    const show = ({ withFilters = pick.value.trim() === "" } = {}): void => {
      found = search.find(pick.value);
      const completions = completionsOf(pick.value, search.expertNames, new Date());
      const filters = withFilters ? filtersFor(pick.value) : [];
      pick.items = [...filters, ...completions].map(completing).concat(itemsOf(found));
    };
    pick.onDidChangeValue(() => show());
    pick.onDidTriggerButton(() => show({ withFilters: true }));
    show();
    const closed = new AbortController();
    const reading = search.read(saved, {
      signal: closed.signal,
      onRead: () => {
        if (pick.value !== "" && found.length === 0) show();
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
        const [chosen] = pick.selectedItems;
        if (chosen?.completion) {
          pick.value = chosen.completion.typed;
          show();
          return;
        }
        resolve(chosen?.found);
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
      const { ConversationSearch: Search } = await import("../core/conversationSearch");
      const found = await pick(new Search());
      if (!found) return;
      await chats.openSaved(found.conversationId);
      await panels.showTurn(found.turnId);
    },
  };
}

/** VS Code would hide what does not contain the typed text. */
const alwaysShow = true;

function completing(completion: Completion): Item {
  const { label, description } = completion;
  return { completion, label: plainText(label, 80), description, alwaysShow };
}

/** A longer label would leave no room for the description. */
const maxLabelLength = 55;

function itemsOf(all: readonly Found[]): Item[] {
  const titles = distinctTitles(
    all.map(({ title }) => title),
    maxLabelLength,
  );
  const now = new Date();
  return all.map((found) => {
    const { title, expertName, askedAt, excerpt } = found;
    const time = new Date(askedAt).toLocaleTimeString(locale(), { timeStyle: "short" });
    return {
      found,
      label: plainText(titles.get(title) ?? title, maxLabelLength),
      description: [plainText(expertName, 40), dayOf(askedAt, now), time]
        .filter(Boolean)
        .join(" · "),
      ...(excerpt !== "" && { detail: plainText(excerpt, 200) }),
      alwaysShow,
    };
  });
}
