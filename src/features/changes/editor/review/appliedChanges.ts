import type * as vscode from "vscode";
import { Owner } from "../../../../kit/disposable";
import { Emitter } from "../../../../kit/event";
import { fireAndForget } from "../../../../kit/unexpectedErrors";
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

interface AnswerPlace {
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

/** What answers have changed in files, for as long as the window lives: no file's text is stored elsewhere. */
export class AppliedChanges extends Owner {
  readonly #answers = new Map<string, AnswerPlace & { files: readonly AppliedFile[] }>();
  /** Those whose file has the text of before again. */
  readonly #undone = new WeakSet<AppliedFile>();
  readonly #changed = this.register(new Emitter<Undoable>());
  readonly onDidChange = this.#changed.event;
  readonly #inserted = this.register(new Emitter<InsertedText>());
  /** Text of an answer is in a file. */
  readonly onDidInsert = this.#inserted.event;

  /** Something of the answer is in files, as far as the editor's own Undo has not taken it back. */
  has({ conversationId, turnId }: AnswerPlace): boolean {
    const { files = [] } = this.#answers.get(`${conversationId} ${turnId}`) ?? {};
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
    const files = () => this.#answers.get(`${conversationId} ${turnId}`)?.files ?? [];
    const place = { conversationId, turnId };
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
    for (const [key, answer] of this.#answers)
      if (answer.conversationId === conversationId) this.#answers.delete(key);
  }

  #set(place: AnswerPlace, files: readonly AppliedFile[]): void {
    const key = `${place.conversationId} ${place.turnId}`;
    const couldUndo = this.has(place);
    this.#answers.delete(key);
    if (files.length > 0) this.#answers.set(key, { ...place, files });
    this.#dropOldest();
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
