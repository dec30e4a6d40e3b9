import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { nameOf } from "../../../platform/core/naming";
import type { Command } from "../../../platform/editor/commands";
import { section } from "../../../platform/editor/manifest";
import type { Notify } from "../../../platform/editor/notify";
import { plainText } from "../../../platform/editor/plainText";
import type { Connection } from "../../connection/core/connection";
import { defaultAt, withDefault } from "../core/defaultExpert";
import type { Roster } from "../core/roster";
import { pickExpert } from "./expertPicks";
import { ExpertNode } from "./expertRows";

const settingName = "defaultExpert";
const undo = t("Undo");
const openSettings = t("Open Settings");

interface SetDefaultExpertParts {
  readonly connection: Pick<Connection, "hub">;
  readonly roster: Roster;
  readonly notify: Notify;
}

/** Makes an expert the default of this workspace; a second call undoes it. */
export function setDefaultExpert({ connection, roster, notify }: SetDefaultExpertParts): Command {
  return {
    id: "expertHub.setDefaultExpert",
    async run(node?: unknown): Promise<void> {
      if (!vscode.workspace.isTrusted) {
        notify.information(
          t("Trust this workspace first: in Restricted Mode its settings are ignored."),
        );
        return;
      }
      const scope = connection.hub?.scope;
      const expert = node instanceof ExpertNode ? roster.get(node.id) : await pickExpert(roster);
      if (!expert || scope === undefined || connection.hub?.scope !== scope) return;
      const { id } = expert;
      const before = valueNow();
      const isDefault = defaultAt(before, scope) === id;
      await save(withDefault(before, scope, isDefault ? undefined : id));
      const name = plainText(nameOf("Expert", id, expert.expert?.name), 60);
      const chosen = await notify.announce(isDefault ? nobodyWords() : expertWords(name), [
        undo,
        openSettings,
      ]);
      if (chosen === undo) await save(before);
      else if (chosen === openSettings)
        await vscode.commands.executeCommand(
          "workbench.action.openSettings",
          `${section}.${settingName}`,
        );
    },
  };
}

/** Without a folder there is no workspace that could keep it. */
function isInWorkspace(): boolean {
  return Boolean(vscode.workspace.workspaceFolders?.length);
}

function expertWords(name: string): string {
  return isInWorkspace()
    ? t("New conversations in this workspace ask {0}.", name)
    : t("New conversations ask {0}.", name);
}

function nobodyWords(): string {
  return isInWorkspace()
    ? t("New conversations in this workspace no longer have a default expert.")
    : t("New conversations no longer have a default expert.");
}

function valueNow(): unknown {
  const values = vscode.workspace.getConfiguration(section).inspect<unknown>(settingName);
  return isInWorkspace() ? values?.workspaceValue : values?.globalValue;
}

async function save(value: unknown): Promise<void> {
  const { Global, Workspace } = vscode.ConfigurationTarget;
  await vscode.workspace
    .getConfiguration(section)
    .update(settingName, value, isInWorkspace() ? Workspace : Global);
}
