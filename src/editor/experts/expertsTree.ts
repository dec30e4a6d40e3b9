import * as vscode from "vscode";
import type { Connection } from "../../app/connection";
import { missing } from "../../app/readiness";
import type { Roster } from "../../app/roster";
import { Owner } from "../../kit/disposable";
import { guarded, report } from "../../kit/unforeseen";
import { setContext } from "../contextKeys";
import { viewIds } from "../manifest";
import { restrictedWords } from "../restricted";
import type { EditorSettings } from "../settings";
import { Throttled } from "../throttled";
import { ExpertDragAndDrop } from "./expertDragAndDrop";
import { ExpertNode, type Node } from "./nodes";

/** While a thousand experts are added, the tree is drawn this often, in milliseconds. */
const redrawRest = 500;

/** The kept experts with their abilities and models, and behind them those that the workspace recommends. */
export class ExpertsTree extends Owner implements vscode.TreeDataProvider<Node> {
  readonly #connection: Connection;
  readonly #roster: Roster;
  readonly #settings: EditorSettings;
  readonly #view: vscode.TreeView<Node>;
  readonly #changed = this.register(new vscode.EventEmitter<Node | undefined>());

  #nodes: ReadonlyMap<number, ExpertNode> = new Map();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(connection: Connection, roster: Roster, settings: EditorSettings) {
    super();
    this.#connection = connection;
    this.#roster = roster;
    this.#settings = settings;
    const redraw = this.register(new Throttled(() => this.#changed.fire(undefined), redrawRest));
    this.register(
      roster.onDidChange((id) => {
        const node = id === undefined ? undefined : this.#nodes.get(id);
        if (node) this.#changed.fire(node);
        else redraw.run();
      }),
    );
    this.register(settings.onDidChange(() => this.#changed.fire(undefined)));
    this.#view = this.register(
      vscode.window.createTreeView(viewIds.experts, {
        treeDataProvider: this,
        dragAndDropController: new ExpertDragAndDrop(roster),
        showCollapseAll: true,
        canSelectMany: true,
      }),
    );
    // Drawing a row never asks again for what failed; opening it does.
    this.register(
      this.#view.onDidExpandElement(({ element }) => {
        if (element instanceof ExpertNode && roster.problemOf(element.id))
          guarded(() => roster.refresh(element.id));
      }),
    );
  }

  /** The experts that are selected, in no order. */
  get selected(): ExpertNode[] {
    return this.#view.selection.filter((node) => node instanceof ExpertNode);
  }

  getTreeItem(node: Node): vscode.TreeItem {
    try {
      return node.item();
    } catch (error) {
      report(error);
      return new vscode.TreeItem("This row cannot be shown");
    }
  }

  resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
    item.tooltip = node.tooltip();
    return item;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    try {
      return node ? await node.children() : await this.#roots();
    } catch (error) {
      report(error);
      return [];
    }
  }

  async #roots(): Promise<Node[]> {
    const { hub } = this.#connection;
    const kept = hub ? this.#roster.list.map(({ id }) => id) : [];
    const recommended = hub ? this.#settings.recommended.filter((id) => !kept.includes(id)) : [];
    guarded(() => setContext("expertHub.builtIn", hub?.builtIn ?? false));
    // Whether there is a key is asked where it decides what is seen: the welcome, or recommendations.
    const asksNeed = kept.length === 0 || recommended.length > 0;
    const need = asksNeed ? await missing(this.#connection, this.#roster) : undefined;
    guarded(() => setContext("expertHub.need", need ?? "none"));
    const ids = [...kept, ...(need === "key" ? [] : recommended)];
    // An empty view shows its welcome instead, which says the same.
    const restricted = ids.length > 0 && !vscode.workspace.isTrusted;
    const message = restricted ? restrictedWords : "";
    if (this.#view.message !== message) this.#view.message = message;
    const before = this.#nodes;
    this.#nodes = new Map(
      ids.map((id) => [id, before.get(id) ?? new ExpertNode(this.#roster, id)]),
    );
    return [...this.#nodes.values()];
  }
}
