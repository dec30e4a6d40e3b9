import * as vscode from "vscode";
import type { ConversationSearch, Found } from "../core/conversationSearch";
import type { SavedConversations } from "../core/savedConversations";
import type { Listed } from "../core/conversationList";
import { groupedByDay, groupLabel } from "../core/dayGroups";
import { distinctTitles } from "../core/distinctTitles";
import type { Completion } from "../core/searchQuery";
import { ageOf } from "../../../contract/text";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { ChatPanels } from "../../chat/editor/chatPanels";
import type { OpenChats } from "../../asking/core/openChats";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import type { Command } from "../../../platform/editor/commands";
import { createQuickPick } from "../../../platform/editor/inputs";

interface Item extends vscode.QuickPickItem {
  detail?: string | undefined;
  readonly found?: Found;
  readonly completion?: Completion;
}

/** All conversations; as the user types, a full-text search over their questions and answers. */
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
    const pick = createQuickPick<Item>();
    pick.title = t("Conversations");
    pick.placeholder = t("Search titles, questions, answers and steps");
    pick.buttons = [{ iconPath: new vscode.ThemeIcon("filter"), tooltip: t("Narrow the search") }];
    pick.busy = true;
    let listed: readonly Listed[] = [];
    let found: readonly Found[] = [];
    const show = ({ withFilters = false } = {}): void => {
      found = search.find(pick.value);
      const completions = completionsOf(pick.value, search.expertNames, new Date());
      const filters = withFilters ? filtersFor(pick.value) : [];
      const rows =
        pick.value.trim() === "" ? allItems(listed, chats.side.conversation.id) : itemsOf(found);
      pick.items = [...filters, ...completions].map(completing).concat(rows);
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
        listed = await saved.list();
        if (pick.value === "") show();
        await reading;
        // The list of all is complete: to set it again would move its focus back to the first row.
        if (pick.value.trim() !== "") show();
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

/** Every conversation, by day. */
function allItems(listed: readonly Listed[], openId: string): Item[] {
  const now = new Date();
  return groupedByDay(listed, now).flatMap(({ name, members }) => [
    { label: groupLabel(name), kind: vscode.QuickPickItemKind.Separator },
    ...members.map((one): Item => {
      const title = one.isDraft ? t("Draft: {0}", one.title) : one.title;
      const state = one.id === openId && t("open");
      return {
        found: { ...one, conversationId: one.id, excerpt: "" },
        label: plainText(title, maxLabelLength),
        description: described(one, now, state),
        alwaysShow,
      };
    }),
  ]);
}

/** A longer label would leave no room for the description. */
const maxLabelLength = 55;

function described(
  { expertName, askedAt }: Pick<Found, "expertName" | "askedAt">,
  now: Date,
  state: string | false = false,
): string {
  const age = ageOf(askedAt, now.getTime());
  return [state, plainText(expertName, 40), age].filter(Boolean).join(" · ");
}

function itemsOf(all: readonly Found[]): Item[] {
  const titles = distinctTitles(
    all.map(({ title }) => title),
    maxLabelLength,
  );
  const now = new Date();
  return all.map((found) => ({
    found,
    label: plainText(titles.get(found.title) ?? found.title, maxLabelLength),
    description: described(found, now),
    detail: found.excerpt === "" ? undefined : plainText(found.excerpt, 200),
    alwaysShow,
  }));
}
