import * as vscode from "vscode";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { FolderWalk } from "./folderFiles";
import { fileNameOfUri } from "./selection";

/** Milliseconds without a key after which a search begins. */
const pauseMs = 120;
/** Characters that are searched for at least. */
const minTyped = 2;
/** Files that are listed at most. */
const maxFound = 100;
/** Files that are read before the list is drawn again. */
const perStep = 5_000;
const maxRead = 200_000;

export interface Further {
  readonly walks: readonly FolderWalk[];
  /** How many files of each walk are in the list already. */
  readonly listed: number;
  isOver(): boolean;
}

/** Passes on the files beyond the listed ones whose names have what is typed, until it is over. */
export function searchFurther(
  box: vscode.QuickPick<vscode.QuickPickItem>,
  { walks, listed, isOver }: Further,
  show: (uris: readonly vscode.Uri[]) => void,
): void {
  const isWhole = () => walks.every(({ isDone }) => isDone);
  if (isWhole() && walks.every(({ found }) => found.files.length <= listed)) return;
  const search = async (typed: string): Promise<void> => {
    const isOutdated = () => isOver() || box.value !== typed;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (isOutdated()) return;
    const wanted = typed.trim().toLowerCase();
    let shown = -1;
    for (let read = listed; ; read += perStep) {
      const found = wanted.length < minTyped ? [] : matching(walks, { wanted, listed });
      if (found.length !== shown) show(found);
      shown = found.length;
      const isEnough = wanted.length < minTyped || shown === maxFound || read > maxRead;
      box.busy = !isEnough && !isWhole();
      if (!box.busy) return;
      await Promise.all(walks.map((walk) => walk.read(read + perStep, isOutdated)));
      if (isOutdated()) return;
    }
  };
  box.onDidChangeValue((typed) => fireAndForget(() => search(typed)));
  if (box.value !== "") fireAndForget(() => search(box.value));
}

function matching(
  walks: readonly FolderWalk[],
  { wanted, listed }: { wanted: string; listed: number },
): vscode.Uri[] {
  const found: vscode.Uri[] = [];
  for (const {
    found: { files },
  } of walks)
    for (const uri of files.slice(listed)) {
      const name = wanted.includes("/") ? vscode.workspace.asRelativePath(uri) : fileNameOfUri(uri);
      if (name.toLowerCase().includes(wanted)) found.push(uri);
      if (found.length === maxFound) return found;
    }
  return found;
}
