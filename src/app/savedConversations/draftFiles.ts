import { isNothing, type Unsent } from "../conversation/unsent";
import { HubError } from "../../hub/errors";
import { Owner } from "../../kit/disposable";
import { Emitter } from "../../kit/event";
import { t } from "../../kit/l10n";
import type { ConversationFiles } from "../ports";
import { storageError } from "../storageError";
import { fileNameOf, idOf } from "./conversationFile";
import { parsed } from "./conversationRecord";
import { decodeUnsent, digestsIn, encodeUnsent } from "./unsentRecord";

/** What was typed, so that a key writes nothing else. */
export const draftNameOf = (id: string): string => `${id}.draft`;
/** The rest: attachments without their texts, the queue, the picked expert. */
export const unsentNameOf = (id: string): string => `${id}.unsent`;
/** The text of attachments, once for each conversation, by its digest. */
const textNameOf = (id: string, digest: string): string => `${id}.${digest}.text`;

const ending = /\.(?:draft|unsent|[0-9a-f]{64}\.text)$/;

/** The conversation that this file of unsent text belongs to, if it is one. */
export function idOfUnsent(name: string): string | undefined {
  return ending.test(name) ? idOf(fileNameOf(name.replace(ending, ""))) : undefined;
}

/** What is on the disk of one conversation, and what will be. */
interface Entry {
  typed: string;
  record: string;
  readonly digests: Set<string>;
  saved?: Unsent;
  next: Unsent | undefined;
  writing: Promise<void> | undefined;
}

/** What was composed and not sent, in files beside those of the conversations. */
export class DraftFiles extends Owner {
  readonly #files: ConversationFiles;
  readonly #entries = new Map<string, Entry>();
  /** Deleted conversations: nothing is saved for them until they are read again. */
  readonly #closed = new Set<string>();
  readonly #failed = this.register(new Emitter<HubError>());
  #failing = false;

  /** Something could not be saved; reported once until saving works again. */
  readonly onDidFail = this.#failed.event;

  constructor(files: ConversationFiles) {
    super();
    this.#files = files;
  }

  /** Rejects with `storage`. */
  async read(id: string): Promise<Unsent> {
    await this.#entries.get(id)?.writing;
    try {
      const typed = (await this.#textIn(draftNameOf(id))) ?? "";
      const record = (await this.#textIn(unsentNameOf(id))) ?? "";
      const value = parsed(record);
      const texts = new Map<string, string>();
      for (const digest of digestsIn(value)) {
        const text = await this.#textIn(textNameOf(id, digest));
        if (text !== undefined) texts.set(digest, text);
      }
      this.#closed.delete(id);
      const digests = new Set(texts.keys());
      this.#entries.set(id, { typed, record, digests, next: undefined, writing: undefined });
      return decodeUnsent(typed, value, texts);
    } catch (error) {
      throw storageError(t("The draft could not be read"), error);
    }
  }

  /**
   * Saves this; of what is passed during a save, only the last is saved. Resolves to false if it
   * could not be saved, which `refresh` repeats.
   */
  async save(id: string, unsent: Unsent): Promise<boolean> {
    if (this.#closed.has(id)) return false;
    const entry = this.#entries.get(id) ?? emptyEntry();
    this.#entries.set(id, entry);
    entry.next = unsent;
    await this.#start(id, entry);
    return entry.next === undefined;
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

  /** They were not deleted after all. */
  reopen(ids: readonly string[]): void {
    for (const id of ids) this.#closed.delete(id);
  }

  /** Names of all files of these conversations. Rejects with the system's error. */
  async namesOf(ids: readonly string[]): Promise<string[]> {
    const wanted = new Set(ids);
    return (await this.#files.list())
      .map(({ name }) => name)
      .filter((name) => wanted.has(idOfUnsent(name) ?? ""));
  }

  #start(id: string, entry: Entry): Promise<void> {
    if (entry.next) entry.writing ??= this.#write(id, entry);
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
    if (entry.saved && isSameBeside(entry.saved, unsent)) return;
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

  async #put(name: string, text: string): Promise<void> {
    await (text === "" ? this.#files.remove(name) : this.#files.replace(name, text));
  }

  async #textIn(name: string): Promise<string | undefined> {
    if (!(await this.#files.extent(name))) return undefined;
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await this.#files.read(name));
  }
}

function emptyEntry(): Entry {
  return { typed: "", record: "", digests: new Set(), next: undefined, writing: undefined };
}

/** The text aside: nothing else has to be written. */
function isSameBeside(one: Unsent, other: Unsent): boolean {
  return (
    one.attachments === other.attachments &&
    one.queue === other.queue &&
    one.picked === other.picked &&
    isNothing(one) === isNothing(other)
  );
}
