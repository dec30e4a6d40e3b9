import { t } from "../../../kit/l10n";
import { Owner } from "../../../kit/disposable";
import { orStorageError, storageError } from "../../../platform/core/localError";
import type { Conversation } from "../../conversation/core/conversation";
import { fileNameOf, countQuarantined } from "../../conversation/core/conversationFile";
import type { Conversations } from "../../conversation/core/conversations";
import { ConversationList, type Listed, pinNameOf, setPinned, isPinName } from "./conversationList";
import type { ConversationFiles } from "../../../platform/core/ports";
import { ConversationIndex } from "./conversationIndex";

const dayMs = 24 * 3_600_000;
/** The name of each file of a conversation begins with its id. */
const idAtStart = /^[\da-f-]{36}(?=\.)/;

/**
 * Deletes conversations and drafts whose last change was so many days before `now`, in milliseconds
 * since 1970. Pinning is no change. Windows that have them open notice it by their files. Rejects
 * with the system's error.
 */
export async function deleteExpired(
  files: ConversationFiles,
  days: number,
  now: number,
): Promise<void> {
  const listed = await files.list();
  const groups = Map.groupBy(listed, ({ name }) => idAtStart.exec(name)?.[0]);
  groups.delete(undefined);
  const expired = [...groups.values()].filter((group) =>
    group.every(({ name, changedAt }) => isPinName(name) || changedAt <= now - days * dayMs),
  );
  for (const { name } of expired.flat()) await files.remove(name);
  if (expired.length === 0) return;
  const index = new ConversationIndex(files);
  await index.load();
  await index.rewrite();
}

/** All conversations that are saved, in memory or not: their list, their pins and their deletion. */
export class SavedConversations extends Owner {
  readonly #conversations: Conversations;
  readonly #list: ConversationList;

  readonly onDidChange;

  constructor(conversations: Conversations) {
    super();
    this.#conversations = conversations;
    this.#list = this.register(new ConversationList(conversations));
    this.onDidChange = this.#list.onDidChange;
  }

  /** Newest first. Rejects with `storage` if the folder cannot be read. */
  list(): Promise<Listed[]> {
    return this.#list.get();
  }

  /** One after the other; those that were not in memory are unloaded again. */
  async *all(): AsyncGenerator<Conversation> {
    for (const { id } of (await this.list()).filter(({ isDraft }) => !isDraft)) {
      const known = this.#conversations.inMemory.get(id)?.conversation;
      const read = known ? undefined : await this.#conversations.read(id);
      const conversation = known ?? read?.conversation;
      if (conversation) yield conversation;
      read?.dispose();
      read?.conversation.dispose();
    }
  }

  /** Rejects with `storage`. */
  async pin(ids: readonly string[], isPinned: boolean): Promise<void> {
    await setPinned(this.#conversations.files, ids, isPinned);
    return this.#list.look();
  }

  /** Whether `restore` could undo it if these were deleted. */
  async canRestore(ids: readonly string[]): Promise<boolean> {
    const { drafts, files } = this.#conversations;
    const names = [...ids.map(fileNameOf), ...(await drafts.namesOf(ids))];
    return new Deletion(files).fits(names);
  }

  /** Deletes all of these, drafts included, or rejects; `restore` undoes it. */
  async remove(...ids: readonly string[]): Promise<Deletion> {
    const { drafts, files, inMemory } = this.#conversations;
    for (const id of ids) await inMemory.get(id)?.settled;
    await drafts.close(ids);
    const deletion = new Deletion(files);
    try {
      const names = ids.flatMap((id) => [fileNameOf(id), pinNameOf(id)]);
      await deletion.run([...names, ...(await drafts.namesOf(ids))]);
      await this.#list.remove(ids);
    } catch (error) {
      await deletion.undo();
      drafts.reopen(ids);
      throw storageError(t("The conversation could not be deleted"), error);
    }
    for (const id of ids) this.#conversations.forget(id);
    return deletion;
  }

  /** Rejects with `storage`, and can then be repeated. */
  async restore(deletion: Deletion): Promise<void> {
    await deletion.undo();
    return this.#list.look();
  }

  /** Deletes everything permanently, including quarantined files. Rejects if anything still exists. */
  async removeAll(): Promise<void> {
    await this.settle();
    const { drafts, files } = this.#conversations;
    const ids = (await this.#list.get()).map(({ id }) => id);
    await drafts.close(ids);
    try {
      for (const { name } of await files.list()) await files.remove(name);
      await this.#list.remove(ids);
    } catch (error) {
      drafts.reopen(ids);
      throw storageError(t("The conversations could not be deleted"), error);
    }
    for (const id of ids) this.#conversations.forget(id);
  }

  /** Number of quarantined files. Rejects with `storage`. */
  countQuarantined(): Promise<number> {
    return orStorageError(t("The saved conversations could not be listed"), () =>
      countQuarantined(this.#conversations.files),
    );
  }

  /** Saves pending changes, and reads what other windows changed. */
  async refresh(): Promise<void> {
    await this.#conversations.refresh();
    return this.#list.refresh();
  }

  /** Resolves once all pending work is on the disk, or has failed. */
  async settle(): Promise<void> {
    await this.#conversations.settle();
    await this.#list.start();
    return this.#list.settle();
  }
}

/** In bytes: more than this is not kept in memory, so that deleting it cannot be undone. */
const maxKeptBytes = 64 * 1024 * 1024;

/**
 * Deletes files at once, and keeps what was in them in memory, so that this can be undone: nothing
 * of them is left on the disk or after the window.
 */
class Deletion {
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
