import * as vscode from "vscode";
import path from "node:path";
import { t } from "../../../kit/l10n";
import { fileNameOfUri } from "./selection";
import { plainText } from "../../../platform/editor/plainText";
import type { Confirmer } from "../../../platform/core/confirmer";
import type { EditorSettings } from "../../../platform/editor/settings";
import { assertAllowed, neverSentRefusal } from "../../../policy/policy";
import { confirm } from "../../../platform/editor/confirm";
import { type Ignored, ignoredIn, IgnoreRules, type IgnoreFiles } from "../../../files/ignored";
import { gitProgram } from "../../../platform/editor/gitApi";
import { fileExists } from "../../../platform/editor/newFile";

/** Those of VS Code's file system, by the paths of their URIs. */
function ignoreFilesAt(root: vscode.Uri): IgnoreFiles {
  const at = (folder: string, name: string) =>
    vscode.Uri.joinPath(root.with({ path: folder }), name);
  return {
    isCaseBlind: process.platform !== "linux",
    parentOf: (folder) => {
      const parent = path.posix.dirname(folder);
      return parent === folder ? undefined : parent;
    },
    relative: (folder, below) => path.posix.relative(folder, below),
    isRepository: (folder) => fileExists(at(folder, ".git")),
    textOf: async (folder, name) =>
      vscode.workspace.fs.readFile(at(folder, name)).then(
        (bytes) => new TextDecoder().decode(bytes),
        () => "",
      ),
  };
}

/** How `Ignored` names a file. */
export const pathOf = (uri: vscode.Uri): string => (uri.scheme === "file" ? uri.fsPath : uri.path);

const noGit = async () => undefined;

/** What is ignored in an open folder. In Restricted Mode no program runs because of its files. */
async function ignoredAt(folder: vscode.Uri, only?: readonly vscode.Uri[]): Promise<Ignored> {
  if (folder.scheme !== "file") return IgnoreRules.above(folder.path, ignoreFilesAt(folder));
  const git = vscode.workspace.isTrusted ? gitProgram : noGit;
  return ignoredIn(folder.fsPath, { git, ...(only && { only: only.map(pathOf) }) });
}

/** What is ignored in a folder, on the way down to it; `undefined` if it is ignored itself. */
async function within(
  ignored: Ignored,
  top: vscode.Uri,
  folder: vscode.Uri,
): Promise<Ignored | undefined> {
  let at = top;
  for (const name of path.posix.relative(top.path, folder.path).split("/")) {
    if (name === "") break;
    ignored = await ignored.within(pathOf(at));
    at = vscode.Uri.joinPath(at, name);
    if (ignored.ignores(pathOf(at), true)) return undefined;
  }
  return ignored;
}

/**
 * What is ignored below a folder; `undefined` if Git ignores it itself, unless it is one that the user
 * has opened.
 */
export async function ignoredBelow(folder: vscode.Uri): Promise<Ignored | undefined> {
  const top = vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
  const isOpen = top.path === folder.path;
  return within(await ignoredAt(top, isOpen ? undefined : [folder]), top, folder);
}

/** Those of the addresses that Git ignores, among those in the workspace. */
export async function ignoredAmong(uris: readonly vscode.Uri[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const inFolders = Map.groupBy(uris, (uri) => vscode.workspace.getWorkspaceFolder(uri)?.uri);
  for (const [top, files] of inFolders) {
    if (!top) continue;
    const ignored = await ignoredAt(top, files);
    for (const uri of files) {
      const folder = vscode.Uri.joinPath(uri, "..");
      const last = await (await within(ignored, top, folder))?.within(pathOf(folder));
      if (!last || last.ignores(pathOf(uri), false)) found.add(uri.toString());
    }
  }
  return found;
}

/** True for a file of the workspace that git ignores. */
export async function isGitIgnored(uri: vscode.Uri): Promise<boolean> {
  return (await ignoredAmong([uri])).has(uri.toString());
}

/**
 * A file that the user excluded, or that Git ignores, is attached only after confirmation. Rejects
 * with `invalid-request` for one that the organisation excluded.
 */
export async function mayAttach(
  uri: vscode.Uri,
  { exclude, neverSent }: Pick<EditorSettings, "exclude" | "neverSent">,
  { chat, isIgnored = false }: { chat?: Confirmer | undefined; isIgnored?: boolean } = {},
): Promise<boolean> {
  const isOut = isExcluded(uri, exclude);
  if (!isOut && !isIgnored) return true;
  const name = plainText(fileNameOfUri(uri), 60);
  if (isExcluded(uri, neverSent)) assertAllowed(neverSentRefusal(name));
  const choice = {
    detail: isOut
      ? t("It matches the setting {0}.", "expertHub.exclude")
      : t("Such files often hold keys, or what a build has made."),
    yes: t("Attach Anyway"),
    no: t("Do Not Attach"),
  };
  const question = isOut
    ? t("{0} is excluded from questions. Attach its text?", name)
    : t("{0} is ignored by Git. Attach its text?", name);
  return confirm(question, choice, chat);
}

/**
 * A glob that does not start with `**` or `/` is relative to a workspace folder. Accents may be
 * characters of their own in either of them.
 */
export function isExcluded(uri: vscode.Uri, globs: readonly string[]): boolean {
  const folders = (vscode.workspace.workspaceFolders ?? []).map((one) => inOneForm(one.uri));
  // Only its address counts for a pattern.
  const document = { uri: inOneForm(uri), languageId: "" } as vscode.TextDocument;
  return globs
    .map((glob) => glob.normalize("NFC"))
    .flatMap((glob) => [glob, ...folders.map((one) => new vscode.RelativePattern(one, glob))])
    .some((pattern) => vscode.languages.match({ pattern }, document) > 0);
}

const inOneForm = (uri: vscode.Uri): vscode.Uri => uri.with({ path: uri.path.normalize("NFC") });
