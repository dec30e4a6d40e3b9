import * as vscode from "vscode";
import { Owner } from "../../../kit/disposable";
import { report } from "../../../kit/unexpectedErrors";
import { viewIds } from "../../../platform/editor/manifest";
import type { ConversationRows, TreeRow } from "./conversationRows";

/** The tree of saved conversations; its rows are loaded when it is first shown. */
export class ConversationsTree extends Owner implements vscode.TreeDataProvider<TreeRow> {
  readonly #load: () => Promise<ConversationRows>;
  readonly #changed = this.register(new vscode.EventEmitter<void>());
  readonly #view: vscode.TreeView<TreeRow>;
  #rows: ConversationRows | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(load: () => Promise<ConversationRows>) {
    super();
    this.#load = load;
    this.#view = this.register(
      vscode.window.createTreeView(viewIds.conversations, {
        treeDataProvider: this,
        showCollapseAll: true,
        canSelectMany: true,
      }),
    );
  }

  get selection(): readonly TreeRow[] {
    return this.#view.selection;
  }

  getTreeItem(row: TreeRow): vscode.TreeItem {
    return row;
  }

  async getChildren(row?: TreeRow): Promise<TreeRow[]> {
    if (row) return "rows" in row ? [...row.rows] : [];
    try {
      const filled = await this.#filled();
      const rows = await filled.list();
      // A message would take the place of what an empty view says.
      this.#view.message = rows.length > 0 ? filled.message : undefined;
      return rows;
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
