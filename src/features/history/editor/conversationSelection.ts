import { HubError } from "../../../contract/errors";
import { ageOf } from "../../../contract/text";
import { t } from "../../../kit/l10n";
import { focusedRows, isFromKey } from "../../../platform/editor/focusedRows";
import { plainText } from "../../../platform/editor/plainText";
import { type ConversationArgument, isFromMenu } from "../../chat/editor/conversationArgument";
import type { SavedConversations } from "../core/savedConversations";
import { ConversationRow, type TreeRow } from "./conversationRows";
import type { ConversationsTree } from "./conversationsTree";
import { showQuickPick } from "../../../platform/editor/inputs";

/** Finds the conversations that a command applies to. */
export class ConversationSelection {
  readonly #tree: Pick<ConversationsTree, "selection">;
  readonly #argument: ConversationArgument;
  readonly #saved: SavedConversations;

  constructor(
    tree: Pick<ConversationsTree, "selection">,
    argument: ConversationArgument,
    saved: SavedConversations,
  ) {
    this.#tree = tree;
    this.#argument = argument;
    this.#saved = saved;
  }

  /**
   * The selected rows that a key or a menu was used on; otherwise the conversation of the given row
   * or id, or of the menu that the command was chosen from; else the one that the user was in last;
   * else one that the user picks. Empty if there is none, or the user leaves.
   */
  async ids(given: unknown, selected: unknown, title: string): Promise<string[]> {
    if (isFromKey(given)) return idsOf(await focusedRows(this.#tree, ({ id }: TreeRow) => id));
    if (Array.isArray(selected) && selected.length > 0) return idsOf(selected);
    if (given instanceof ConversationRow) return [given.conversationId];
    if (typeof given === "string") return [given];
    const { conversation } = this.#argument.chat(given);
    if (conversation.turns.length > 0) return [conversation.id];
    if (isFromMenu(given))
      throw new HubError("conflict", t("This conversation has no questions yet."));
    return this.#pick(title);
  }

  /** The conversation for a command that takes a single one: the first of those. */
  async id(given: unknown, title: string): Promise<string | undefined> {
    const [id] = await this.ids(given, undefined, title);
    return id;
  }

  async #pick(title: string): Promise<string[]> {
    const asked = (await this.#saved.list()).filter(({ isDraft }) => !isDraft);
    const items = asked.map((summary) => ({
      id: summary.id,
      label: plainText(summary.title),
      description: `${plainText(summary.expertName, 60)} · ${ageOf(summary.askedAt, Date.now())}`,
    }));
    const placeHolder =
      items.length === 0 ? t("There are no saved conversations yet") : t("Choose a conversation");
    const picked = await showQuickPick(items, { title, placeHolder });
    return picked ? [picked.id] : [];
  }
}

function idsOf(rows: readonly unknown[]): string[] {
  return rows
    .filter((row) => row instanceof ConversationRow)
    .map(({ conversationId }) => conversationId);
}
