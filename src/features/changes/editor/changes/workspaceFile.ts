import * as vscode from "vscode";
import type { Reason } from "../../core/answerChanges";
import { t } from "../../../../kit/l10n";

export interface WorkspaceFile {
  readonly uri: vscode.Uri;
  readonly exists: boolean;
}

/** A file or why there is none. */
export type FoundFile = WorkspaceFile | { readonly why: Reason };

const outside: FoundFile = { why: (file) => t("{0} is outside of the workspace.", file) };

/** The file that an answer names by its path. It is never outside of the workspace's folders, nor behind a link. */
export async function workspaceFile(path: string): Promise<FoundFile> {
  const segments = path.split("/");
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (!areInside(segments) || folders.length === 0) return outside;
  const places = folders.flatMap((folder) => [
    { folder, segments },
    // With several folders, VS Code itself writes paths with the folder's name.
    ...(folders.length > 1 && segments.length > 1 && segments[0] === folder.name
      ? [{ folder, segments: segments.slice(1) }]
      : []),
  ]);
  const found = await Promise.all(places.map((place) => look(place.folder.uri, place.segments)));
  const problem = found.find((one) => "why" in one);
  const files = found.filter((one) => "exists" in one);
  const [file, ...others] = files.filter(({ exists }) => exists);
  if (others.length > 0)
    return { why: (name) => t("{0} is in more than one folder of the workspace.", name) };
  if (file) return file;
  if (problem) return problem;
  const named = files.filter((_, at) => places[at]?.segments !== segments);
  const [created, ...more] = named.length > 0 ? named : files;
  return created && more.length === 0
    ? created
    : {
        why: (name) =>
          t("The answer does not say in which folder of the workspace {0} belongs.", name),
      };
}

/** The same for the file at an address. */
export async function workspaceFileAt(uri: vscode.Uri): Promise<FoundFile> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder) return outside;
  const segments = uri.path.slice(folder.uri.path.length).replace(/^\//, "").split("/");
  return areInside(segments) ? look(folder.uri, segments) : outside;
}

function areInside(segments: readonly string[]): boolean {
  return segments.every((one) => one !== "" && one !== "." && one !== ".." && isName(one));
}

/** Colons are for drives and streams, and control characters for nothing good. */
function isName(segment: string): boolean {
  // eslint-disable-next-line no-control-regex
  return !/[\u0000-\u001f\u007f:]/.test(segment) && !/[. ]$/.test(segment);
}

async function look(folder: vscode.Uri, segments: readonly string[]): Promise<FoundFile> {
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
