import * as vscode from "vscode";
import type { Connection } from "../../connection/core/connection";
import type { Roster } from "../../experts/core/roster";
import type { ChosenModels } from "../core/chosenModels";
import { modelIdOf, labelOf, type ModelChoice } from "../core/modelChoice";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import type { Notify } from "../../../platform/editor/notify";
import { plainText } from "../../../platform/editor/plainText";
import type { ModelKeys } from "./modelKeys";

/** Takes a language model away from the built-in hub; the last of an address takes its key along. */
export function forgetModel({
  models,
  keys,
  roster,
  connection,
  notify,
}: {
  models: ChosenModels;
  keys: ModelKeys;
  roster: Roster;
  connection: Connection;
  notify: Notify;
}): Command {
  return {
    id: "expertHub.forgetModel",
    async run(): Promise<void> {
      const rows = models.list.map((choice) => ({
        label: plainText(labelOf(choice), 200),
        choice,
      }));
      if (rows.length === 0) {
        notify.information(t("No language model has been chosen."));
        return;
      }
      const title = t("Forget a language model");
      const picked = await vscode.window.showQuickPick(rows, { title });
      if (!picked) return;
      await models.forget(picked.choice);
      const isUsed = models.list.some(
        (other) => addressOriginOf(other) === addressOriginOf(picked.choice),
      );
      const origin = addressOriginOf(picked.choice);
      if (origin !== undefined && !isUsed) await keys.forget(origin);
      if (connection.hub?.builtIn) await release(picked.choice, roster);
    },
  };
}

function addressOriginOf(choice: ModelChoice): string | undefined {
  return choice.kind === "address" ? new URL(choice.address).origin : undefined;
}

async function release(choice: ModelChoice, roster: Roster): Promise<void> {
  await Promise.all(
    roster.list.map(async ({ id, modelId }) => {
      if (modelId === modelIdOf(choice)) await roster.choose(id, { modelId: undefined });
      await roster.refresh(id);
      await roster.markSeen(id);
    }),
  );
}
