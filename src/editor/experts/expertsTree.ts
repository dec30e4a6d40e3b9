import * as vscode from "vscode";
import type { Connection } from "../../app/connection";
import { missing, type Missing } from "../../app/readiness";
import type { Roster } from "../../app/roster";
import { Owner } from "../../kit/disposable";
import { guarded, report } from "../../kit/unforeseen";
import { setContext } from "../contextKeys";
import { viewIds } from "../manifest";
import { restrictedWords } from "../restricted";
import type { EditorSettings } from "../settings";
import { ExpertDragAndDrop } from "./expertDragAndDrop";
import { ExpertNode, type Node } from "./nodes";

/** The kept experts with their abilities and models, and behind them those that the workspace recommends. */
export class ExpertsTree extends Owner implements vscode.TreeDataProvider<Node> {
  readonly #connection: Connection;
  readonly #roster: Roster;
  readonly #settings: EditorSettings;
  readonly #view: vscode.TreeView<Node>;
  readonly #changed = this.register(new vscode.EventEmitter<Node | undefined>());

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(connection: Connection, roster: Roster, settings: EditorSettings) {
    super();
    this.#connection = connection;
    this.#roster = roster;
    this.#settings = settings;
    this.register(roster.onDidChange(() => this.#changed.fire(undefined)));
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
    const [need] = await Promise.all([
      missing(this.#connection, this.#roster),
      setContext("expertHub.builtIn", this.#connection.hub?.builtIn ?? false),
    ]);
    await setContext("expertHub.need", need ?? "none");
    const ids = need === "hub" ? [] : this.#idsFor(need);
    // An empty view shows its welcome instead, which says the same.
    const restricted = ids.length > 0 && !vscode.workspace.isTrusted;
    this.#view.message = restricted ? restrictedWords : "";
    return ids.map((id) => new ExpertNode(this.#roster, id));
  }

  #idsFor(need: Missing | undefined): number[] {
    const kept = this.#roster.list.map(({ id }) => id);
    const recommended = this.#settings.recommended.filter((id) => !kept.includes(id));
    return [...kept, ...(need === "key" ? [] : recommended)];
  }
}
