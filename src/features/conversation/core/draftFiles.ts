import { isNothing, type Unsent, decodeUnsent, digestsIn, encodeUnsent } from "./unsent";
import { HubError } from "../../../contract/errors";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import type { ConversationFiles } from "../../../platform/core/ports";
import { orStorageError, storageError } from "../../../platform/core/localError";
import { fileNameOf, idOf } from "./conversationFile";
import { parsedJson } from "../../../contract/record";

/** What was typed, so that a key writes nothing else. */
export const draftNameOf = (id: string): string => `${id}.draft`;
/** The rest: attachments without their texts, the queue, the picked expert. */
export const unsentNameOf = (id: string): string => `${id}.unsent`;
/** The text of attachments, once for each conversation, by its digest. */
const textNameOf = (id: string, digest: string): string => `${id}.${digest}.text`;

const ending = /\.(?:draft|unsent|[0-9a-f]{64}\.(?:text|picture))$/;

/** The conversation that this file beside it belongs to, if it is one. */
export function idOfUnsent(name: string): string | undefined {
  return ending.test(name) ? idOf(fileNameOf(name.replace(ending, ""))) : undefined;
}

/** What is on the disk of one conversation, and what will be. */
interface Entry {
  typed: string;
  record: string;
  readonly digests: Set<string>;
  saved?: Unsent;
  /** How often it was saved here, to notice what is newer. */
  saves: number;
  next: Unsent | undefined;
  writing: Promise<void> | undefined;
}

/** What was composed and not sent, in files beside those of the conversations. */
export class DraftFiles extends Owner {
  readonly #files: ConversationFiles;
  readonly #entries = new Map<string, Entry>();
  /** Deleted conversations: nothing is saved for them until they are read again. */
  readonly #closed = new Set<string>();
  readonly #changed = this.register(new Emitter<string>());
  readonly #failed = this.register(new Emitter<HubError>());
  #failing = false;

  /** A file of this conversation was written, by this window or another. */
  readonly onDidChange = this.#changed.event;
  /** Something could not be saved; reported once until saving works again. */
  readonly onDidFail = this.#failed.event;

  constructor(files: ConversationFiles) {
    super();
    this.#files = files;
  }

  /** Rejects with `storage`. */
  async read(id: string): Promise<Unsent> {
    // At once: it may be deleted again while it is read.
    const wasClosed = this.#closed.delete(id);
    const known = this.#entries.get(id);
    await known?.writing;
    // What could not be saved is newer than the disk.
    if (known?.next && !wasClosed) return known.next;
    return orStorageError(t("The draft could not be read"), async () => {
      const { entry, unsent } = await this.#withTexts(id, await this.#saved(id));
      this.#entries.set(id, entry);
      return unsent;
    });
  }

  /** What is on the disk, if another window wrote it, and nothing changed here since. */
  async changed(id: string): Promise<Unsent | undefined> {
    const known = this.#entries.get(id);
    for (let own = known?.writing; own; own = known?.writing) await own;
    if (!known || known.next) return undefined;
    const { saves } = known;
    try {
      const saved = await this.#saved(id);
      // Own keys come this way, too: the texts of attachments are not read for them.
      if (saved.typed === known.typed && saved.record === known.record) return undefined;
      const { entry, unsent } = await this.#withTexts(id, saved);
      const isOld = this.#entries.get(id) !== known || known.saves !== saves;
      if (isOld || this.#closed.has(id)) return undefined;
      this.#entries.set(id, entry);
      return unsent;
    } catch {
      // It is read again with its next change.
      return undefined;
    }
  }

  /**
   * Saves this; of what is passed during a save, only the last is saved. Resolves to false if it
   * could not be saved, which `refresh` repeats.
   */
  async save(id: string, unsent: Unsent): Promise<boolean> {
    const entry = this.#entries.get(id) ?? emptyEntry();
    this.#entries.set(id, entry);
    entry.next = unsent;
    entry.saves++;
    await this.#start(id, entry);
    return entry.next === undefined;
  }

  /** A file in the folder was written. */
  noteFile(name: string): void {
    const id = idOfUnsent(name);
    if (id !== undefined) this.#changed.fire(id);
  }

  /** Saves the text alone, of a conversation that is not open. */
  async saveText(id: string, typed: string): Promise<void> {
    if (!this.#closed.has(id)) await this.save(id, { ...(await this.read(id)), typed });
  }

  /** Repeats what could not be saved. */
  async refresh(): Promise<void> {
    await Promise.all([...this.#entries].map(([id, entry]) => this.#start(id, entry)));
  }

  /** Resolves once nothing is being saved any longer. */
  async settle(): Promise<void> {
    await Promise.all([...this.#entries.values()].flatMap(({ writing }) => writing ?? []));
  }

  /** Saves nothing more of these conversations, which are being deleted, until they are read again. */
  async close(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#closed.add(id);
    await Promise.all(ids.flatMap((id) => this.#entries.get(id)?.writing ?? []));
    for (const id of ids) delete this.#entries.get(id)?.saved;
  }

  /** They were not deleted after all: saves what was composed meanwhile. */
  reopen(ids: readonly string[]): void {
    for (const id of ids) {
      this.#closed.delete(id);
      const entry = this.#entries.get(id);
      if (entry) void this.#start(id, entry);
    }
  }

  /** Names of the files that these conversations have. Rejects with the system's error. */
  async namesOf(ids: readonly string[]): Promise<string[]> {
    const wanted = new Set(ids);
    const names = (await this.#files.list()).map(({ name }) => name);
    return names.filter((name) => wanted.has(idOfUnsent(name) ?? ""));
  }

  #start(id: string, entry: Entry): Promise<void> {
    if (entry.next && !this.#closed.has(id)) entry.writing ??= this.#write(id, entry);
    return entry.writing ?? Promise.resolve();
  }

  async #write(id: string, entry: Entry): Promise<void> {
    let wanted: Unsent | undefined;
    try {
      while ((wanted = entry.next) && !this.#closed.has(id)) {
        entry.next = undefined;
        await this.#writeOne(id, entry, wanted);
        this.#failing = false;
      }
    } catch (error) {
      entry.next ??= wanted;
      if (!this.#failing) this.#failed.fire(storageError(t("The draft could not be saved"), error));
      this.#failing = true;
    } finally {
      entry.writing = undefined;
    }
  }

  async #writeOne(id: string, entry: Entry, unsent: Unsent): Promise<void> {
    if (unsent.typed !== entry.typed) {
      await this.#put(draftNameOf(id), unsent.typed);
      entry.typed = unsent.typed;
    }
    if (entry.saved && isSameButText(entry.saved, unsent)) return;
    const { record, texts } = await encodeUnsent(unsent);
    if (record !== entry.record) {
      for (const [digest, text] of texts) {
        if (entry.digests.has(digest)) continue;
        await this.#files.replace(textNameOf(id, digest), text);
        entry.digests.add(digest);
      }
      await this.#put(unsentNameOf(id), record);
      entry.record = record;
      for (const digest of [...entry.digests].filter((one) => !texts.has(one))) {
        await this.#files.remove(textNameOf(id, digest));
        entry.digests.delete(digest);
      }
    }
    entry.saved = unsent;
  }

  async #saved(id: string): Promise<{ typed: string; record: string }> {
    return {
      typed: (await this.#textIn(draftNameOf(id))) ?? "",
      record: (await this.#textIn(unsentNameOf(id))) ?? "",
    };
  }

  async #withTexts(
    id: string,
    { typed, record }: { typed: string; record: string },
  ): Promise<{ entry: Entry; unsent: Unsent }> {
    const value = parsedJson(record);
    const texts = new Map<string, string>();
    for (const digest of digestsIn(value)) {
      const text = await this.#textIn(textNameOf(id, digest));
      if (text !== undefined) texts.set(digest, text);
    }
    const digests = new Set(texts.keys());
    const entry = { typed, record, digests, saves: 0, next: undefined, writing: undefined };
    return { entry, unsent: decodeUnsent(typed, value, texts) };
  }

  async #put(name: string, text: string): Promise<void> {
    await (text === "" ? this.#files.remove(name) : this.#files.replace(name, text));
  }

  /** Another window may remove and write the file meanwhile. */
  async #textIn(name: string, isAgain = false): Promise<string | undefined> {
    try {
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await this.#files.read(name));
    } catch (error) {
      const isThere = (await this.#files.extent(name)) !== undefined;
      if (isThere && isAgain) throw error;
      return isThere ? this.#textIn(name, true) : undefined;
    }
  }
}

function emptyEntry(): Entry {
  const digests = new Set<string>();
  return { typed: "", record: "", digests, saves: 0, next: undefined, writing: undefined };
}

/** The text aside: nothing else has to be written. */
function isSameButText(one: Unsent, other: Unsent): boolean {
  return (
    one.attachments === other.attachments &&
    one.queue === other.queue &&
    one.picked === other.picked &&
    one.once === other.once &&
    isNothing(one) === isNothing(other)
  );
}
