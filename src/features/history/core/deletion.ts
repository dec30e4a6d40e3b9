import { t } from "../../../kit/l10n";
import type { ConversationFiles } from "../../../platform/core/ports";
import { orStorageError } from "../../../platform/core/localError";

/** In bytes: more than this is not kept in memory, so that deleting it cannot be undone. */
const maxKeptBytes = 64 * 1024 * 1024;

/**
 * Deletes files at once, and keeps what was in them in memory, so that this can be undone: nothing
 * of them is left on the disk or after the window.
 */
export class Deletion {
  readonly #files: ConversationFiles;
  readonly #kept = new Map<string, Uint8Array>();

  constructor(files: ConversationFiles) {
    this.#files = files;
  }

  get canUndo(): boolean {
    return this.#kept.size > 0;
  }

  /** Whether what is in these files can be kept in memory. */
  async fits(names: readonly string[]): Promise<boolean> {
    const extents = await Promise.all(names.map((name) => this.#files.extent(name)));
    return extents.reduce((sum, extent) => sum + (extent?.size ?? 0), 0) <= maxKeptBytes;
  }

  /** Rejects with the system's error if one of the files still exists; those before it do not. */
  async run(names: readonly string[]): Promise<void> {
    const extents = await Promise.all(names.map((name) => this.#files.extent(name)));
    const existing = names.filter((_, at) => extents[at]);
    // All are read first: another window reacts to the first that is gone.
    if (await this.fits(existing))
      for (const name of existing) this.#kept.set(name, await this.#files.read(name));
    for (const name of existing) await this.#files.remove(name);
  }

  /** Writes the files again. Rejects with `storage`, and can then be repeated. */
  async undo(): Promise<void> {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    await orStorageError(t("The conversation could not be restored"), async () => {
      // A file that exists again stays as it is.
      for (const [name, bytes] of this.#kept)
        await this.#files.append(name, "", decoder.decode(bytes));
    });
    this.forget();
  }

  /** Makes it final. */
  forget(): void {
    this.#kept.clear();
  }
}
