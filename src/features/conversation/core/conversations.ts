import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import { gone } from "../../../platform/core/localError";
import { Owner, type Disposable } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { Conversation } from "./conversation";
import type { SavedConversation } from "./turn";
import { ConversationFile, fileNameOf, idOf } from "./conversationFile";
import { ConversationList, type Listed } from "../../history/core/conversationList";
import { Deletion } from "../../history/core/deletion";
import { DraftFiles } from "./draftFiles";
import { pinNameOf, setPinned } from "../../history/core/pins";
import type { ConversationFiles } from "../../../platform/core/ports";
import { storageError } from "../../../platform/core/storageError";

/** The saved conversations of one scope, a workspace or none. Nothing is read before it is needed. */
export class Conversations extends Owner {
  readonly #files: ConversationFiles;
  /** Distinguishes what this window wrote from what others wrote. */
  readonly #writer = crypto.randomUUID().slice(0, 8);
  readonly #open = new Map<string, ConversationFile>();
  readonly #opening = new Map<string, Promise<ConversationFile | undefined>>();
  readonly #list: ConversationList;
  readonly #removed = this.register(new Emitter<string>());
  readonly #failed = this.register(new Emitter<HubError>());
  #watching: Disposable | undefined;
  #failing = false;

  /** What was composed for these conversations. */
  readonly drafts: DraftFiles;
  /** The list changed. */
  readonly onDidChange;
  readonly onDidQuarantine;
  /** A conversation was permanently deleted, by this window or another. */
  readonly onDidRemove = this.#removed.event;
  /** Something could not be saved; reported once until saving works again. */
  readonly onDidFail = this.#failed.event;

  constructor(files: ConversationFiles) {
    super();
    this.#files = files;
    this.drafts = this.register(new DraftFiles(files));
    this.#list = this.register(new ConversationList(files, this.#open));
    this.onDidChange = this.#list.onDidChange;
    this.onDidQuarantine = this.#list.onDidQuarantine;
  }

  /** Newest first. Rejects with `storage` if the folder cannot be read. */
  async list(): Promise<Listed[]> {
    this.#watch();
    return this.#list.get();
  }

  /** `undefined` if it no longer exists, or cannot be used. Rejects with `storage`. */
  async open(id: string): Promise<Conversation | undefined> {
    return (await this.#fileOf(id))?.conversation;
  }

  /** One after the other; those that were not open are unloaded again. */
  async *all(): AsyncGenerator<Conversation> {
    for (const { id } of (await this.list()).filter(({ isDraft }) => !isDraft)) {
      const known = this.#open.get(id)?.conversation;
      const read = known ? undefined : await this.#read(id);
      const conversation = known ?? read?.conversation;
      if (conversation) yield conversation;
      read?.dispose();
      read?.conversation.dispose();
    }
  }

  /** Saves this conversation, and from now on every change to it. */
  keep(conversation: Conversation): void {
    if (this.#open.has(conversation.id)) return;
    this.#own(ConversationFile.fresh(this.#files, this.#writer, conversation));
  }

  /** Saves a conversation from elsewhere, under a new id if its own is taken. Rejects with `storage`. */
  async add({ id, changes }: SavedConversation): Promise<Conversation> {
    const isTaken = await this.#isTaken(id).catch((error: unknown) => {
      throw storageError(t("The conversation could not be saved"), error);
    });
    const conversation = new Conversation({ id: isTaken ? crypto.randomUUID() : id, changes });
    this.keep(conversation);
    const file = this.#open.get(conversation.id);
    await file?.settled;
    if (file?.isSaved) return conversation;
    throw new HubError("storage", t("The conversation could not be saved."));
  }

  async rename(id: string, title: string): Promise<void> {
    const file = await this.#fileOf(id);
    if (!file) throw gone(t("This conversation no longer exists."));
    file.conversation.rename(title);
    return file.settled;
  }

  /** Rejects with `storage`. */
  async pin(ids: readonly string[], isPinned: boolean): Promise<void> {
    await setPinned(this.#files, ids, isPinned);
    return this.#list.look();
  }

  /** Deletes all of these, drafts included, or rejects; `restore` undoes it. */
  async remove(...ids: readonly string[]): Promise<Deletion> {
    for (const id of ids) await this.#open.get(id)?.settled;
    await this.drafts.close(ids);
    const deletion = new Deletion(this.#files);
    try {
      const drafts = await this.drafts.namesOf(ids);
      await deletion.run([...ids.flatMap((id) => [fileNameOf(id), pinNameOf(id)]), ...drafts]);
      await this.#list.remove(ids);
    } catch (error) {
      await deletion.undo();
      this.drafts.reopen(ids);
      throw storageError(t("The conversation could not be deleted"), error);
    }
    for (const id of ids) this.#forget(id);
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
    const ids = (await this.#list.get()).map(({ id }) => id);
    await this.drafts.close(ids);
    try {
      for (const { name } of await this.#files.list()) await this.#files.remove(name);
      await this.#list.clear();
    } catch (error) {
      this.drafts.reopen(ids);
      throw storageError(t("The conversations could not be deleted"), error);
    }
    for (const id of ids) this.#forget(id);
  }

  /** Number of quarantined files. Rejects with `storage`. */
  countQuarantined(): Promise<number> {
    return this.#list.countQuarantined();
  }

  /** Takes a conversation out of memory once it is saved, if `unwanted` then still returns true. */
  async unload(id: string, unwanted: () => boolean): Promise<boolean> {
    const file = this.#open.get(id);
    await file?.settled;
    const isSafe = !file || file.isSaved || file.conversation.turns.length === 0;
    if (!isSafe || this.#open.get(id) !== file || !unwanted()) return false;
    this.#open.delete(id);
    if (file) this.release(file);
    return true;
  }

  /** Saves pending changes, and reads what other windows changed. */
  async refresh(): Promise<void> {
    await this.drafts.refresh();
    if (!this.#watching) return;
    await Promise.all([...this.#open.values()].map((file) => file.refresh()));
    return this.#list.look();
  }

  /** Resolves once all pending work is on the disk, or has failed. */
  async settle(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ settled }) => settled));
    await this.drafts.settle();
    await this.#list.start();
    return this.#list.settle();
  }

  async #fileOf(id: string): Promise<ConversationFile | undefined> {
    const known = this.#open.get(id);
    if (known) return known;
    const opening = this.#opening.get(id) ?? this.#read(id).then((file) => file && this.#own(file));
    this.#opening.set(id, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(id);
    }
  }

  async #read(id: string): Promise<ConversationFile | undefined> {
    if (idOf(fileNameOf(id)) === undefined) return undefined;
    try {
      const opened = await ConversationFile.open(this.#files, this.#writer, id);
      if (opened.kind === "opened") return opened.file;
      if (opened.kind !== "none") await this.#list.quarantine([{ id, reason: opened.kind }]);
      return undefined;
    } catch (error) {
      throw storageError(t("The conversation could not be read"), error);
    }
  }

  #own(file: ConversationFile): ConversationFile {
    const { conversation } = file;
    const { id } = conversation;
    this.#open.set(id, this.register(file));
    file.onDidSave(() => {
      this.#failing = false;
      this.#watch();
      this.#list.note(id);
    });
    file.onDidFail((error) => this.#fail(error));
    file.onDidGo(() => this.#forget(id));
    conversation.onDidChange(() => this.#list.note(id));
    conversation.onDidChangeTurn(() => this.#list.note(id));
    if (file.isSaved) {
      this.#watch();
      // Another window may have written between the reading and the watching.
      void file.refresh();
    }
    return file;
  }

  #fail(error: unknown): void {
    if (this.#failing) return;
    this.#failing = true;
    this.#failed.fire(storageError(t("The conversation could not be saved"), error));
  }

  #forget(id: string): void {
    const file = this.#open.get(id);
    this.#open.delete(id);
    if (file) this.release(file);
    void this.drafts.close([id]);
    this.#list.forget(id);
    this.#removed.fire(id);
  }

  async #isTaken(id: string): Promise<boolean> {
    if (this.#open.has(id) || idOf(fileNameOf(id)) === undefined) return true;
    return (await this.#files.extent(fileNameOf(id))) !== undefined;
  }

  /** Begins before the folder is first read, so that no change is missed; creates it if necessary. */
  #watch(): void {
    if (this.#watching || this.disposed) return;
    this.#watching = this.register(
      this.#files.watch((name) => {
        void this.#open.get(idOf(name) ?? "")?.refresh();
        this.#list.noteFile(name);
        this.drafts.noteFile(name);
      }),
    );
  }
}
