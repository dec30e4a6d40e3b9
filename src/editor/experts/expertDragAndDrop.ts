import * as vscode from "vscode";
import type { Roster } from "../../app/roster";
import { viewIds } from "../manifest";
import { ExpertNode, expertIdOf, type Node } from "./nodes";

const mime = `application/vnd.code.tree.${viewIds.experts.toLowerCase()}`;

/** The order of the kept experts, by dragging one row or several. */
export class ExpertDragAndDrop implements vscode.TreeDragAndDropController<Node> {
  readonly dragMimeTypes = [mime];
  readonly dropMimeTypes = [mime];
  readonly #roster: Roster;

  constructor(roster: Roster) {
    this.#roster = roster;
  }

  handleDrag(nodes: readonly Node[], data: vscode.DataTransfer): void {
    const ids = nodes.filter((node) => node instanceof ExpertNode).map(({ id }) => id);
    data.set(mime, new vscode.DataTransferItem(ids));
  }

  async handleDrop(target: Node | undefined, data: vscode.DataTransfer): Promise<void> {
    const ids: unknown = data.get(mime)?.value;
    if (!Array.isArray(ids)) return;
    await this.#roster.move(
      ids.filter((id) => typeof id === "number"),
      target && expertIdOf(target),
    );
  }
}
