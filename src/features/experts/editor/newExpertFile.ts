import * as vscode from "vscode";
import {
  descriptionHint,
  expertFileName,
  expertFolder,
  expertTemplate,
} from "../core/expertTemplate";
import type { Connection } from "../../connection/core/connection";
import { t } from "../../../kit/l10n";
import { askNewFile, showSelected, writeNew } from "../../../platform/editor/newFile";
import type { Notify } from "../../../platform/editor/notify";
import type { Command } from "../../../platform/editor/commands";
import { showQuickPick } from "../../../platform/editor/inputs";

const tryIt = t("Try the Built-in Hub");

/** Writes the first file of a new expert into an open folder, and opens it. */
export function newExpert(connection: Connection, notify: Notify): Command {
  return {
    id: "expertHub.newExpert",
    async run(): Promise<void> {
      const folders = localFolders();
      if (folders.length === 0) {
        notify.information(
          t("Open a folder on this computer first: a new expert is a file in it."),
        );
        return;
      }
      if (!vscode.workspace.isTrusted) {
        notify.information(
          t("Trust this workspace first: in Restricted Mode no expert is read from its files."),
        );
        return;
      }
      const folder = folders.length === 1 ? folders[0] : await pickFolder(folders);
      const asked = folder && (await askExpertFile(folder));
      if (!asked) return;
      await writeNew(asked.file, expertTemplate(asked.name));
      await showSelected(asked.file, descriptionHint);
      if (!connection.hub?.builtIn) await suggestBuiltInHub(notify);
    },
  };
}

function localFolders(): vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
}

async function pickFolder(
  folders: readonly vscode.WorkspaceFolder[],
): Promise<vscode.WorkspaceFolder | undefined> {
  const items = folders.map((folder) => ({
    label: folder.name,
    description: folder.uri.fsPath,
    folder,
  }));
  const chosen = await showQuickPick(items, {
    title: t("New Expert"),
    placeHolder: t("The folder that keeps the expert"),
  });
  return chosen?.folder;
}

function askExpertFile(folder: vscode.WorkspaceFolder): ReturnType<typeof askNewFile> {
  const box = {
    title: t("New Expert"),
    prompt: t(
      "The expert is written to {0}, where VS Code and Copilot find it as well.",
      expertFolder.join("/"),
    ),
    placeHolder: t("Name, such as Code Reviewer"),
  };
  return askNewFile(box, (name) => {
    const file = expertFileName(name);
    return file === undefined ? undefined : vscode.Uri.joinPath(folder.uri, ...expertFolder, file);
  });
}

async function suggestBuiltInHub(notify: Notify): Promise<void> {
  const chosen = await notify.announce(
    t("Experts in files answer while the built-in hub is in use."),
    [tryIt],
  );
  if (chosen === tryIt) await vscode.commands.executeCommand("expertHub.startLocalHub");
}
