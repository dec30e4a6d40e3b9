import path from "node:path";
import * as vscode from "vscode";
import { t } from "../../kit/l10n";
import { showInputBox } from "./inputs";

interface NewFile {
  /** As the user typed it. */
  readonly name: string;
  readonly file: vscode.Uri;
}

/** Asks for the name of something that gets a file of its own; `undefined` if the user leaves. */
export async function askNewFile(
  box: vscode.InputBoxOptions,
  fileFor: (name: string) => vscode.Uri | undefined,
): Promise<NewFile | undefined> {
  const name = await showInputBox({
    ...box,
    validateInput: async (typed) => {
      if (typed.trim() === "") return t("Enter a name.");
      const file = fileFor(typed);
      if (!file) return t("The name must contain a letter or a digit.");
      return (await fileExists(file))
        ? t("There is already a file {0}.", path.posix.basename(file.path))
        : undefined;
    },
  });
  const file = name === undefined ? undefined : fileFor(name);
  return file && { name: name!, file };
}

/** False if there is such a file already: none is ever replaced. */
export async function writeNew(file: vscode.Uri, text: string): Promise<boolean> {
  if (await fileExists(file)) return false;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  return true;
}

/** Shows a file with a part of its text selected, for its author to replace. */
export async function showSelected(file: vscode.Uri, text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(file);
  const editor = await vscode.window.showTextDocument(document);
  const start = document.getText().indexOf(text);
  if (start === -1) return;
  editor.selection = new vscode.Selection(
    document.positionAt(start),
    document.positionAt(start + text.length),
  );
}

export async function fileExists(file: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}
