import * as vscode from "vscode";
import type { Attachment } from "../../conversation/core/attachment";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { asHubError } from "../../../platform/core/explain";
import { Throttled } from "../../../platform/editor/throttled";
import {
  type AttachmentOrigins,
  isOtherUntitled,
  isUnchangedIn,
  type Target,
  unchangedRange,
  withPlainEnds,
} from "./attachmentOrigins";
import type { ChangeSets } from "./changeSets";
import { openDocument } from "./openDocuments";

const intervalMs = 250;

/** Which attachments have another text by now in the file or the repository that they came from. */
export class AttachmentChanges extends Owner {
  readonly #origins: Pick<AttachmentOrigins, "get">;
  readonly #changeSets: () => Promise<Pick<ChangeSets, "again" | "repositoryOf">>;
  /** What composers hold, by conversation. */
  readonly #composed = new Map<string, readonly Attachment[]>();
  /** By id, those that were compared. */
  readonly #compared = new Map<string, boolean>();
  /** Addresses of files to compare again. */
  readonly #touched = new Set<string>();
  readonly #watchers = new Map<string, vscode.FileSystemWatcher>();
  /** By the address of the repository. */
  readonly #repositories = new Map<string, Promise<vscode.Disposable | undefined>>();
  readonly #changed = this.register(new Emitter<void>());
  readonly #comparison = this.register(new Throttled(() => this.#compare(), intervalMs));
  #comparing = Promise.resolve();

  /** An attachment has another text, or has its own text again. */
  readonly onDidChange = this.#changed.event;

  constructor(
    origins: Pick<AttachmentOrigins, "get">,
    changeSets: () => Promise<Pick<ChangeSets, "again" | "repositoryOf">>,
  ) {
    super();
    this.#origins = origins;
    this.#changeSets = changeSets;
    const { workspace } = vscode;
    const touch = (uri: vscode.Uri): void => this.#touch(uri);
    this.register(workspace.onDidChangeTextDocument(({ document }) => touch(document.uri)));
    this.register(workspace.onDidOpenTextDocument(({ uri }) => touch(uri)));
    this.register(workspace.onDidCloseTextDocument(({ uri }) => touch(uri)));
    this.register(
      workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) [oldUri, newUri].forEach(touch);
      }),
    );
  }

  /** The ids of those that are known to be changed; compares the others from now on. */
  idsAmong(conversationId: string, attachments: readonly Attachment[]): ReadonlySet<string> {
    if (this.#composed.get(conversationId) !== attachments) {
      if (attachments.length === 0) this.#composed.delete(conversationId);
      else this.#composed.set(conversationId, attachments);
      this.#watch();
      if (attachments.some(({ id }) => !this.#compared.has(id))) this.#comparison.run();
    }
    return new Set(attachments.map(({ id }) => id).filter((id) => this.#compared.get(id) === true));
  }

  /** Compares nothing more for this conversation. */
  forget(conversationId: string): void {
    this.idsAmong(conversationId, []);
  }

  get #attachments(): readonly Attachment[] {
    return [...this.#composed.values()].flat();
  }

  #touch(address: vscode.Uri | string): void {
    if (this.#composed.size === 0) return;
    this.#touched.add(address.toString());
    this.#comparison.run();
  }

  #compare(): Promise<void> {
    return (this.#comparing = this.#comparing
      .catch(() => undefined)
      .then(() => this.#compareTouched()));
  }

  async #compareTouched(): Promise<void> {
    const touched = new Set(this.#touched);
    this.#touched.clear();
    let isOther = false;
    for (const attachment of this.#attachments) {
      const target = this.#origins.get(attachment);
      const place = repositoryIn(attachment) ?? target?.uri.toString();
      if (place === undefined) continue;
      const before = this.#compared.get(attachment.id);
      if (before !== undefined && !touched.has(place)) continue;
      const now = target
        ? await isChanged(attachment, target)
        : await this.#hasMovedOn(attachment, before ?? false);
      this.#compared.set(attachment.id, now);
      isOther ||= now !== (before ?? false);
    }
    if (isOther && !this.disposed) this.#changed.fire();
  }

  /** Whether the changes of a repository are others by now. */
  async #hasMovedOn(attachment: Attachment, before: boolean): Promise<boolean> {
    try {
      const now = await (await this.#changeSets()).again(attachment);
      return now ? now.text !== attachment.text : before;
    } catch (error) {
      // There are none left.
      return asHubError(error).kind === "invalid-request" || before;
    }
  }

  #watchRepositories(): void {
    const wanted = new Set(this.#attachments.flatMap((one) => repositoryIn(one) ?? []));
    for (const [address, listener] of this.#repositories)
      if (!wanted.has(address)) {
        this.#repositories.delete(address);
        void listener.then((one) => one?.dispose());
      }
    for (const repository of wanted)
      if (!this.#repositories.has(repository))
        this.#repositories.set(repository, this.#listenTo(repository));
  }

  async #listenTo(address: string): Promise<vscode.Disposable | undefined> {
    const repository = await this.#changeSets()
      .then((changeSets) => changeSets.repositoryOf({ repository: address }))
      .catch(() => undefined);
    return repository?.state.onDidChange(() => this.#touch(address));
  }

  /** Watches the folders of the attached files, and forgets what is not attached. */
  #watch(): void {
    this.#watchRepositories();
    const attachments = this.#attachments;
    const ids = new Set(attachments.map(({ id }) => id));
    for (const id of this.#compared.keys()) if (!ids.has(id)) this.#compared.delete(id);
    const uris = attachments.flatMap((one) => this.#origins.get(one)?.uri ?? []);
    const folders = new Map(
      uris
        .filter(({ scheme }) => vscode.workspace.fs.isWritableFileSystem(scheme) !== undefined)
        .map((uri) => vscode.Uri.joinPath(uri, ".."))
        .map((folder) => [folder.toString(), folder]),
    );
    for (const [address, watcher] of this.#watchers)
      if (!folders.has(address)) {
        this.#watchers.delete(address);
        watcher.dispose();
      }
    for (const [address, folder] of folders)
      if (!this.#watchers.has(address)) this.#watchers.set(address, this.#watcherOf(folder));
  }

  #watcherOf(folder: vscode.Uri): vscode.FileSystemWatcher {
    const pattern = new vscode.RelativePattern(folder, "*");
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete])
      event((uri) => this.#touch(uri));
    return watcher;
  }

  override dispose(): void {
    for (const watcher of this.#watchers.values()) watcher.dispose();
    for (const listener of this.#repositories.values()) void listener.then((one) => one?.dispose());
    super.dispose();
  }
}

/** The repository whose changes it has, unless it is a commit, which stays as it is. */
function repositoryIn({ source }: Attachment): string | undefined {
  return source && "repository" in source && source.kind !== "commit"
    ? source.repository
    : undefined;
}

/** Larger files that are not open are not read for a comparison. */
const maxComparedBytes = 5_000_000;

/** Whether the text of an attachment is another one where it came from; false if that cannot be known. */
async function isChanged(attachment: Attachment, target: Target): Promise<boolean> {
  const document = openDocument(target.uri);
  if (document) return !isSameIn(document, attachment, target);
  if (vscode.workspace.fs.isWritableFileSystem(target.uri.scheme) === undefined)
    return target.uri.scheme === "untitled";
  const text = await textOnDisk(target.uri);
  if (text === "unknown") return false;
  return text === undefined || !isSameText(text.content, attachment, target);
}

function isSameIn(document: vscode.TextDocument, attachment: Attachment, target: Target): boolean {
  if (isOtherUntitled(document, target)) return false;
  if (isWhole(attachment)) return isEqual(document.getText(), target.original);
  return unchangedRange(document, target) !== undefined;
}

function isSameText(text: string, attachment: Attachment, target: Target): boolean {
  return isWhole(attachment) ? isEqual(text, target.original) : isUnchangedIn(text, target);
}

function isWhole({ lines }: Attachment): boolean {
  return lines === undefined;
}

function isEqual(one: string, other: string): boolean {
  return one === other || withPlainEnds(one) === withPlainEnds(other);
}

async function textOnDisk(
  uri: vscode.Uri,
): Promise<{ readonly content: string } | "unknown" | undefined> {
  const { fs } = vscode.workspace;
  try {
    const { size } = await fs.stat(uri);
    if (size > maxComparedBytes) return "unknown";
    return { content: await vscode.workspace.decode(await fs.readFile(uri), { uri }) };
  } catch (error) {
    const isGone = error instanceof vscode.FileSystemError && error.code === "FileNotFound";
    return isGone ? undefined : "unknown";
  }
}
