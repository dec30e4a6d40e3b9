import path from "node:path";
import * as vscode from "vscode";
import { fileExists } from "../../../platform/editor/newFile";
import { IgnoreRules, type IgnoreFiles } from "../../../contract/ignoreRules";

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

/** True for a file of the workspace that git ignores. */
export async function isGitIgnored(uri: vscode.Uri): Promise<boolean> {
  if (!vscode.workspace.getWorkspaceFolder(uri)) return false;
  const folder = vscode.Uri.joinPath(uri, "..");
  const rules = await (await rulesAbove(folder)).within(folder.path);
  return rules.ignores(uri.path, false);
}

/**
 * The rules that hold for a folder, without its own: from the repository's root down, as in git, or
 * from the workspace folder down where there is no repository.
 */
export async function rulesAbove(folder: vscode.Uri): Promise<IgnoreRules> {
  const top = vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
  const files = ignoreFilesAt(folder);
  let rules = await IgnoreRules.above(top.path, files);
  let at = top.path;
  for (const name of files.relative(top.path, folder.path).split("/")) {
    if (name === "") break;
    rules = await rules.within(at);
    at = path.posix.join(at, name);
  }
  return rules;
}
