import * as vscode from "vscode";
import type { Reason } from "../../core/fileChange";
import { pathNames } from "../../core/filePath";
import { t } from "../../../../kit/l10n";

export interface WorkspaceFile {
  readonly uri: vscode.Uri;
  readonly exists: boolean;
}

/** A file or why there is none. */
export type FoundFile =
  | WorkspaceFile
  | { readonly why: Reason; readonly candidates?: readonly vscode.Uri[] };

const outside: FoundFile = { why: (file) => t("{0} is outside of the workspace.", file) };

/** The file that an answer names by its path. It is never outside of the workspace's folders, nor behind a link. */
export async function workspaceFile(path: string): Promise<FoundFile> {
  const places = placesOf(path);
  if (places.length === 0) return outside;
  const found = await Promise.all(places.map((place) => look(place.folder.uri, place.segments)));
  const problem = found.find((one) => "why" in one);
  const files = found.filter((one) => "exists" in one);
  // Folders of a workspace may contain each other.
  const existing = new Map(
    files.filter(({ exists }) => exists).map((one) => [one.uri.toString(), one]),
  );
  const [file, ...others] = existing.values();
  if (file && others.length > 0)
    return {
      why: (name) => t("{0} is in more than one folder of the workspace.", name),
      candidates: [...existing.values()].map(({ uri }) => uri),
    };
  if (file) return file;
  if (problem) return problem;
  const named = files.filter((_, at) => places[at]?.isNamed);
  const [created, ...more] = named.length > 0 ? named : files;
  return created && more.length === 0
    ? created
    : {
        why: (name) =>
          t("The answer does not say in which folder of the workspace {0} belongs.", name),
      };
}

/** The one file of the workspace that a path means, as `workspaceFile` finds it. Nothing else is looked up. */
export async function existingFile(path: string): Promise<vscode.Uri | undefined> {
  const places = placesOf(path).map(({ folder, segments }) => placeIn(folder.uri, segments));
  const files = (await Promise.all(places)).filter((one) => "exists" in one && one.exists);
  const found = new Map(
    files.flatMap((one) => ("uri" in one ? [[one.uri.toString(), one.uri]] : [])),
  );
  return found.size === 1 ? [...found.values()][0] : undefined;
}

/** Where a path may lead. */
function placesOf(path: string) {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.flatMap((folder) => {
    const segments = pathNames(belowFolder(path, folder) ?? path);
    if (!segments) return [];
    // With several folders, VS Code itself writes paths with the folder's name.
    const isNamed = folders.length > 1 && segments.length > 1 && segments[0] === folder.name;
    return [
      { folder, segments, isNamed: false },
      ...(isNamed ? [{ folder, segments: segments.slice(1), isNamed }] : []),
    ];
  });
}

/** The same for the file at an address. */
export async function workspaceFileAt(uri: vscode.Uri): Promise<FoundFile> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder) return outside;
  const names = pathNames(uri.path.slice(folder.uri.path.length).replace(/^\//, ""));
  return names ? look(folder.uri, names) : outside;
}

/** An absolute path in this folder, such as a model gets from a tool, from the folder on. */
function belowFolder(path: string, { uri }: vscode.WorkspaceFolder): string | undefined {
  const rooted = path.replace(/^([a-z]):\//i, (_, drive: string) => `/${drive.toLowerCase()}:/`);
  return rooted.startsWith(`${uri.path}/`) ? rooted.slice(uri.path.length + 1) : undefined;
}

/** Many of them may be built, or installed, and are not offered. */
const maxCandidates = 200;

/** The files of the workspace whose paths end like this one. */
export async function candidatesFor(path: string): Promise<vscode.Uri[]> {
  if (!pathNames(path)) return [];
  const escaped = path.replaceAll(/[*?[\]{}!]/g, "[$&]");
  return vscode.workspace.findFiles(`**/${escaped}`, undefined, maxCandidates);
}

async function look(folder: vscode.Uri, segments: readonly string[]): Promise<FoundFile> {
  const place = await placeIn(folder, segments);
  return "exists" in place && place.exists
    ? { uri: await asOnDisk(folder, segments), exists: true }
    : place;
}

async function placeIn(folder: vscode.Uri, segments: readonly string[]): Promise<FoundFile> {
  const uri = vscode.Uri.joinPath(folder, ...segments);
  for (const [at] of segments.entries()) {
    const place = vscode.Uri.joinPath(folder, ...segments.slice(0, at + 1));
    const type = await typeOf(place);
    const isLast = at === segments.length - 1;
    if (type === undefined) return { uri, exists: false };
    if (type & vscode.FileType.SymbolicLink)
      return { why: (file) => t("{0} is reached through a link.", file) };
    if (isLast && type & vscode.FileType.Directory)
      return { why: (file) => t("{0} is a folder.", file) };
    if (!isLast && !(type & vscode.FileType.Directory))
      return { why: (file) => t("{0} cannot be created there.", file) };
  }
  return { uri, exists: true };
}

/** In the letters that the disk has, where it does not tell capitals from small ones. */
async function asOnDisk(folder: vscode.Uri, segments: readonly string[]): Promise<vscode.Uri> {
  let at = folder;
  for (const segment of segments) {
    const names = (await entriesOf(at)).map(([name]) => name);
    const name = names.includes(segment)
      ? segment
      : (names.find((one) => sameName(one) === sameName(segment)) ?? segment);
    at = vscode.Uri.joinPath(at, name);
  }
  return at;
}

/** Disks differ in how they keep accents as well. */
function sameName(name: string): string {
  return name.normalize().toLowerCase();
}

async function entriesOf(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
  try {
    return await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
}

async function typeOf(uri: vscode.Uri): Promise<vscode.FileType | undefined> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type;
  } catch {
    return undefined;
  }
}

/** An answer often names a file by the end of its path. */
export function isNamed(path: string, { path: whole }: vscode.Uri): boolean {
  return whole.endsWith(`/${path}`) || whole === path;
}
