import * as vscode from "vscode";
import {
  descriptionHint,
  expertFileName,
  expertFolder,
  expertTemplate,
} from "../core/expertTemplate";
import type { Connection } from "../../connection/core/connection";
import { t } from "../../../kit/l10n";
import type { Notify } from "../../../platform/editor/notify";
import type { Command } from "../../../platform/editor/commands";

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
      const name = folder && (await askName(folder));
      if (!folder || name === undefined) return;
      const file = await write(folder, name);
      if (file) await openFile(file);
      if (!connection.hub?.builtIn) await suggestBuiltInHub();
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
  const chosen = await vscode.window.showQuickPick(items, {
    title: t("New Expert"),
    placeHolder: t("The folder that keeps the expert"),
  });
  return chosen?.folder;
}

async function askName(folder: vscode.WorkspaceFolder): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: t("New Expert"),
    prompt: t(
      "The expert is written to {0}, where VS Code and Copilot find it as well.",
      expertFolder.join("/"),
    ),
    placeHolder: t("Name, such as Code Reviewer"),
    validateInput: async (typed) => {
      if (typed.trim() === "") return undefined;
      const file = expertFileUri(folder, typed);
      if (!file) return t("The name must contain a letter or a digit.");
      return (await fileExists(file))
        ? t("There is already a file {0}.", expertNameIn(file))
        : undefined;
    },
  });
}

/** The new file, or `undefined` if there is none: no existing file is ever replaced. */
async function write(
  folder: vscode.WorkspaceFolder,
  name: string,
): Promise<vscode.Uri | undefined> {
  const file = expertFileUri(folder, name);
  if (!file) return undefined;
  if (await fileExists(file)) return file;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(expertTemplate(name)));
  return file;
}

/** Shows the file with its description selected. */
async function openFile(file: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(file);
  const editor = await vscode.window.showTextDocument(document);
  const start = document.getText().indexOf(descriptionHint);
  if (start === -1) return;
  editor.selection = new vscode.Selection(
    document.positionAt(start),
    document.positionAt(start + descriptionHint.length),
  );
}

async function suggestBuiltInHub(): Promise<void> {
  const chosen = await vscode.window.showInformationMessage(
    t("Experts in files answer while the built-in hub is in use."),
    tryIt,
  );
  if (chosen === tryIt) await vscode.commands.executeCommand("expertHub.startBuiltInHub");
}

function expertFileUri(folder: vscode.WorkspaceFolder, name: string): vscode.Uri | undefined {
  const file = expertFileName(name);
  return file === undefined ? undefined : vscode.Uri.joinPath(folder.uri, ...expertFolder, file);
}

function expertNameIn(file: vscode.Uri): string {
  return file.path.slice(file.path.lastIndexOf("/") + 1);
}

async function fileExists(file: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}
