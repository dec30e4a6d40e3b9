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
import { confirm, tell } from "../../../platform/editor/confirm";
import { plainText } from "../../../platform/editor/plainText";
import { mayAttach } from "./excluded";
import { fileAttachment } from "./fileAttachment";
import { isPictureName, unreadPicture } from "./pictureFile";
import { sizeOfFile } from "./openDocuments";
import { filesBelow } from "./folderFiles";
import { ignoredAmong } from "./gitignore";
import { inDigits, fileNameOfUri } from "./selection";
import type { AttachmentList, SelectionAttacher } from "./selectionAttacher";

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
    const { held } = chat;
    const unasked: string[] = [];
    const ignored = await ignoredAmong(uris);
    for (const uri of uris) {
      if (await isFolder(uri)) {
        const found = await this.#filesOf(uri, held);
        files.push(...found.files);
        if (found.sentence !== undefined) unasked.push(found.sentence);
      } else {
        const isIgnored = ignored.has(uri.toString());
        const isPicture = chat.unread !== undefined && isPictureName(uri);
        if (await mayAttach(uri, this.#settings, { chat: held, isIgnored }))
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
  const chosen = await tell(sentence, [undo], { chat: list.held, signal });
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
