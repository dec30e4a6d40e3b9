import path from "node:path";
import * as vscode from "vscode";
import { type Ignored, ignoredIn } from "../../../files/ignored";
import { IgnoreRules, type IgnoreFiles } from "../../../files/ignoreRules";
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
