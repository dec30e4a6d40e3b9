import * as vscode from "vscode";
import type { Connection } from "../../app/connection";
import { missing } from "../../app/readiness";
import type { Roster } from "../../app/roster";
import { Owner } from "../../kit/disposable";
import { setContext } from "../contextKeys";
import { viewIds } from "../manifest";
import { ExpertNode, type Node } from "./nodes";

/** The kept experts with their abilities and models. */
export class ExpertsTree extends Owner implements vscode.TreeDataProvider<Node> {
  readonly #connection: Connection;
  readonly #roster: Roster;
  readonly #changed = this.register(new vscode.EventEmitter<Node | undefined>());

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(connection: Connection, roster: Roster) {
    super();
    this.#connection = connection;
    this.#roster = roster;
    this.register(roster.onDidChange(() => this.#changed.fire(undefined)));
    this.register(
      vscode.window.createTreeView(viewIds.experts, {
        treeDataProvider: this,
        showCollapseAll: true,
        canSelectMany: true,
      }),
    );
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return node.item();
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node) return node.children();
    const [need] = await Promise.all([
      missing(this.#connection, this.#roster),
      setContext("expertHub.builtIn", this.#connection.hub?.builtIn ?? false),
    ]);
    await setContext("expertHub.need", need ?? "none");
    return need === "hub"
      ? []
      : this.#roster.list.map(({ id }) => new ExpertNode(this.#roster, id));
  }
}
