import * as vscode from "vscode";
import { Owner } from "../../../src/kit/disposable";

interface Entry {
  readonly name: string;
  readonly type: vscode.FileType;
  bytes: Uint8Array;
  mtime: number;
}

/**
 * Files in memory on a disk that takes capitals and small letters for the same, as those of Windows
 * and macOS do.
 */
export class MemoryFiles extends Owner implements vscode.FileSystemProvider {
  readonly root: vscode.Uri;
  readonly #entries = new Map<string, Entry>();
  readonly #changed = this.register(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;

  constructor(scheme: string, { isReadonly = false } = {}) {
    super();
    this.root = vscode.Uri.from({ scheme, path: "/root" });
    this.createDirectory(this.root);
    this.register(
      vscode.workspace.registerFileSystemProvider(scheme, this, {
        isCaseSensitive: false,
        isReadonly,
      }),
    );
  }

  /** Writes a file, with the folders that it is in. */
  put(path: string, text: string): vscode.Uri {
    let folder = this.root;
    for (const name of path.split("/").slice(0, -1)) {
      folder = vscode.Uri.joinPath(folder, name);
      if (!this.#entries.has(keyOf(folder))) this.createDirectory(folder);
    }
    const uri = vscode.Uri.joinPath(this.root, path);
    this.writeFile(uri, new TextEncoder().encode(text));
    return uri;
  }

  /** The names of the files, as they were created. */
  get names(): string[] {
    return [...this.#entries.values()]
      .filter(({ type }) => type === vscode.FileType.File)
      .map(({ name }) => name);
  }

  watch(): vscode.Disposable {
    return { dispose: () => undefined };
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { type, bytes, mtime } = this.#get(uri);
    return { type, ctime: 0, mtime, size: bytes.length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#get(uri).bytes;
  }

  readDirectory(uri: vscode.Uri): [string, vscode.FileType][] {
    const folder = `${keyOf(uri)}/`;
    return [...this.#entries].flatMap(([key, { name, type }]): [string, vscode.FileType][] =>
      key.startsWith(folder) && !key.slice(folder.length).includes("/") ? [[name, type]] : [],
    );
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    const known = this.#entries.get(keyOf(uri));
    if (known) Object.assign(known, { bytes, mtime: known.mtime + 1 });
    else this.#add(uri, vscode.FileType.File, bytes);
    const type = known ? vscode.FileChangeType.Changed : vscode.FileChangeType.Created;
    this.#changed.fire([{ type, uri }]);
  }

  createDirectory(uri: vscode.Uri): void {
    this.#add(uri, vscode.FileType.Directory, new Uint8Array());
  }

  delete(uri: vscode.Uri): void {
    this.#entries.delete(keyOf(uri));
    this.#changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
  }

  rename(from: vscode.Uri, to: vscode.Uri): void {
    this.writeFile(to, this.readFile(from));
    this.delete(from);
  }

  #add(uri: vscode.Uri, type: vscode.FileType, bytes: Uint8Array): void {
    const name = uri.path.split("/").at(-1) ?? "";
    this.#entries.set(keyOf(uri), { name, type, bytes, mtime: Date.now() });
  }

  #get(uri: vscode.Uri): Entry {
    const entry = this.#entries.get(keyOf(uri));
    if (!entry) throw vscode.FileSystemError.FileNotFound(uri);
    return entry;
  }
}

function keyOf({ path }: vscode.Uri): string {
  return path.toLowerCase();
}
