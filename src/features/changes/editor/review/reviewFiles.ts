import * as vscode from "vscode";
import { Owner } from "../../../../kit/disposable";
import { reviewScheme } from "../../../../platform/editor/manifest";

/** VS Code then takes the text for UTF-8, whatever the user's setting for files says. */
const byteOrderMark = "\uFEFF";

interface Stored {
  bytes: Uint8Array;
  mtime: number;
  readonly isFixed: boolean;
}

/**
 * Both sides of a review, in memory: the present text of a file, and the proposal, which can be
 * edited. A proposal in a read-only document would have no arrow in VS Code that takes a hunk back.
 */
export class ReviewFiles extends Owner implements vscode.FileSystemProvider {
  readonly #stored = new Map<string, Stored>();
  readonly #changed = this.register(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;

  constructor() {
    super();
    this.register(
      vscode.workspace.registerFileSystemProvider(reviewScheme, this, { isCaseSensitive: true }),
    );
  }

  /** Writes a text; editors of the file that have no changes show it at once. */
  put(uri: vscode.Uri, text: string, isFixed: boolean): void {
    const known = this.#stored.get(uri.toString());
    const bytes = new TextEncoder().encode(byteOrderMark + text);
    // VS Code reads a file again only if its time is another one.
    const mtime = Math.max(Date.now(), (known?.mtime ?? 0) + 1);
    this.#stored.set(uri.toString(), { bytes, mtime, isFixed });
    if (known) this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  textOf(uri: vscode.Uri): string {
    const open = vscode.workspace.textDocuments.find(
      (one) => one.uri.toString() === uri.toString(),
    );
    return open ? open.getText() : new TextDecoder().decode(this.readFile(uri));
  }

  watch(): vscode.Disposable {
    return { dispose: () => undefined };
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes, mtime, isFixed } = this.#get(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime,
      size: bytes.length,
      ...(isFixed && { permissions: vscode.FilePermission.Readonly }),
    };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#get(uri).bytes;
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    const stored = this.#get(uri);
    if (stored.isFixed) throw vscode.FileSystemError.NoPermissions(uri);
    Object.assign(stored, { bytes, mtime: Math.max(Date.now(), stored.mtime + 1) });
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  #get(uri: vscode.Uri): Stored {
    const stored = this.#stored.get(uri.toString());
    if (!stored) throw vscode.FileSystemError.FileNotFound(uri);
    return stored;
  }
}
