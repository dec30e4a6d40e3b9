import * as vscode from "vscode";
import type { Connection } from "../../connection/core/connection";
import type { Roster } from "../core/roster";
import { t } from "../../../kit/l10n";
import { ExpertNode } from "./nodes";
import { viewIds } from "../../../platform/editor/manifest";
import { withProgress } from "../../../platform/editor/progress";
import type { Command } from "../../../platform/editor/commands";

/** Refreshes one expert, or all. Failures are shown in their rows. */
export function refreshExperts(connection: Connection, roster: Roster): Command {
  return {
    id: "expertHub.refreshExperts",
    async run(node?: unknown): Promise<void> {
      if (node instanceof ExpertNode) {
        await vscode.window.withProgress({ location: { viewId: viewIds.experts } }, () =>
          roster.refresh(node.id),
        );
        return;
      }
      const ids = roster.list.map(({ id }) => id);
      const many = ids.length > 20;
      await withProgress(
        {
          location: many ? vscode.ProgressLocation.Notification : { viewId: viewIds.experts },
          title:
            ids.length === 1 ? t("Refreshing the expert") : t("Refreshing {0} experts", ids.length),
          cancellable: many,
        },
        async (signal, progress) => {
          let done = 0;
          await Promise.all(
            ids.map(async (id) => {
              await roster.refresh(id, signal);
              // In steps of one per cent: each report is drawn.
              if (++done % Math.ceil(ids.length / 100) === 0)
                progress.report({ increment: (100 * Math.ceil(ids.length / 100)) / ids.length });
            }),
          );
        },
        connection,
      );
    },
  };
}
