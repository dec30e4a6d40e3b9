import * as vscode from "vscode";
import type { EditorSettings } from "../../../platform/editor/settings";
import { ranked } from "../../../kit/ranking";
import type { Found } from "./attachable";
import { FolderWalk, maxFiles } from "./folderFiles";
import { fileNameOfUri } from "./selection";

/** Folders in which files are searched. */
const maxSearched = 20_000;
/** Files that are read before what was found is looked at. */
const perStep = 5_000;
const maxRead = 200_000;
/** Of what is shown before anything is typed. */
const maxReadAtFirst = 500;
/** Milliseconds without a search after which what was read is forgotten. */
const keptForMs = 5_000;

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
  readonly #settings: Pick<EditorSettings, "exclude">;
  #walks: readonly FolderWalk[] = [];
  #forgetting: ReturnType<typeof setTimeout> | undefined;

  constructor(settings: Pick<EditorSettings, "exclude">) {
    this.#settings = settings;
  }

  async find(typed: string, { max, waitMs, isOver }: Search): Promise<FilesAndFolders> {
    const began = performance.now();
    if (this.#walks.length === 0) this.#begin();
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

  #begin(): void {
    const roots = vscode.workspace.workspaceFolders ?? [];
    this.#walks = roots.map(({ uri }) => new FolderWalk(uri, this.#settings.exclude, maxSearched));
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
      for (const file of found.files.slice(0, maxFiles))
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

const namesOf = ({ uri, path }: WorkspaceEntry): readonly string[] => [fileNameOfUri(uri), path];

const parentOf = (uri: vscode.Uri): vscode.Uri => vscode.Uri.joinPath(uri, "..");
