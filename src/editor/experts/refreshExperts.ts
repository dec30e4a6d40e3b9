import * as vscode from "vscode";
import type { Connection } from "../../app/connection/connection";
import type { Roster } from "../../app/experts/roster";
import { ExpertNode } from "./nodes";
import { viewIds } from "../workbench/manifest";
import { withProgress } from "../workbench/progress";
import type { Command } from "../workbench/command";

/** Asks the hub again about one expert, or all. Failures stand in their rows. */
export class RefreshExperts implements Command {
  readonly id = "expertHub.refreshExperts";
  readonly #connection: Connection;
  readonly #roster: Roster;

  constructor(connection: Connection, roster: Roster) {
    this.#connection = connection;
    this.#roster = roster;
  }

  async run(node?: unknown): Promise<void> {
    if (node instanceof ExpertNode) {
      await vscode.window.withProgress({ location: { viewId: viewIds.experts } }, () =>
        this.#roster.refresh(node.id),
      );
      return;
    }
    const ids = this.#roster.list.map(({ id }) => id);
    const many = ids.length > 20;
    await withProgress(
      this.#connection,
      {
        location: many ? vscode.ProgressLocation.Notification : { viewId: viewIds.experts },
        title: `Refreshing ${ids.length} experts`,
        cancellable: many,
      },
      async (progress, token) => {
        const abort = new AbortController();
        let done = 0;
        const subscription = token.onCancellationRequested(() => abort.abort());
        await Promise.all(
          ids.map(async (id) => {
            await this.#roster.refresh(id, abort.signal);
            // A hundredth at a time: each report is drawn.
            if (++done % Math.ceil(ids.length / 100) === 0)
              progress.report({ increment: (100 * Math.ceil(ids.length / 100)) / ids.length });
          }),
        );
        subscription.dispose();
      },
    );
  }
}
