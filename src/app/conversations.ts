import { HubError } from "../hub/errors";
import { Owner, type Disposable } from "../kit/disposable";
import { Emitter } from "../kit/event";
import type { Conversation } from "./conversation";
import { ConversationFile, fileNameOf } from "./conversationFile";
import { ConversationIndex, summaryOf, type Summary } from "./conversationIndex";
import { headBytes, readHead } from "./conversationLines";
import type { ConversationFiles } from "./ports";
import { storageError } from "./storageError";

/** Files that could not be used: they were renamed, and nothing of them was lost. */
export interface SetAside {
  readonly reason: "broken" | "newer";
  readonly names: readonly string[];
}

const conversationFile = /^([0-9a-f-]{36})\.jsonl$/;
const newerFile = /^([0-9a-f-]{36})\.jsonl\.newer$/;
/** Files read at once where the index does not know them. */
const atOnce = 8;
/** Milliseconds in which changes are gathered. */
const gatherFor = 300;

/** The saved conversations of one scope, a workspace or none. Nothing is read before it is asked for. */
export class Conversations extends Owner {
  readonly #files: ConversationFiles;
  readonly #index: ConversationIndex;
  readonly #writer = crypto.randomUUID().slice(0, 8);
  readonly #open = new Map<string, ConversationFile>();
  readonly #opening = new Map<string, Promise<ConversationFile | undefined>>();
  readonly #stale = new Set<string>();
  readonly #summaries = new Map<string, Summary>();
  readonly #changed = this.register(new Emitter<void>());
  readonly #removed = this.register(new Emitter<string>());
  readonly #failed = this.register(new Emitter<HubError>());
  readonly #setAside = this.register(new Emitter<SetAside>());
  #started: Promise<void> | undefined;
  #watching: Disposable | undefined;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failing = false;

  /** The list became another. */
  readonly onDidChange = this.#changed.event;
  /** A conversation is gone for good, by this window or another. */
  readonly onDidRemove = this.#removed.event;
  /** Something could not be saved, told once until saving works again. */
  readonly onDidFail = this.#failed.event;
  readonly onDidSetAside = this.#setAside.event;

  constructor(files: ConversationFiles) {
    super();
    this.#files = files;
    this.#index = new ConversationIndex(files);
  }

  /** The newest first. Rejects with `storage` where the folder cannot be read. */
  async list(): Promise<Summary[]> {
    await this.#start();
    await (this.#looking ?? (this.#summaries.size === 0 ? this.#look() : undefined));
    return [...this.#summaries.values()].toSorted((a, b) => b.askedAt - a.askedAt);
  }

  /** `undefined` where it is not there any more, or cannot be used. Rejects with `storage`. */
  async open(id: string): Promise<Conversation | undefined> {
    return (await this.#fileOf(id))?.conversation;
  }

  /** From here on every change of this conversation is saved; what it holds already is, too. */
  keep(conversation: Conversation): void {
    if (this.#open.has(conversation.id)) return;
    this.#own(ConversationFile.fresh(this.#files, this.#writer, conversation));
  }

  async rename(id: string, title: string): Promise<void> {
    const file = await this.#fileOf(id);
    if (!file) throw new HubError("not-found", "This conversation is not there any more.");
    file.conversation.rename(title);
    await file.settled;
  }

  /** Deletes for good: from the disk, and from every window. Rejects where it is still there. */
  async remove(id: string): Promise<void> {
    await this.#start();
    const file = this.#open.get(id);
    await file?.settled;
    try {
      await this.#files.remove(fileNameOf(id));
      await this.#index.remove(id);
    } catch (error) {
      throw storageError("The conversation could not be deleted", error);
    }
    this.#forget(id);
  }

  /** Saves what is not saved yet, and looks at what other windows did. */
  async refresh(): Promise<void> {
    if (!this.#started) return;
    await Promise.all([...this.#open.values()].map((file) => file.refresh()));
    await this.#look();
  }

  /** Resolves once everything under way is on the disk, or has failed. */
  async settle(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ settled }) => settled));
    await this.#writeIndex();
  }

  #start(): Promise<void> {
    this.#started ??= this.#index.load();
    return this.#started;
  }

  async #fileOf(id: string): Promise<ConversationFile | undefined> {
    const known = this.#open.get(id);
    if (known) return known;
    const opening = this.#opening.get(id) ?? this.#openFile(id);
    this.#opening.set(id, opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(id);
    }
  }

  async #openFile(id: string): Promise<ConversationFile | undefined> {
    await this.#start();
    try {
      const opened = await ConversationFile.open(this.#files, this.#writer, id);
      if (opened.kind === "opened") return this.#own(opened.file);
      if (opened.kind !== "none") await this.#put(aside(id, opened.kind));
      return undefined;
    } catch (error) {
      throw storageError("The conversation could not be read", error);
    }
  }

  #own(file: ConversationFile): ConversationFile {
    const { conversation } = file;
    const { id } = conversation;
    this.#open.set(id, this.register(file));
    file.onDidSave(() => {
      this.#failing = false;
      this.#note(id);
    });
    file.onDidFail((error) => this.#fail(error));
    file.onDidGo(() => this.#forget(id));
    conversation.onDidChange(() => this.#note(id));
    conversation.onDidChangeTurn(() => this.#note(id));
    void this.#start().then(() => this.#watch());
    return file;
  }

  #note(id: string): void {
    const file = this.#open.get(id);
    if (!file || file.conversation.turns.length === 0) return;
    this.#stale.add(id);
    this.#later();
  }

  #fail(error: unknown): void {
    if (this.#failing) return;
    this.#failing = true;
    this.#failed.fire(storageError("The conversation could not be saved", error));
  }

  #forget(id: string): void {
    const file = this.#open.get(id);
    this.#open.delete(id);
    this.#stale.delete(id);
    this.#summaries.delete(id);
    if (file) this.release(file);
    this.#removed.fire(id);
    this.#changed.fire();
  }

  #watch(): void {
    if (this.#watching || this.disposed) return;
    this.#watching = this.register(
      this.#files.watch((name) => {
        const id = conversationFile.exec(name)?.[1];
        if (id === undefined) return;
        void this.#open.get(id)?.refresh();
        this.#later();
      }),
    );
  }

  #later(): void {
    if (this.#timer || this.disposed) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#writeIndex()
        .then(() => this.#look())
        .catch(() => undefined);
    }, gatherFor);
    this.#timer.unref();
  }

  async #writeIndex(): Promise<void> {
    const files = [...this.#stale]
      .map((id) => this.#open.get(id))
      .filter((file) => file?.isSaved === true);
    this.#stale.clear();
    await this.#index.put(
      files.flatMap((file) =>
        file ? [{ summary: summaryOf(file.conversation), size: file.size }] : [],
      ),
    );
  }

  #look(): Promise<void> {
    this.#looking ??= this.#compare().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Brings the list to what is in the folder; only files that the index does not know are read. */
  async #compare(): Promise<void> {
    await this.#start();
    const found = await this.#found();
    this.#watch();
    const before = JSON.stringify([...this.#summaries]);
    for (const id of this.#summaries.keys())
      if (!found.some((file) => file.id === id) && !this.#open.has(id)) this.#summaries.delete(id);
    const unknown = found.filter(({ id, size }) => {
      if (this.#open.has(id)) return false;
      const summary = this.#index.get(id, size);
      if (summary) this.#summaries.set(id, summary);
      return !summary;
    });
    for (let at = 0; at < unknown.length; at += atOnce)
      await this.#summarize(unknown.slice(at, at + atOnce));
    for (const file of this.#open.values())
      if (file.conversation.turns.length > 0)
        this.#summaries.set(file.conversation.id, summaryOf(file.conversation));
    if (!this.disposed && JSON.stringify([...this.#summaries]) !== before) this.#changed.fire();
  }

  async #found(): Promise<{ id: string; size: number }[]> {
    try {
      const names = (await this.#files.list()).map(({ name }) => name);
      await Promise.all(names.map((name) => this.#takeBack(name)));
      return (await this.#files.list()).flatMap(({ name, size }) => {
        const id = conversationFile.exec(name)?.[1];
        return id === undefined ? [] : [{ id, size }];
      });
    } catch (error) {
      throw storageError("The saved conversations could not be listed", error);
    }
  }

  /** What an older version set aside is used again by one that understands it. */
  async #takeBack(name: string): Promise<void> {
    const id = newerFile.exec(name)?.[1];
    if (id === undefined) return;
    const head = readHead(await this.#files.read(name, 0, headBytes));
    if (head.kind === "readable" && !(await this.#files.extent(fileNameOf(id)))) {
      await this.#files.rename(name, fileNameOf(id));
    }
  }

  async #summarize(files: readonly { id: string }[]): Promise<void> {
    const read = await Promise.all(
      files.map(async ({ id }) => {
        const opened = await ConversationFile.open(this.#files, this.#writer, id).catch(
          () => undefined,
        );
        if (opened?.kind === "newer" || opened?.kind === "broken")
          return { aside: aside(id, opened.kind) };
        if (opened?.kind !== "opened") return {};
        const { file } = opened;
        const summary = summaryOf(file.conversation);
        file.dispose();
        file.conversation.dispose();
        return { entry: { summary, size: file.size } };
      }),
    );
    const entries = read.flatMap(({ entry }) => (entry ? [entry] : []));
    for (const { summary } of entries) this.#summaries.set(summary.id, summary);
    await this.#index.put(entries);
    await this.#put(...read.flatMap((one) => one.aside ?? []));
  }

  async #put(...files: ReturnType<typeof aside>[]): Promise<void> {
    for (const reason of ["broken", "newer"] as const) {
      const names: string[] = [];
      for (const file of files.filter((one) => one.reason === reason)) {
        await this.#files.rename(file.from, file.to);
        this.#summaries.delete(file.id);
        names.push(file.to);
      }
      if (names.length > 0) this.#setAside.fire({ reason, names });
    }
  }

  override dispose(): void {
    clearTimeout(this.#timer);
    super.dispose();
  }
}

function aside(id: string, reason: SetAside["reason"]) {
  const from = fileNameOf(id);
  const to =
    reason === "newer"
      ? `${from}.newer`
      : `${from}.${new Date().toISOString().replace(/[:.]/g, "-")}.broken`;
  return { id, reason, from, to };
}
