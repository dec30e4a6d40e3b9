import * as vscode from "vscode";
import type { Ignored } from "../../../files/ignored";
import { isExcluded } from "./excluded";
import { ignoredBelow, pathOf } from "./gitignore";

/** What a walk stops at, unless another number is given: more are neither read nor sent. */
export const maxFiles = 3000;
const maxReadFolders = 2000;

interface FolderFiles {
  readonly files: readonly vscode.Uri[];
  /** How many files `expertHub.exclude` leaves out. */
  readonly excluded: number;
  /** True if there are more. */
  readonly isCut: boolean;
}

interface FolderPlace {
  readonly folder: vscode.Uri;
  /** As the folder above knows it. */
  readonly ignored: Ignored;
}

/**
 * The files below a folder, nearest first, without links, the repository's own folder, and what Git
 * ignores or `files.exclude` and the given globs leave out.
 */
export class FolderWalk {
  readonly root: vscode.Uri;
  readonly #exclude: readonly string[];
  readonly #most: number;
  readonly #files: vscode.Uri[] = [];
  readonly #found: AsyncGenerator<void>;
  #excluded = 0;
  #isCut = true;
  #isDone = false;

  constructor(root: vscode.Uri, exclude: readonly string[], maxFolders = maxReadFolders) {
    this.root = root;
    this.#exclude = exclude;
    this.#most = maxFolders;
    this.#found = this.#walk();
  }

  get found(): FolderFiles {
    return { files: this.#files, excluded: this.#excluded, isCut: this.#isCut };
  }

  /** Whether reading on would find nothing. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Goes on until there are so many files, or none is left, or it is over. */
  async read(files: number, isOver: () => boolean = () => false): Promise<FolderFiles> {
    while (!this.#isDone && this.#files.length <= files && !isOver())
      this.#isDone = (await this.#found.next()).done === true;
    return this.found;
  }

  /** Yields after each folder. */
  async *#walk(): AsyncGenerator<void> {
    const hidden =
      vscode.workspace.getConfiguration("files", this.root).get<object>("exclude") ?? {};
    const unlisted = Object.entries(hidden).flatMap(([glob, on]) => (on === true ? [glob] : []));
    const first = await ignoredBelow(this.root);
    const waiting: FolderPlace[] = first ? [{ folder: this.root, ignored: first }] : [];
    for (let next = 0; next < Math.min(waiting.length, this.#most); next++) {
      const { folder: at, ignored: above } = waiting[next] as FolderPlace;
      const entries = await listing(at);
      const ignored = await above.within(pathOf(at));
      for (const [name, type] of entries) {
        const uri = vscode.Uri.joinPath(at, name);
        const isFolder = type === vscode.FileType.Directory;
        if (name === ".git" || (!isFolder && type !== vscode.FileType.File)) continue;
        if (ignored.ignores(pathOf(uri), isFolder) || isExcluded(uri, unlisted)) continue;
        if (isFolder) waiting.push({ folder: uri, ignored });
        else if (isExcluded(uri, this.#exclude)) this.#excluded++;
        else this.#files.push(uri);
      }
      yield;
    }
    this.#isCut = waiting.length > this.#most;
  }
}

/** The files below a folder, up to a number that nobody attaches. */
export async function filesBelow(
  folder: vscode.Uri,
  exclude: readonly string[],
): Promise<FolderFiles> {
  const found = await new FolderWalk(folder, exclude).read(maxFiles);
  return { ...found, isCut: found.isCut || found.files.length > maxFiles };
}

async function listing(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
  const entries = await vscode.workspace.fs.readDirectory(folder).then(
    (found) => found,
    () => [],
  );
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
