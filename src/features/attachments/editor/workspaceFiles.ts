import type * as vscode from "vscode";
import { ranked } from "../../../kit/ranking";
import type { FolderWalk } from "./fileAttacher";

/** What a part of the list has found so far. */
export interface Found<T> {
  readonly found: readonly T[];
  readonly isIncomplete: boolean;
}

/** Files of a folder of the workspace whose folders are listed. */
const maxListed = 3000;
/** Files that are read before what was found is looked at. */
const perStep = 5_000;
const maxRead = 200_000;
/** Of what is shown before anything is typed. */
const maxReadAtFirst = 500;
/** Milliseconds without a search after which what was read is forgotten. */
const keptForMs = 5_000;

/** What reads a folder of the workspace. */
type Walk = Pick<FolderWalk, "root" | "isDone" | "read"> & {
  readonly found: Pick<FolderWalk["found"], "files">;
};

interface FilesAndFolders {
  readonly files: Found<vscode.Uri>;
  /** Those that the files are in. */
  readonly folders: readonly vscode.Uri[];
}

interface Search {
  readonly max: number;
  readonly waitMs: number;
  isOver(): boolean;
}

/** Searches the names of what the workspace has, reading on from search to search. */
export class WorkspaceFiles {
  readonly #begin: () => readonly Walk[];
  #walks: readonly Walk[] = [];
  #forgetting: ReturnType<typeof setTimeout> | undefined;

  /** `begin` starts anew with each folder of the workspace. */
  constructor(begin: () => readonly Walk[]) {
    this.#begin = begin;
  }

  async find(typed: string, { max, waitMs, isOver }: Search): Promise<FilesAndFolders> {
    const began = performance.now();
    if (this.#walks.length === 0) this.#walks = this.#begin();
    const isEnough = () => isOver() || performance.now() - began > waitMs;
    // What is open is listed while Git, or a slow disk, is still waited for.
    const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), waitMs + 1));
    const atFirst = typed === "";
    for (;;) {
      const step = atFirst ? maxReadAtFirst : perStep;
      const isWhole = await Promise.race([this.#read(step, isEnough), late]);
      const found = ranked(this.#all(), typed, { max, textsOf: namesOf }).map(({ uri }) => uri);
      const isIncomplete = !atFirst && !isWhole && found.length < max;
      if (!isIncomplete || isEnough())
        return { files: { found, isIncomplete }, folders: this.#folders(typed, max) };
    }
  }

  /** True if there is nothing left to read. */
  async #read(step: number, isEnough: () => boolean): Promise<boolean> {
    const walks = this.#walks;
    await Promise.all(walks.map((walk) => walk.read(walk.found.files.length + step, isEnough)));
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => (this.#walks = []), keptForMs);
    return walks.every(({ found, isDone }) => isDone || found.files.length > maxRead);
  }

  *#all(): Generator<WorkspaceEntry> {
    for (const { root, found } of this.#walks) {
      const at = root.path.length + 1;
      for (const uri of found.files) yield { uri, path: uri.path.slice(at) };
    }
  }

  #folders(typed: string, max: number): readonly vscode.Uri[] {
    const folders = new Map<string, WorkspaceEntry>();
    for (const { root, found } of this.#walks) {
      const at = root.path.length + 1;
      for (const file of found.files.slice(0, maxListed))
        for (
          let uri = parentOf(file);
          uri.path !== root.path && !folders.has(uri.path);
          uri = parentOf(uri)
        )
          folders.set(uri.path, { uri, path: uri.path.slice(at) });
    }
    return ranked(folders.values(), typed, { max, textsOf: namesOf }).map(({ uri }) => uri);
  }
}

/** With its path in its workspace folder. */
interface WorkspaceEntry {
  readonly uri: vscode.Uri;
  readonly path: string;
}

const namesOf = ({ path }: WorkspaceEntry): readonly string[] => [
  path.slice(path.lastIndexOf("/") + 1),
  path,
];

const parentOf = (uri: vscode.Uri): vscode.Uri =>
  uri.with({ path: uri.path.slice(0, uri.path.lastIndexOf("/")) || "/" });
