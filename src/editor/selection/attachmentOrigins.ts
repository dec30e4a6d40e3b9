import * as vscode from "vscode";
import type { Attachment } from "../../app/conversation/question";
import { follow, type TextRange } from "../../app/insertion/textRange";
import { Owner } from "../../kit/disposable";
import { fileName } from "./selection";

/** The place that a question came from, tracked through later edits. */
export interface Target {
  /** The document that was open then: another one may have its URI now. */
  readonly document: vscode.TextDocument;
  readonly uri: vscode.Uri;
  readonly label: string;
  /** Offsets into the current document. */
  readonly range: TextRange;
  /** The text that was sent. */
  readonly original: string;
  /** False if several selections were joined: there is no single range to replace. */
  readonly single: boolean;
}

/** Beyond this many, older ones are dropped. */
const kept = 500;

/** Where each attachment came from. A target is updated in place, even while it is in use. */
export class AttachmentOrigins extends Owner {
  readonly #origins = new Map<string, { -readonly [K in keyof Target]: Target[K] }>();

  constructor() {
    super();
    this.register(vscode.workspace.onDidChangeTextDocument((change) => this.#follow(change)));
    this.register(vscode.workspace.onDidRenameFiles(({ files }) => this.#rename(files)));
  }

  get(attachment: Attachment | undefined): Target | undefined {
    return attachment && this.#origins.get(attachment.id);
  }

  remember(attachment: Attachment, { document, selections, selection }: vscode.TextEditor): void {
    this.#origins.set(attachment.id, {
      document,
      uri: document.uri,
      label: fileName(document),
      range: { start: document.offsetAt(selection.start), end: document.offsetAt(selection.end) },
      original: attachment.text,
      single: selections.filter(({ isEmpty }) => !isEmpty).length === 1 && !selection.isEmpty,
    });
    const [oldest] = this.#origins.keys();
    if (this.#origins.size > kept && oldest !== undefined) this.#origins.delete(oldest);
  }

  #follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const uri = document.uri.toString();
    for (const target of this.#origins.values()) {
      if (target.uri.toString() !== uri) continue;
      target.range = contentChanges.reduce(
        (moved, { rangeOffset, rangeLength, text }) =>
          follow(moved, { offset: rangeOffset, length: rangeLength, inserted: text.length }),
        target.range,
      );
    }
  }

  /** Handles files, and folders with everything in them. */
  #rename(files: vscode.FileRenameEvent["files"]): void {
    for (const target of this.#origins.values()) {
      const renamed = files.find(({ oldUri }) => isIn(oldUri, target.uri));
      if (!renamed) continue;
      const path = renamed.newUri.path + target.uri.path.slice(renamed.oldUri.path.length);
      target.label = path.split("/").at(-1) ?? target.label;
      target.uri = renamed.newUri.with({ path });
    }
  }
}

export function rangeOf(document: vscode.TextDocument, { range }: Target): vscode.Range {
  return new vscode.Range(document.positionAt(range.start), document.positionAt(range.end));
}

function isIn(folder: vscode.Uri, { scheme, authority, path }: vscode.Uri): boolean {
  return (
    folder.scheme === scheme &&
    folder.authority === authority &&
    `${path}/`.startsWith(`${folder.path}/`)
  );
}
