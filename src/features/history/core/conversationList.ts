import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import {
  ConversationFile,
  idOf,
  takeBack,
  type Unusable,
} from "../../conversation/core/conversationFile";
import type { Conversations } from "../../conversation/core/conversations";
import { ConversationIndex, summaryOf, type Summary } from "./conversationIndex";
import type { ConversationFiles } from "../../../platform/core/ports";
import { idOfUnsent } from "../../conversation/core/draftFiles";
import { draftsAmong } from "./draftSummaries";
import { orStorageError } from "../../../platform/core/localError";

const suffix = ".pinned";

/** A pinned conversation has an empty file beside its own, which every window sees. */
export const pinNameOf = (id: string): string => `${id}${suffix}`;

export const isPinName = (name: string): boolean => name.endsWith(suffix);

/** Ids of the pinned conversations, from the names of all files. */
function pinnedAmong(names: readonly string[]): string[] {
  return names.filter(isPinName).map((name) => name.slice(0, -suffix.length));
}

/** Rejects with `storage`. */
export async function setPinned(
  files: ConversationFiles,
  ids: readonly string[],
  isPinned: boolean,
): Promise<void> {
  await orStorageError(t("The conversation could not be pinned or unpinned"), async () => {
    for (const id of ids) {
      if (isPinned) await files.append(pinNameOf(id), "", "");
      else await files.remove(pinNameOf(id));
    }
  });
}

export interface Listed extends Summary {
  readonly isPinned: boolean;
  /** Nothing was asked in it yet. */
  readonly isDraft: boolean;
}

/** Number of files read at once if the index lacks them. */
const maxReadsAtOnce = 8;
/** Milliseconds for which changes are coalesced; what is being typed changes all the time. */
const coalesceMs = 300;
const coalesceDraftsMs = 1000;

/** Summaries of the folder; only files that are missing from the index are read. */
export class ConversationList extends Owner {
  readonly #conversations: Conversations;
  readonly #files: ConversationFiles;
  readonly #index: ConversationIndex;
  readonly #stale = new Set<string>();
  readonly #summaries = new Map<string, Summary>();
  #drafts: ReadonlyMap<string, Summary> = new Map();
  #pinned: ReadonlySet<string> = new Set();
  readonly #changed = this.register(new Emitter<void>());
  #started: Promise<void> | undefined;
  /** Resolves once the latest look has ended. */
  #looking = Promise.resolve();
  /** A look that has not begun. */
  #nextLook: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(conversations: Conversations) {
    super();
    this.#conversations = conversations;
    this.#files = conversations.files;
    this.#index = new ConversationIndex(this.#files);
    this.register(conversations.onDidChange((id) => this.#note(id)));
    this.register(conversations.onDidChangeFile((name) => this.#noteFile(name)));
    this.register(conversations.onDidRemove((id) => this.#forget(id)));
  }

  /** Reads the index, once. */
  start(): Promise<void> {
    this.#started ??= this.#index.load();
    return this.#started;
  }

  /** Newest first. Rejects with `storage` if the folder cannot be read. */
  async get(): Promise<Listed[]> {
    this.#conversations.watch();
    await this.look();
    return [...this.#summaries.values(), ...this.#drafts.values()]
      .map((summary) => ({
        ...summary,
        isPinned: this.#pinned.has(summary.id),
        isDraft: !this.#summaries.has(summary.id),
      }))
      .toSorted((a, b) => b.askedAt - a.askedAt);
  }

  /** Updates the list from the folder as it is now. Rejects with `storage`. */
  look(): Promise<void> {
    this.#nextLook ??= this.#lookAfter(this.#looking);
    return this.#nextLook;
  }

  /** Updates the list if it was read before. Rejects with `storage`. */
  async refresh(): Promise<void> {
    if (this.#started) await this.look();
  }

  /** A look in progress may have passed what has changed since. */
  async #lookAfter(before: Promise<void>): Promise<void> {
    await before;
    this.#nextLook = undefined;
    const looking = this.#look();
    this.#looking = looking.catch(() => undefined);
    return looking;
  }

  #lookSoon(afterMs = coalesceMs): void {
    if (this.#timer || this.disposed) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // A failure is reported when the list is requested.
      void this.settle()
        .then(() => this.look())
        .catch(() => undefined);
    }, afterMs);
    this.#timer.unref();
  }

  /** Writes what is known of open conversations to the index. */
  async settle(): Promise<void> {
    const entries = [...this.#stale].flatMap((id) => {
      const file = this.#conversations.inMemory.get(id);
      return file?.isSaved ? [{ summary: summaryOf(file.conversation), size: file.size }] : [];
    });
    this.#stale.clear();
    return this.#index.put(entries);
  }

  /** The files are already deleted; once this resolves, so are their titles in the index. */
  async remove(ids: readonly string[]): Promise<void> {
    await this.start();
    for (const id of ids) this.#forget(id);
    return this.#index.rewrite();
  }

  /** This open conversation changed. */
  #note(id: string): void {
    this.#stale.add(id);
    this.#lookSoon();
  }

  /** A file changed, possibly by another window. Drafts are listed where nothing was asked yet. */
  #noteFile(name: string): void {
    const draftId = idOfUnsent(name);
    if (idOf(name) !== undefined || isPinName(name)) this.#lookSoon();
    else if (draftId !== undefined && !this.#summaries.has(draftId))
      this.#lookSoon(coalesceDraftsMs);
  }

  #forget(id: string): void {
    this.#stale.delete(id);
    this.#summaries.delete(id);
    this.#drafts = new Map([...this.#drafts].filter(([draftId]) => draftId !== id));
    this.#changed.fire();
  }

  async #look(): Promise<void> {
    await this.start();
    const before = this.#shown();
    await orStorageError(t("The saved conversations could not be listed"), async () =>
      this.#compare(await this.#found()),
    );
    if (!this.disposed && this.#shown() !== before) this.#changed.fire();
  }

  #shown(): string {
    return JSON.stringify([...this.#summaries, ...this.#drafts, ...this.#pinned]);
  }

  async #compare(found: readonly { id: string; size: number }[]): Promise<void> {
    const { inMemory } = this.#conversations;
    const ids = new Set(found.map(({ id }) => id));
    for (const id of this.#summaries.keys()) if (!ids.has(id)) this.#summaries.delete(id);
    await this.#index.retain(ids);
    const unknown = found.filter(({ id, size }) => {
      if (inMemory.has(id)) return false;
      const summary = this.#index.get(id, size);
      if (summary) this.#summaries.set(id, summary);
      return !summary;
    });
    const unusable: Unusable[] = [];
    for (let at = 0; at < unknown.length; at += maxReadsAtOnce)
      unusable.push(...(await this.#summarize(unknown.slice(at, at + maxReadsAtOnce))));
    await this.#conversations.quarantine(unusable);
    for (const { id } of unusable) this.#summaries.delete(id);
    for (const [id, { conversation }] of inMemory)
      if (conversation.turns.length > 0) this.#summaries.set(id, summaryOf(conversation));
  }

  async #found(): Promise<{ id: string; size: number }[]> {
    const names = (await this.#files.list()).map(({ name }) => name);
    await Promise.all(names.map((name) => takeBack(this.#files, name)));
    const files = await this.#files.list();
    this.#pinned = new Set(pinnedAmong(files.map(({ name }) => name)));
    this.#drafts = await draftsAmong(this.#files, files);
    return files.flatMap(({ name, size }) => {
      const id = idOf(name);
      return id === undefined ? [] : [{ id, size }];
    });
  }

  /** Returns those that cannot be used. */
  async #summarize(files: readonly { id: string }[]): Promise<Unusable[]> {
    const read = await Promise.all(
      files.map(async ({ id }) => {
        // A file that is unreadable now may be readable the next time.
        const opened = await ConversationFile.open(this.#files, "", id).catch(() => undefined);
        if (opened?.kind !== "opened") return { id, kind: opened?.kind };
        const { conversation, size } = opened.file;
        const summary = summaryOf(conversation);
        opened.file.dispose();
        conversation.dispose();
        return { id, kind: undefined, entry: { summary, size } };
      }),
    );
    const entries = read.flatMap(({ entry }) => (entry ? [entry] : []));
    for (const { summary } of entries) this.#summaries.set(summary.id, summary);
    await this.#index.put(entries);
    return read.flatMap(({ id, kind: reason }) =>
      reason === "broken" || reason === "newer" ? [{ id, reason }] : [],
    );
  }

  override dispose(): void {
    clearTimeout(this.#timer);
    super.dispose();
  }
}
