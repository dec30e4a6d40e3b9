import { homedir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { t } from "../../kit/l10n";
import { fileExists } from "./newFile";

interface ExportFormat extends vscode.QuickPickItem {
  readonly name: string;
  readonly extension: string;
}

/** Asks where to write an export, in which format. */
export class ExportTarget {
  /** Where the last export went. */
  #lastFolder: vscode.Uri | undefined;

  /** Resolves to `undefined` if the user leaves. */
  async ask(
    title: string,
    name: string,
    formats: readonly Omit<ExportFormat, "label">[],
  ): Promise<vscode.Uri | undefined> {
    const rows = formats.map((format): ExportFormat => ({ ...format, label: format.name }));
    const placeHolder = t("Select a format");
    const format = await vscode.window.showQuickPick(rows, { title, placeHolder });
    if (!format) return undefined;
    const folder = this.#lastFolder ?? (await documentsFolder());
    const chosen = await vscode.window.showSaveDialog({
      title,
      defaultUri: vscode.Uri.joinPath(folder, `${fileNameFor(name)}.${format.extension}`),
      filters: { [format.name]: [format.extension] },
      saveLabel: t("Export"),
    });
    const target = chosen && (await withExtension(chosen, format.extension));
    if (target) this.#lastFolder = vscode.Uri.joinPath(target, "..");
    return target;
  }
}

/** The user's documents; an export among the files of a workspace would soon be in its repository. */
async function documentsFolder(): Promise<vscode.Uri> {
  const documents = vscode.Uri.file(path.join(homedir(), "Documents"));
  return (await fileExists(documents)) ? documents : vscode.Uri.file(homedir());
}

/** Not every save dialog adds the extension; a file that the dialog did not ask about is not replaced. */
async function withExtension(target: vscode.Uri, extension: string): Promise<vscode.Uri> {
  if (path.posix.extname(target.path) !== "") return target;
  const named = target.with({ path: `${target.path}.${extension}` });
  return (await fileExists(named)) ? target : named;
}

/** A title as a file name that is valid on every system. */
function fileNameFor(title: string): string {
  const name = title
    .normalize()
    .replace(/[^\p{L}\p{N} _-]+/gu, " ")
    .replace(/\s+/g, " ")
    .slice(0, 60)
    .trim();
  return name === "" ? t("Conversation") : name;
}
