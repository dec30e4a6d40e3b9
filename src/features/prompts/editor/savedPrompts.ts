import type { FileProblem } from "../../../contract/builtInHubApi";
import * as vscode from "vscode";
import { withoutHidden } from "../../changes/core/hiddenCharacters";
import { ownPrompts, workspacePrompts } from "../core/promptFile";
import type { PromptFilesModule, PromptFolder, SavedPrompt } from "../../../contract/savedPrompt";
import { type Disposable, Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { messagesInUse } from "../../../kit/l10n";
import { lazy } from "../../../kit/lazy";
import { showProblems } from "../../../platform/editor/fileDiagnostics";
import { Throttled } from "../../../platform/editor/throttled";

/** A folder with prompts; without the name of an open folder it is the user's own. */
export interface PromptPlace extends PromptFolder {
  readonly folder?: string;
}

/** Saving a file causes several events. */
const quietMs = 100;

/**
 * The prompts in the files of the user and of the open folders. They are read when someone looks,
 * and from then on whenever a file changes.
 */
export class SavedPrompts extends Owner {
  readonly #load: () => Promise<PromptFilesModule>;
  readonly #storage: vscode.Uri;
  readonly #changed = this.register(new Emitter<readonly SavedPrompt[]>());
  readonly #problems = this.register(
    vscode.languages.createDiagnosticCollection("expertHub.prompts"),
  );
  #watchers: Disposable[] = [];
  #latest = 0;

  /** Files have changed since the first call of `list`. */
  readonly onDidChange = this.#changed.event;

  /** `storage` is the folder of the extension, which all workspaces share. */
  constructor(load: () => Promise<PromptFilesModule>, storage: vscode.Uri) {
    super();
    this.#load = load;
    this.#storage = storage;
  }

  /** The user's own place first, then those of the open folders on this disk. */
  get places(): readonly [PromptPlace, ...PromptPlace[]] {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return [
      { root: this.#storage.fsPath, ...ownPrompts },
      ...folders
        .filter(({ uri }) => uri.scheme === "file")
        .map(({ name, uri }) => ({ root: uri.fsPath, folder: name, ...workspacePrompts })),
    ];
  }

  async list(): Promise<readonly SavedPrompt[]> {
    await this.#watching();
    return this.#read();
  }

  async #read(): Promise<readonly SavedPrompt[]> {
    const own = ++this.#latest;
    const { readPrompts } = await this.#load();
    const reports = await Promise.all(
      this.places.map(async (place) => ({
        ...place,
        ...(await readPrompts(place, messagesInUse())),
      })),
    );
    const problems: FileProblem[] = reports.flatMap((report) => report.problems);
    if (own === this.#latest && !this.disposed) showProblems(this.#problems, problems);
    return reports.flatMap(({ folder, prompts }) =>
      prompts.map((prompt) => ({
        ...prompt,
        // Nothing may reach the composer that is not seen there.
        text: withoutHidden(prompt.text),
        ...(folder !== undefined && { folder }),
      })),
    );
  }

  readonly #watching = lazy(async () => {
    const own = vscode.Uri.joinPath(this.#storage, ownPrompts.directory);
    // A folder that does not exist yet cannot be watched everywhere. Where it cannot be created,
    // there are no prompts in it.
    await vscode.workspace.fs.createDirectory(own).then(undefined, () => undefined);
    const changes = this.register(
      new Throttled(async () => this.#changed.fire(await this.#read()), quietMs),
    );
    const watch = () => {
      this.#unwatch();
      const folders = vscode.workspace.workspaceFolders ?? [];
      const { directory, ending } = workspacePrompts;
      const patterns = [
        new vscode.RelativePattern(own, `*${ownPrompts.ending}`),
        ...folders.map((folder) => new vscode.RelativePattern(folder, `${directory}/*${ending}`)),
      ];
      this.#watchers = patterns.flatMap((pattern) => {
        const watcher = vscode.workspace.createFileSystemWatcher(pattern);
        const events = [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete];
        return [watcher, ...events.map((event) => event(() => changes.run()))];
      });
    };
    this.register(
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        watch();
        changes.run();
      }),
    );
    watch();
  });

  #unwatch(): void {
    for (const watcher of this.#watchers) watcher.dispose();
    this.#watchers = [];
  }

  override dispose(): void {
    this.#unwatch();
    super.dispose();
  }
}
