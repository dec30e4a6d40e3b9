import type { ConversationArgument } from "../../chat/editor/conversationArgument";
import { focusedRows, isFromKey } from "../../../platform/editor/focusedRows";
import type { ConversationsTree } from "./conversationsTree";
import { ConversationRow, type TreeRow } from "./conversationRows";

/** Finds the conversations that a command of the tree applies to. */
export class ConversationSelection {
  readonly #tree: Pick<ConversationsTree, "selection">;
  readonly #argument: ConversationArgument;

  constructor(tree: Pick<ConversationsTree, "selection">, argument: ConversationArgument) {
    this.#tree = tree;
    this.#argument = argument;
  }

  /**
   * The selected rows that a key or a menu was used on; otherwise one conversation, as
   * `ConversationArgument` finds it. Empty if there is none, or the user leaves.
   */
  async ids(given: unknown, selected: unknown, title: string): Promise<string[]> {
    if (isFromKey(given)) return idsOf(await focusedRows(this.#tree, ({ id }: TreeRow) => id));
    if (Array.isArray(selected) && selected.length > 0) return idsOf(selected);
    const id = await this.#argument.id(given, title);
    return id === undefined ? [] : [id];
  }

  /** The conversation for a command that takes a single one: the first of those. */
  async id(given: unknown, title: string): Promise<string | undefined> {
    const [id] = await this.ids(given, undefined, title);
    return id;
  }
}

function idsOf(rows: readonly unknown[]): string[] {
  return rows
    .filter((row) => row instanceof ConversationRow)
    .map(({ conversationId }) => conversationId);
}
