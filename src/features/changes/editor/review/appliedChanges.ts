import type * as vscode from "vscode";
import { Owner } from "../../../../kit/disposable";
import { Emitter } from "../../../../kit/event";
import { fireAndForget, report } from "../../../../kit/unexpectedErrors";
import type { InsertedBlock } from "../../core/insertedBlocks";
import type { FileTextChange } from "../../core/undo";
import { withoutReturns } from "./proposedFile";

export interface AppliedFile extends FileTextChange {
  readonly uri: vscode.Uri;
  readonly isCreated: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Characters of all texts together; beyond, the oldest answers can no longer be undone. */
const maxKeptCharacters = 10_000_000;

export interface AnswerPlace {
  readonly conversationId: string;
  readonly turnId: string;
}

export interface Undoable extends AnswerPlace {
  readonly canUndo: boolean;
}

/** Lines of an answer, and where they are now. */
export interface InsertedText extends AnswerPlace, InsertedBlock {
  readonly uri: vscode.Uri;
}

/** What one answer has changed in files, in order. */
export interface AnswerChanges {
  readonly files: readonly AppliedFile[];
  add(files: readonly AppliedFile[]): void;
  /** These were undone, or can no longer be. */
  drop(files: readonly AppliedFile[]): void;
}

/** What outlives the window. */
interface Kept {
  list(): Promise<AnswerPlace[]>;
  read(place: AnswerPlace): Promise<AppliedFile[]>;
  write(place: AnswerPlace, files: readonly AppliedFile[]): Promise<void>;
  forget(conversationId: string): Promise<void>;
}

const keyOf = ({ conversationId, turnId }: AnswerPlace): string => `${conversationId} ${turnId}`;

/** What answers have changed in files, so that it can be undone: in this window, and where it was kept before. */
export class AppliedChanges extends Owner {
  readonly #answers = new Map<string, AnswerPlace & { files: readonly AppliedFile[] }>();
  readonly #kept: Kept | undefined;
  /** Those of earlier windows that were not read yet. */
  readonly #unread = new Set<string>();
  /** Reads and writes one after the other. */
  #disk: Promise<unknown> = Promise.resolve();
  /** Those whose file has the text of before again. */
  readonly #undone = new WeakSet<AppliedFile>();
  readonly #changed = this.register(new Emitter<Undoable>());
  readonly onDidChange = this.#changed.event;
  readonly #inserted = this.register(new Emitter<InsertedText>());
  /** Text of an answer is in a file. */
  readonly onDidInsert = this.#inserted.event;

  constructor(kept?: Kept) {
    super();
    this.#kept = kept;
  }

  /** Learns of which answers earlier windows have kept changes. */
  async restore(): Promise<void> {
    const places = (await this.#kept?.list()) ?? [];
    for (const place of places) {
      if (this.has(place)) continue;
      this.#unread.add(keyOf(place));
      this.#changed.fire({ ...place, canUndo: true });
    }
  }

  /** Reads what an earlier window has kept of this answer. False if that is gone by now. */
  async load(place: AnswerPlace): Promise<boolean> {
    const key = keyOf(place);
    if (!this.#unread.has(key)) return true;
    const files = (await this.#kept?.read(place)) ?? [];
    if (!this.#unread.delete(key)) return true;
    const later = this.#answers.get(key)?.files ?? [];
    if (files.length > 0) this.#answers.set(key, { ...place, files: [...files, ...later] });
    else if (later.length === 0) this.#changed.fire({ ...place, canUndo: false });
    return files.length > 0;
  }

  /** Resolves once nothing is being written any longer. */
  async settle(): Promise<void> {
    await this.#disk;
  }

  #write(write: (kept: Kept) => Promise<void>): void {
    const kept = this.#kept;
    if (kept) this.#disk = this.#disk.then(() => write(kept)).catch(report);
  }

  /** Something of the answer is in files, as far as the editor's own Undo has not taken it back. */
  has(place: AnswerPlace): boolean {
    const key = keyOf(place);
    const { files = [] } = this.#answers.get(key) ?? {};
    if (this.#unread.has(key)) return true;
    return files.some((file) => !this.#undone.has(file));
  }

  /** The editor's own Undo or Redo has given a document this text. */
  textChanged(uri: vscode.Uri, text: string): void {
    const present = withoutReturns(text);
    for (const answer of this.#answers.values()) {
      const own = answer.files.filter((file) => file.uri.toString() === uri.toString());
      if (own.length === 0) continue;
      const couldUndo = this.has(answer);
      const isBack =
        own.some(({ before }) => before === present) && !own.some(({ after }) => after === present);
      for (const file of own)
        if (isBack) this.#undone.add(file);
        else this.#undone.delete(file);
      const canUndo = this.has(answer);
      const { conversationId, turnId } = answer;
      if (canUndo !== couldUndo) this.#changed.fire({ conversationId, turnId, canUndo });
    }
  }

  of({ conversationId, turnId }: AnswerPlace): AnswerChanges {
    const place = { conversationId, turnId };
    const files = () => this.#answers.get(keyOf(place))?.files ?? [];
    return {
      get files() {
        return files();
      },
      add: (added) => {
        this.#set(place, [...files(), ...added]);
        fireAndForget(() => this.#reportInserted(place, added));
      },
      drop: (dropped) => {
        const gone = new Set(dropped);
        this.#set(
          place,
          files().filter((one) => !gone.has(one)),
        );
      },
    };
  }

  async #reportInserted(place: AnswerPlace, added: readonly AppliedFile[]): Promise<void> {
    const { insertedBlocks } = await import("../../core/insertedBlocks");
    for (const { uri, before, after } of added)
      for (const block of insertedBlocks(before, after))
        this.#inserted.fire({ ...place, ...block, uri });
  }

  forget(conversationId: string): void {
    for (const key of [...this.#answers.keys(), ...this.#unread]) {
      if (!key.startsWith(`${conversationId} `)) continue;
      this.#answers.delete(key);
      this.#unread.delete(key);
    }
    this.#write((kept) => kept.forget(conversationId));
  }

  #set(place: AnswerPlace, files: readonly AppliedFile[]): void {
    const key = keyOf(place);
    const couldUndo = this.has(place);
    this.#answers.delete(key);
    if (files.length > 0) this.#answers.set(key, { ...place, files });
    this.#dropOldest();
    this.#write(async (kept) => {
      await this.load(place);
      await kept.write(place, this.#answers.get(key)?.files ?? []);
    });
    const canUndo = this.has(place);
    if (canUndo !== couldUndo) this.#changed.fire({ ...place, canUndo });
  }

  #dropOldest(): void {
    let size = this.#size();
    for (const [key, { conversationId, turnId }] of this.#answers) {
      if (size <= maxKeptCharacters) return;
      this.#answers.delete(key);
      this.#changed.fire({ conversationId, turnId, canUndo: false });
      size = this.#size();
    }
  }

  #size(): number {
    const files = [...this.#answers.values()].flatMap((answer) => answer.files);
    return files.reduce((sum, { before, after }) => sum + before.length + after.length, 0);
  }
}

/** A document that gets this text; called before it does. */
export function editedFile(document: vscode.TextDocument, after: string): AppliedFile {
  return fileOf(document, { before: document.getText(), after }, false);
}

export function createdFile(document: vscode.TextDocument, text: string): AppliedFile {
  return fileOf(document, { before: "", after: text }, true);
}

function fileOf(
  { uri }: vscode.TextDocument,
  { before, after }: FileTextChange,
  isCreated: boolean,
): AppliedFile {
  const texts = { before: withoutReturns(before), after: withoutReturns(after) };
  return { uri, ...texts, isCreated, at: Date.now() };
}
