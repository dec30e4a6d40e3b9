import type { Ignore } from "ignore";
import * as vscode from "vscode";

/** A file with rules, for what is below its folder. */
export interface Rules {
  readonly folder: vscode.Uri;
  readonly ignore: Ignore;
}

/** Folders above an opened one in which a repository is looked for. */
const maxAbove = 64;

/**
 * The rules that hold for a folder, without its own: from the repository's root down, as in git, or
 * from the workspace folder down where there is no repository.
 */
export async function rulesAbove(folder: vscode.Uri): Promise<Rules[]> {
  const top = vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
  const inside: vscode.Uri[] = [];
  for (let at = folder; at.path !== top.path && at.path.length > top.path.length;) {
    at = vscode.Uri.joinPath(at, "..");
    inside.unshift(at);
  }
  const above = await outsideRules(top);
  return [...above, ...(await Promise.all(inside.map(rulesIn))).flat()];
}

/** The rules between a repository's root and an opened folder; none if they ignore the folder itself. */
async function outsideRules(top: vscode.Uri): Promise<Rules[]> {
  const parents: vscode.Uri[] = [];
  for (let at = top; !(await isThere(vscode.Uri.joinPath(at, ".git")));) {
    const parent = vscode.Uri.joinPath(at, "..");
    if (parent.path === at.path || parents.length === maxAbove) return [];
    parents.unshift(parent);
    at = parent;
  }
  const root = parents[0] ?? top;
  const rules = [
    ...(await rulesOf(root, vscode.Uri.joinPath(root, ".git", "info", "exclude"))),
    ...(await Promise.all(parents.map(rulesIn))).flat(),
  ];
  return root !== top && isIgnored(top, true, rules) ? [] : rules;
}

/** The rules of a folder's own `.gitignore`. */
export function rulesIn(folder: vscode.Uri): Promise<Rules[]> {
  return rulesOf(folder, vscode.Uri.joinPath(folder, ".gitignore"));
}

async function rulesOf(folder: vscode.Uri, file: vscode.Uri): Promise<Rules[]> {
  try {
    const bytes = await vscode.workspace.fs.readFile(file);
    const { default: ignore } = await import("ignore");
    return [{ folder, ignore: ignore().add(new TextDecoder().decode(bytes)) }];
  } catch {
    return [];
  }
}

/** The nearest file with a rule decides. */
export function isIgnored(uri: vscode.Uri, isFolder: boolean, rules: readonly Rules[]): boolean {
  for (const { folder, ignore } of rules.toReversed()) {
    const name = uri.path.slice(folder.path.length).replace(/^\/+/, "") + (isFolder ? "/" : "");
    const { ignored, unignored } = ignore.test(name);
    if (ignored || unignored) return ignored;
  }
  return false;
}

async function isThere(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
