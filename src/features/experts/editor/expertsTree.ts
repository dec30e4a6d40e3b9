import * as vscode from "vscode";
import { Owner } from "../../../kit/disposable";
import { t } from "../../../kit/l10n";
import { report } from "../../../kit/unexpectedErrors";
import { viewIds } from "../../../platform/editor/manifest";
import type { ExpertRows, Node } from "./expertRows";

const mime = `application/vnd.code.tree.${viewIds.experts.toLowerCase()}`;

/** The tree of experts; its rows are loaded when it is first shown. */
export class ExpertsTree
  extends Owner
  implements vscode.TreeDataProvider<Node>, vscode.TreeDragAndDropController<Node>
{
  readonly dragMimeTypes = [mime];
  readonly dropMimeTypes = [mime];
  readonly #load: () => Promise<ExpertRows>;
  readonly #changed = this.register(new vscode.EventEmitter<void>());
  readonly #view: vscode.TreeView<Node>;
  #rows: ExpertRows | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(load: () => Promise<ExpertRows>) {
    super();
    this.#load = load;
    this.#view = this.register(
      vscode.window.createTreeView(viewIds.experts, {
        treeDataProvider: this,
        dragAndDropController: this,
        showCollapseAll: true,
        canSelectMany: true,
      }),
    );
    this.register(this.#view.onDidExpandElement(({ element }) => this.#rows?.opened(element)));
  }

  /** The selected rows, in no particular order. */
  get selection(): readonly Node[] {
    return this.#view.selection;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    try {
      return node.item();
    } catch (error) {
      report(error);
      return new vscode.TreeItem(t("This row cannot be shown"));
    }
  }

  resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
    item.tooltip = node.tooltip();
    return item;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    try {
      if (node) return await node.children();
      const { rows, message } = await (await this.#filled()).list();
      if (this.#view.message !== message) this.#view.message = message;
      return rows;
    } catch (error) {
      report(error);
      return [];
    }
  }

  handleDrag(nodes: readonly Node[], data: vscode.DataTransfer): void {
    data.set(mime, new vscode.DataTransferItem(this.#rows?.idsOf(nodes)));
  }

  async handleDrop(target: Node | undefined, data: vscode.DataTransfer): Promise<void> {
    await this.#rows?.drop(data.get(mime)?.value, target);
  }

  async #filled(): Promise<ExpertRows> {
    if (this.#rows) return this.#rows;
    const rows = await this.#load();
    if (this.#rows !== rows) this.register(rows.onDidChange(() => this.#changed.fire()));
    return (this.#rows = rows);
  }
}
