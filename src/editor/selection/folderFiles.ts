import * as vscode from "vscode";
import type { Ignore } from "ignore";
import { isExcluded } from "./excluded";

/** What a walk stops at: more are neither read nor sent. */
export const mostFiles = 3000;
const mostFolders = 2000;

export interface FolderFiles {
  readonly files: readonly vscode.Uri[];
  /** How many files `expertHub.exclude` leaves out. */
  readonly excluded: number;
  /** True if there are more. */
  readonly isCut: boolean;
}

/** A `.gitignore` file, for what is below its folder. */
interface Rules {
  readonly folder: vscode.Uri;
  readonly ignore: Ignore;
}

interface Place {
  readonly folder: vscode.Uri;
  readonly rules: readonly Rules[];
}

/**
 * The files below a folder, nearest first, without links, the repository's own folder, and what
 * `.gitignore` files, `files.exclude` and the given globs leave out.
 */
export async function filesBelow(
  folder: vscode.Uri,
  exclude: readonly string[],
): Promise<FolderFiles> {
  const hidden = vscode.workspace.getConfiguration("files", folder).get<object>("exclude") ?? {};
  const unlisted = Object.entries(hidden).flatMap(([glob, on]) => (on === true ? [glob] : []));
  const waiting: Place[] = [{ folder, rules: await rulesAbove(folder) }];
  const files: vscode.Uri[] = [];
  let excluded = 0;
  for (let next = 0; next < Math.min(waiting.length, mostFolders); next++) {
    const { folder: at, rules: above } = waiting[next] as Place;
    const rules = [...above, ...(await rulesIn(at))];
    for (const [name, type] of await listing(at)) {
      const uri = vscode.Uri.joinPath(at, name);
      const isFolder = type === vscode.FileType.Directory;
      if (name === ".git" || (!isFolder && type !== vscode.FileType.File)) continue;
      if (isIgnored(uri, isFolder, rules) || isExcluded(uri, unlisted)) continue;
      if (isFolder) waiting.push({ folder: uri, rules });
      else if (isExcluded(uri, exclude)) excluded++;
      else if (files.length < mostFiles) files.push(uri);
      else return { files, excluded, isCut: true };
    }
  }
  return { files, excluded, isCut: waiting.length > mostFolders };
}

async function listing(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
  const entries = await vscode.workspace.fs.readDirectory(folder).then(
    (found) => found,
    () => [],
  );
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Rules of the folders from the workspace's down to this one's parent. */
async function rulesAbove(folder: vscode.Uri): Promise<Rules[]> {
  const top = vscode.workspace.getWorkspaceFolder(folder)?.uri;
  if (!top) return [];
  const parents: vscode.Uri[] = [];
  for (let at = folder; at.path !== top.path && at.path.length > top.path.length;) {
    at = vscode.Uri.joinPath(at, "..");
    parents.unshift(at);
  }
  return (await Promise.all(parents.map(rulesIn))).flat();
}

async function rulesIn(folder: vscode.Uri): Promise<Rules[]> {
  try {
    const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, ".gitignore"));
    const { default: ignore } = await import("ignore");
    return [{ folder, ignore: ignore().add(new TextDecoder().decode(bytes)) }];
  } catch {
    return [];
  }
}

/** The nearest file with a rule decides. */
function isIgnored(uri: vscode.Uri, isFolder: boolean, rules: readonly Rules[]): boolean {
  for (const { folder, ignore } of rules.toReversed()) {
    const name = uri.path.slice(folder.path.length).replace(/^\/+/, "") + (isFolder ? "/" : "");
    const { ignored, unignored } = ignore.test(name);
    if (ignored || unignored) return ignored;
  }
  return false;
}
