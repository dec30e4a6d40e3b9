import * as vscode from "vscode";
import type { Attachment } from "../../conversation/core/attachment";
import { asHubError } from "../../../platform/core/explain";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import { quotedName } from "../../../kit/quotedName";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { maxUnaskedBytes, sizeOf } from "../../../contract/sizes";
import type { EditorSettings } from "../../../platform/editor/settings";
import type { Confirmer } from "../../../platform/core/confirmer";
import { confirm, announce } from "../../../platform/editor/confirm";
import { plainText } from "../../../platform/editor/plainText";
import { mayAttach, isExcluded, ignoredAmong, ignoredBelow, pathOf } from "./excluded";
import { fileAttachment } from "./fileAttachment";
import { sizeOfFile } from "./openDocuments";
import { inDigits, fileNameOfUri, sentPath } from "./selection";
import type { AttachmentList, SelectionAttacher } from "./selectionAttacher";
import { maxPictureFileBytes } from "../../../contract/picture";
import type { UnreadPicture } from "../../conversation/core/sentPictures";
import type { Ignored } from "../../../files/ignored";

/** What a walk stops at, unless another number is given: more are neither read nor sent. */
const maxFiles = 3000;
const maxReadFolders = 2000;

interface FolderFiles {
  readonly files: readonly vscode.Uri[];
  /** How many files `expertHub.exclude` leaves out. */
  readonly excluded: number;
  /** True if there are more. */
  readonly isCut: boolean;
}

interface FolderPlace {
  readonly folder: vscode.Uri;
  /** As the folder above knows it. */
  readonly ignored: Ignored;
}

/**
 * The files below a folder, nearest first, without links, the repository's own folder, and what Git
 * ignores or `files.exclude` and the given globs leave out.
 */
export class FolderWalk {
  readonly root: vscode.Uri;
  readonly #exclude: readonly string[];
  readonly #most: number;
  readonly #files: vscode.Uri[] = [];
  readonly #found: AsyncGenerator<void>;
  #excluded = 0;
  #isCut = true;
  #isDone = false;

  constructor(root: vscode.Uri, exclude: readonly string[], maxFolders = maxReadFolders) {
    this.root = root;
    this.#exclude = exclude;
    this.#most = maxFolders;
    this.#found = this.#walk();
  }

  get found(): FolderFiles {
    return { files: this.#files, excluded: this.#excluded, isCut: this.#isCut };
  }

  /** Whether reading on would find nothing. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Goes on until there are so many files, or none is left, or it is over. */
  async read(files: number, isOver: () => boolean = () => false): Promise<FolderFiles> {
    while (!this.#isDone && this.#files.length <= files && !isOver())
      this.#isDone = (await this.#found.next()).done === true;
    return this.found;
  }

  /** Yields after each folder. */
  async *#walk(): AsyncGenerator<void> {
    const hidden =
      vscode.workspace.getConfiguration("files", this.root).get<object>("exclude") ?? {};
    const unlisted = Object.entries(hidden).flatMap(([glob, on]) => (on === true ? [glob] : []));
    const first = await ignoredBelow(this.root);
    const waiting: FolderPlace[] = first ? [{ folder: this.root, ignored: first }] : [];
    for (let next = 0; next < Math.min(waiting.length, this.#most); next++) {
      const { folder: at, ignored: above } = waiting[next] as FolderPlace;
      const entries = await listing(at);
      const ignored = await above.within(pathOf(at));
      for (const [name, type] of entries) {
        const uri = vscode.Uri.joinPath(at, name);
        const isFolder = type === vscode.FileType.Directory;
        if (name === ".git" || (!isFolder && type !== vscode.FileType.File)) continue;
        if (ignored.ignores(pathOf(uri), isFolder) || isExcluded(uri, unlisted)) continue;
        if (isFolder) waiting.push({ folder: uri, ignored });
        else if (isExcluded(uri, this.#exclude)) this.#excluded++;
        else this.#files.push(uri);
      }
      yield;
    }
    this.#isCut = waiting.length > this.#most;
  }
}

/** The files below a folder, up to a number that nobody attaches. */
export async function filesBelow(
  folder: vscode.Uri,
  exclude: readonly string[],
): Promise<FolderFiles> {
  const found = await new FolderWalk(folder, exclude).read(maxFiles);
  return { ...found, isCut: found.isCut || found.files.length > maxFiles };
}

async function listing(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
  const entries = await vscode.workspace.fs.readDirectory(folder).then(
    (found) => found,
    () => [],
  );
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** An SVG is text, which may have scripts in it, and is attached as that. */
function isPictureName(uri: vscode.Uri): boolean {
  return /\.(?:png|jpe?g|webp|gif)$/i.test(uri.path);
}

/** A picture that a page has to draw again. Rejects with a sentence if its file is too large or gone. */
async function unreadPicture(uri: vscode.Uri): Promise<UnreadPicture> {
  const { fs } = vscode.workspace;
  const name = fileNameOfUri(uri);
  const { size } = await fs.stat(uri).then(
    (found) => found,
    () => {
      throw refused(t("{0} cannot be read.", quotedName(name)));
    },
  );
  if (size > maxPictureFileBytes)
    throw refused(
      t("{0} is too large: a picture has at most {1} MB.", quotedName(name), maxPictureFileMb),
    );
  return {
    id: crypto.randomUUID(),
    name,
    path: sentPath(uri),
    read: async () => fs.readFile(uri),
  };
}

const maxPictureFileMb = maxPictureFileBytes / 1024 / 1024;

function refused(sentence: string): HubError {
  return new HubError("invalid-request", sentence);
}

/** Attachments of one question. */
const maxAttachments = 200;
const maxNamed = 5;

/** Throws if a question would have more attachments than it may. */
export function assertRoom({ attachments }: AttachmentList, added: number): void {
  if (attachments.length + added > maxAttachments)
    throw new HubError(
      "invalid-request",
      t("A question has at most {0} attachments.", maxAttachments),
    );
}

/** Attaches whole files, and the files of folders. */
export class FileAttacher {
  readonly #settings: EditorSettings;
  readonly #attacher: SelectionAttacher;

  constructor(settings: EditorSettings, attacher: SelectionAttacher) {
    this.#settings = settings;
    this.#attacher = attacher;
  }

  /** Attaches what can be attached. Rejects with a sentence that names what cannot. */
  async attach(chat: AttachmentList, uris: readonly vscode.Uri[]): Promise<void> {
    const files: vscode.Uri[] = [];
    const pictures: vscode.Uri[] = [];
    const { pending } = chat;
    const unasked: string[] = [];
    const ignored = await ignoredAmong(uris);
    for (const uri of uris) {
      if (await isFolder(uri)) {
        const found = await this.#filesOf(uri, pending);
        files.push(...found.files);
        if (found.sentence !== undefined) unasked.push(found.sentence);
      } else {
        const isIgnored = ignored.has(uri.toString());
        const isPicture = chat.unread !== undefined && isPictureName(uri);
        if (await mayAttach(uri, this.#settings, { chat: pending, isIgnored }))
          (isPicture ? pictures : files).push(uri);
      }
    }
    assertRoom(chat, files.length + pictures.length);
    const { added, refused: notTexts } = await settled(files.map(fileAttachment));
    const { added: unread, refused: notPictures } = await settled(pictures.map(unreadPicture));
    const refused = [...notTexts, ...notPictures];
    if (unread.length > 0) chat.unread?.add(unread);
    if (added.length > 0)
      chat.attachments = added.reduce<readonly Attachment[]>(
        (before, one) => this.#attacher.join(before, one),
        chat.attachments,
      );
    if (added.length > 0 && unasked.length > 0)
      fireAndForget(() => offerRemoval(chat, added, unasked.join(" ")));
    if (refused.length > 0) throw new HubError("invalid-request", sentences(refused));
  }

  /**
   * The text of files for a question from outside the chat. Rejects with a sentence unless all of
   * them can be attached, and with `cancelled` if an excluded or ignored one stays out.
   */
  async attachments(files: readonly vscode.Uri[]): Promise<readonly Attachment[]> {
    const ignored = await ignoredAmong(files);
    for (const uri of files) {
      const isIgnored = ignored.has(uri.toString());
      if (await mayAttach(uri, this.#settings, { isIgnored })) continue;
      const name = plainText(quotedName(fileNameOfUri(uri)), 250);
      throw new HubError(
        "cancelled",
        isIgnored
          ? t("{0} is ignored by Git, so nothing was sent.", name)
          : t("{0} is excluded from questions, so nothing was sent.", name),
      );
    }
    const { added, refused } = await settled(files.map(fileAttachment));
    if (refused.length > 0) throw new HubError("invalid-request", sentences(refused));
    return added;
  }

  /** Of a small folder with nothing excluded, says what is attached; of any other, asks before it is read. */
  async #filesOf(
    folder: vscode.Uri,
    chat?: Confirmer,
  ): Promise<{ readonly files: readonly vscode.Uri[]; readonly sentence?: string }> {
    const name = plainText(fileNameOfUri(folder), 60);
    const { files, excluded, isCut } = await filesBelow(folder, this.#settings.exclude);
    if (isCut || files.length > maxAttachments)
      throw new HubError(
        "invalid-request",
        t(
          "{0} has more than {1} files. Attach a smaller folder or single files.",
          name,
          maxAttachments,
        ),
      );
    if (files.length === 0)
      throw new HubError("invalid-request", t("{0} has no files that can be attached.", name));
    const sizes = await Promise.all(files.map(sizeOfFile));
    const bytes = sizes.reduce<number>((sum, size = 0) => sum + size, 0);
    if (excluded === 0 && bytes <= maxUnaskedBytes) {
      const size = sizeOf(bytes);
      const sentence =
        files.length === 1
          ? t("Attached 1 file of {0}, {1}.", name, size)
          : t("Attached {0} files of {1}, {2} in total.", files.length, name, size);
      return { files, sentence };
    }
    const question =
      files.length === 1
        ? t("Attach 1 file of {0}?", name)
        : t("Attach {0} files of {1}?", files.length, name);
    const choice = {
      detail: [
        t("{0} in total.", sizeOf(bytes)),
        t("Files that Git ignores are left out."),
        ...(excluded > 0 ? [leftOutSentence(excluded)] : []),
      ].join("\n"),
      yes: t("Attach"),
      no: t("Do Not Attach"),
      enterAgrees: true,
    };
    const isMeant = await confirm(question, choice, chat);
    return { files: isMeant ? files : [] };
  }
}

/** Milliseconds: the chips stay, and take them off as well. */
const offeredForMs = 30_000;

async function offerRemoval(
  list: AttachmentList,
  added: readonly Attachment[],
  sentence: string,
): Promise<void> {
  const undo = t("Undo");
  const ids = new Set(added.map(({ id }) => id));
  const over = new AbortController();
  // They were sent, or taken off one by one.
  const listener = list.onDidChange?.(() => {
    if (!list.attachments.some(({ id }) => ids.has(id))) over.abort();
  });
  const signal = AbortSignal.any([AbortSignal.timeout(offeredForMs), over.signal]);
  const chosen = await announce(sentence, [undo], { chat: list.pending, signal });
  listener?.dispose();
  if (chosen !== undo) return;
  list.attachments = list.attachments.filter(({ id }) => !ids.has(id));
}

async function settled<T>(reading: readonly Promise<T>[]) {
  const read = await Promise.allSettled(reading);
  return {
    added: read.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
    refused: read.flatMap((one) =>
      one.status === "rejected" ? [asHubError(one.reason).message] : [],
    ),
  };
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    ({ type }) => (type & vscode.FileType.Directory) !== 0,
    () => false,
  );
}

function sentences(refused: readonly string[]): string {
  const more = refused.length - maxNamed;
  const named = refused.slice(0, maxNamed).join(" ");
  if (more <= 0) return named;
  const others =
    more === 1
      ? t("1 other file could not be attached.")
      : t("{0} other files could not be attached.", more);
  return `${named} ${others}`;
}

function leftOutSentence(excluded: number): string {
  return excluded === 1
    ? t("1 file left out because of the setting {0}.", "expertHub.exclude")
    : t("{0} files left out because of the setting {1}.", inDigits(excluded), "expertHub.exclude");
}
