import { homedir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { t } from "../../kit/l10n";
import { fileExists } from "./newFile";
import { inputs, showQuickPick } from "./inputs";

interface ExportFormat {
  readonly name: string;
  readonly extension: string;
  readonly description: string;
}

interface Target<Format> {
  readonly uri: vscode.Uri;
  /** What the ending of the name says, else what was picked. */
  readonly format: Format;
  /** For a sentence: the name of the file, with the format where its ending is of none. */
  readonly label: string;
}

/** Asks where to write an export, in which format. */
export class ExportTarget {
  /** Where the last export went. */
  #lastFolder: vscode.Uri | undefined;

  /** Resolves to `undefined` if the user leaves. */
  async ask<Format extends ExportFormat>(
    title: string,
    name: string,
    formats: readonly Format[],
  ): Promise<Target<Format> | undefined> {
    const rows = formats.map((format) => ({ ...format, label: format.name, format }));
    const placeHolder = t("Select a format");
    const picked = (await showQuickPick(rows, { title, placeHolder }))?.format;
    if (!picked) return undefined;
    const folder = this.#lastFolder ?? (await documentsFolder());
    const chosen = await inputs.during(() =>
      vscode.window.showSaveDialog({
        title,
        defaultUri: vscode.Uri.joinPath(folder, `${fileNameFor(name)}.${picked.extension}`),
        filters: { [picked.name]: [picked.extension] },
        saveLabel: t("Export"),
      }),
    );
    if (!chosen) return undefined;
    const uri = await withExtension(chosen, picked.extension);
    this.#lastFolder = vscode.Uri.joinPath(uri, "..");
    const file = path.posix.basename(uri.path);
    const ending = path.posix.extname(file).slice(1).toLowerCase();
    const named = formats.find(({ extension }) => extension === ending);
    const format = named ?? picked;
    return { uri, format, label: named ? file : t("{0}, in the format {1}", file, format.name) };
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
    .trim();
  return name === "" ? t("Conversation") : [...name].slice(0, 60).join("").trim();
}
