import * as vscode from "vscode";
import type { Picture } from "../../../contract/picture";
import { Owner } from "../../../kit/disposable";

const scheme = "expert-hub-picture";

/** Pictures of conversations in VS Code's own viewer: read-only, and in memory. */
export class ShownPictures extends Owner implements vscode.FileSystemProvider {
  readonly #bytes = new Map<string, Uint8Array>();
  readonly #changed = this.register(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;

  #isRegistered = false;

  /** `of` is a conversation id. */
  async show(name: string, { type, data }: Picture, of: string): Promise<void> {
    const ending = type === "image/png" ? ".png" : ".jpg";
    const file = name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`;
    const path = `/${crypto.randomUUID()}/${file.replaceAll(/[\\/]/g, "-")}`;
    const uri = vscode.Uri.from({ scheme, path, fragment: of });
    this.#register();
    this.#bytes.set(uri.path, Buffer.from(data, "base64"));
    await vscode.commands.executeCommand("vscode.open", uri, { preview: true });
  }

  /** With the first picture: few are looked at. */
  #register(): void {
    if (this.#isRegistered) return;
    this.#isRegistered = true;
    const { workspace } = vscode;
    this.register(workspace.registerFileSystemProvider(scheme, this, { isReadonly: true }));
  }

  /** Closes those of this conversation. */
  async forget(of: string): Promise<void> {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const shown = tabs.filter(
      ({ input }) =>
        input instanceof vscode.TabInputCustom &&
        input.uri.scheme === scheme &&
        input.uri.fragment === of,
    );
    await vscode.window.tabGroups.close(shown);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { length: size } = this.readFile(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size };
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    const bytes = this.#bytes.get(path);
    if (!bytes) throw vscode.FileSystemError.FileNotFound();
    return bytes;
  }

  watch(): vscode.Disposable {
    return { dispose: () => undefined };
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  writeFile(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  delete(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  rename(): void {
    throw vscode.FileSystemError.NoPermissions();
  }
}
