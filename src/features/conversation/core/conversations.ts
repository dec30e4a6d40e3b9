import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import { notFound, orStorageError, storageError } from "../../../platform/core/localError";
import { Owner, type Disposable } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { Conversation } from "./conversation";
import type { SavedConversation } from "./turn";
import {
  ConversationFile,
  fileNameOf,
  idOf,
  quarantine,
  type Quarantined,
  type Unusable,
} from "./conversationFile";
import { DraftFiles } from "./draftFiles";
import { PictureFiles } from "./pictureFiles";
import type { ConversationFiles } from "../../../platform/core/ports";

/** The conversations of one scope, a workspace or none, and their files. Nothing is read before it is needed. */
export class Conversations extends Owner {
  readonly files: ConversationFiles;
  /** Distinguishes what this window wrote from what others wrote. */
  readonly #writer = crypto.randomUUID().slice(0, 8);
  readonly #open = new Map<string, ConversationFile>();
  readonly #opening = new Map<string, Promise<ConversationFile | undefined>>();
  readonly #changed = this.register(new Emitter<string>());
  readonly #changedFile = this.register(new Emitter<string>());
  readonly #quarantined = this.register(new Emitter<readonly Quarantined[]>());
  readonly #removed = this.register(new Emitter<string>());
  readonly #failed = this.register(new Emitter<HubError>());
  #watching: Disposable | undefined;
  #failing = false;

  /** What was composed for these conversations. */
  readonly drafts: DraftFiles;
  readonly pictures: PictureFiles;
  /** A conversation in memory changed, or was saved. */
  readonly onDidChange = this.#changed.event;
  /** A file of this name changed, by this window or another. */
  readonly onDidChangeFile = this.#changedFile.event;
  readonly onDidQuarantine = this.#quarantined.event;
  /** A conversation was permanently deleted, by this window or another. */
  readonly onDidRemove = this.#removed.event;
  /** Something could not be saved; reported once until saving works again. */
  readonly onDidFail = this.#failed.event;

  constructor(files: ConversationFiles) {
    super();
    this.files = files;
    this.drafts = this.register(new DraftFiles(files));
    this.pictures = new PictureFiles(files);
  }

  /** Those whose newest state is in memory. */
  get inMemory(): ReadonlyMap<string, ConversationFile> {
    return this.#open;
  }

  /** `undefined` if it no longer exists, or cannot be used. Rejects with `storage`. */
  async open(id: string): Promise<Conversation | undefined> {
    return (await this.#fileOf(id))?.conversation;
  }

  /** Reads a file without keeping it in memory. Rejects with `storage`. */
  async read(id: string): Promise<ConversationFile | undefined> {
    if (idOf(fileNameOf(id)) === undefined) return undefined;
    return orStorageError(t("The conversation could not be read"), async () => {
      const opened = await ConversationFile.open(this.files, this.#writer, id);
      if (opened.kind === "opened") return opened.file;
      if (opened.kind !== "none") await this.quarantine([{ id, reason: opened.kind }]);
      return undefined;
    });
  }

  /** Saves this conversation, and from now on every change to it. */
  keep(conversation: Conversation): void {
    if (this.#open.has(conversation.id)) return;
    this.#own(ConversationFile.fresh(this.files, this.#writer, conversation));
  }

  /** Saves a conversation from elsewhere, under a new id if its own is taken. Rejects with `storage`. */
  async add({ id, changes }: SavedConversation): Promise<Conversation> {
    const isTaken = await orStorageError(t("The conversation could not be saved"), () =>
      this.#isTaken(id),
    );
    const conversation = new Conversation({ id: isTaken ? crypto.randomUUID() : id, changes });
    this.keep(conversation);
    const file = this.#open.get(conversation.id);
    await file?.settled;
    if (file?.isSaved) return conversation;
    throw new HubError("storage", t("The conversation could not be saved."));
  }

  async rename(id: string, title: string): Promise<void> {
    const file = await this.#fileOf(id);
    if (!file) throw notFound(t("This conversation no longer exists."));
    file.conversation.rename(title);
    return file.settled;
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

  /** Its files were deleted. */
  forget(id: string): void {
    const file = this.#open.get(id);
    this.#open.delete(id);
    if (file) this.release(file);
    void this.drafts.close([id]);
    this.#removed.fire(id);
  }

  /** Renames files that cannot be used, and reports it once. Rejects with the system's error. */
  async quarantine(unusable: readonly Unusable[]): Promise<void> {
    const renamed = await quarantine(this.files, unusable);
    if (renamed.length > 0) this.#quarantined.fire(renamed);
  }

  /** Begins before the folder is first read, so that no change is missed; creates it if necessary. */
  watch(): void {
    if (this.#watching || this.disposed) return;
    this.#watching = this.register(
      this.files.watch((name) => {
        void this.#open.get(idOf(name) ?? "")?.refresh();
        this.drafts.noteFile(name);
        this.#changedFile.fire(name);
      }),
    );
  }

  /** Saves pending changes, and reads what other windows changed. */
  async refresh(): Promise<void> {
    await this.drafts.refresh();
    if (!this.#watching) return;
    await Promise.all([...this.#open.values()].map((file) => file.refresh()));
  }

  /** Resolves once all pending work is on the disk, or has failed. */
  async settle(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ settled }) => settled));
    return this.drafts.settle();
  }

  async #fileOf(id: string): Promise<ConversationFile | undefined> {
    const known = this.#open.get(id);
    if (known) return known;
    const opening = this.#opening.get(id) ?? this.read(id).then((file) => file && this.#own(file));
    this.#opening.set(id, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(id);
    }
  }

  #own(file: ConversationFile): ConversationFile {
    const { conversation } = file;
    const { id } = conversation;
    this.#open.set(id, this.register(file));
    file.onDidSave(() => {
      this.#failing = false;
      this.watch();
      this.#changed.fire(id);
    });
    file.onDidFail((error) => this.#fail(error));
    file.onDidGo(() => this.forget(id));
    conversation.onDidChange(() => this.#changed.fire(id));
    conversation.onDidChangeTurn(() => this.#changed.fire(id));
    if (file.isSaved) {
      this.watch();
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

  async #isTaken(id: string): Promise<boolean> {
    if (this.#open.has(id) || idOf(fileNameOf(id)) === undefined) return true;
    return (await this.files.extent(fileNameOf(id))) !== undefined;
  }
}
