import * as vscode from "vscode";
import { behaviourOf } from "../core/expertChanges";
import { nameOf } from "../../../platform/core/naming";
import type { Roster } from "../core/roster";
import { t } from "../../../kit/l10n";
import { ExpertNode } from "./nodes";
import { escaped, plainText } from "../../../platform/editor/plainText";
import type { Snapshots } from "../../../platform/editor/snapshots";
import type { Command } from "../../../platform/editor/command";

/** Shows as a diff what a refresh changed in how an expert behaves, and clears the row's mark. */
export function showExpertChanges(roster: Roster, snapshots: Snapshots): Command {
  return {
    id: "expertHub.showExpertChanges",
    async run(node?: unknown): Promise<void> {
      const kept = node instanceof ExpertNode ? roster.get(node.id) : undefined;
      if (!kept?.seen || !kept.expert) return;
      const { id, seen, expert } = kept;
      const name = plainText(nameOf("Expert", id, expert.name), 60);
      await vscode.commands.executeCommand(
        "vscode.diff",
        snapshots.add(t("Expert {0} (previous).txt", id), escaped(behaviourOf(seen))),
        snapshots.add(t("Expert {0} (current).txt", id), escaped(behaviourOf(expert))),
        t("{0}: Previous ↔ Current", name),
        { preview: true },
      );
      await roster.markSeen(id);
    },
  };
}
