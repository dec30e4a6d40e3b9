import * as vscode from "vscode";
import { Owner } from "../../kit/disposable";
import { report } from "../../kit/unexpectedErrors";
import { viewIds } from "../workbench/manifest";
import type { ConversationRow, ConversationRows } from "./conversationRows";

/** The tree of saved conversations; its rows are loaded when it is first shown. */
export class ConversationsTree extends Owner implements vscode.TreeDataProvider<ConversationRow> {
  readonly #load: () => Promise<ConversationRows>;
  readonly #changed = this.register(new vscode.EventEmitter<void>());
  #rows: ConversationRows | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(load: () => Promise<ConversationRows>) {
    super();
    this.#load = load;
    this.register(vscode.window.registerTreeDataProvider(viewIds.conversations, this));
  }

  getTreeItem(row: ConversationRow): vscode.TreeItem {
    return row;
  }

  async getChildren(row?: ConversationRow): Promise<ConversationRow[]> {
    if (row) return [];
    try {
      return await (await this.#filled()).list();
    } catch (error) {
      report(error);
      return [];
    }
  }

  async #filled(): Promise<ConversationRows> {
    if (this.#rows) return this.#rows;
    const rows = await this.#load();
    if (this.#rows !== rows) this.register(rows.onDidChange(() => this.#changed.fire()));
    return (this.#rows = rows);
  }
}
