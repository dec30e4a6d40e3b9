import * as vscode from "vscode";
import {
  endsWithPath,
  pathNames,
  locate,
  type FileAddress,
  type FilePlace,
  type FoundFile,
} from "../../core/filePath";
import { t } from "../../../../kit/l10n";

export interface WorkspaceFile extends FileAddress {
  readonly uri: vscode.Uri;
}

type Found = FoundFile<WorkspaceFile>;

const outside: Found = { why: (file) => t("{0} is outside of the workspace.", file) };

/** The file that an answer names by its path. It is never outside of the workspace's folders, nor behind a link. */
export function workspaceFile(path: string): Promise<Found> {
  return locate(path, openFolders(), ({ uri }, names) => look(uri, names));
}

function openFolders() {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.map(({ name, uri }) => ({ name, path: uri.path, uri }));
}

const fileAt = (uri: vscode.Uri): WorkspaceFile => ({ uri, address: uri.toString() });

/** The one file of the workspace that a path means, as `workspaceFile` finds it. Nothing else is looked up. */
export async function existingFile(path: string): Promise<vscode.Uri | undefined> {
  const found = await locate(path, openFolders(), ({ uri }, names) => placeIn(uri, names));
  return "file" in found && found.exists ? found.file.uri : undefined;
}

/** The same for the file at an address. */
export async function workspaceFileAt(uri: vscode.Uri): Promise<Found> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder) return outside;
  const names = pathNames(uri.path.slice(folder.uri.path.length).replace(/^\//, ""));
  return names ? look(folder.uri, names) : outside;
}

/** Many of them may be built, or installed, and are not offered. */
const maxCandidates = 200;

/** The files of the workspace whose paths end like this one. */
export async function candidatesFor(path: string): Promise<WorkspaceFile[]> {
  if (!pathNames(path)) return [];
  const escaped = path.replaceAll(/[*?[\]{}!]/g, "[$&]");
  const found = await vscode.workspace.findFiles(`**/${escaped}`, undefined, maxCandidates);
  return found.map(fileAt);
}

async function look(
  folder: vscode.Uri,
  segments: readonly string[],
): Promise<FilePlace<WorkspaceFile>> {
  const place = await placeIn(folder, segments);
  return "exists" in place && place.exists
    ? { file: fileAt(await asOnDisk(folder, segments)), exists: true }
    : place;
}

async function placeIn(
  folder: vscode.Uri,
  segments: readonly string[],
): Promise<FilePlace<WorkspaceFile>> {
  const file = fileAt(vscode.Uri.joinPath(folder, ...segments));
  for (const [at] of segments.entries()) {
    const place = vscode.Uri.joinPath(folder, ...segments.slice(0, at + 1));
    const type = await typeOf(place);
    const isLast = at === segments.length - 1;
    if (type === undefined) return { file, exists: false, hasFolder: at > 0 };
    if (type & vscode.FileType.SymbolicLink)
      return { why: (name) => t("{0} is reached through a link.", name) };
    if (isLast && type & vscode.FileType.Directory)
      return { why: (name) => t("{0} is a folder.", name) };
    if (!isLast && !(type & vscode.FileType.Directory))
      return { why: (name) => t("{0} cannot be created there.", name) };
  }
  return { file, exists: true };
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

export function isNamed(path: string, { path: whole }: vscode.Uri): boolean {
  return endsWithPath(whole, path);
}
