import * as vscode from "vscode";
import type { Chat } from "../../app/chat/chat";
import type { Attachment } from "../../app/conversation/attachment";
import { asHubError } from "../../app/explain";
import { HubError } from "../../hub/errors";
import type { EditorSettings } from "../adapters/settings";
import { confirm } from "../workbench/confirm";
import { plainText } from "../workbench/plainText";
import { mayAttach } from "./excluded";
import { fileAttachment } from "./fileAttachment";
import { sizeOfFile } from "./fileSize";
import { filesBelow } from "./folderFiles";
import { counted, nameOf, sizeOf } from "./selection";
import type { SelectionAttacher } from "./selectionAttacher";

/** Attachments of one question. */
const most = 200;
const mostNamed = 5;

/** Throws if a question would have more attachments than it may. */
export function expectRoom(chat: Chat, added: number): void {
  if (chat.attachments.length + added > most)
    throw new HubError("invalid-request", `A question has at most ${most} attachments.`);
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
  async attach(chat: Chat, uris: readonly vscode.Uri[]): Promise<void> {
    const files: vscode.Uri[] = [];
    for (const uri of uris) {
      if (await isFolder(uri)) files.push(...(await this.#filesOf(uri)));
      else if (await mayAttach(uri, this.#settings.exclude)) files.push(uri);
    }
    expectRoom(chat, files.length);
    const read = await Promise.allSettled(files.map(fileAttachment));
    const added = read.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    if (added.length > 0)
      chat.attachments = added.reduce<readonly Attachment[]>(
        (before, one) => this.#attacher.join(before, one),
        chat.attachments,
      );
    const refused = read.flatMap((one) =>
      one.status === "rejected" ? [asHubError(one.reason).message] : [],
    );
    if (refused.length > 0) throw new HubError("invalid-request", sentences(refused));
  }

  /** Nothing of a folder is read before its size is confirmed. */
  async #filesOf(folder: vscode.Uri): Promise<readonly vscode.Uri[]> {
    const name = plainText(nameOf(folder), 60);
    const { files, excluded, isCut } = await filesBelow(folder, this.#settings.exclude);
    if (isCut || files.length > most)
      throw new HubError(
        "invalid-request",
        `${name} has more than ${most} files. Attach a smaller folder or single files.`,
      );
    if (files.length === 0)
      throw new HubError("invalid-request", `${name} has no files that can be attached.`);
    const sizes = await Promise.all(files.map(sizeOfFile));
    const bytes = sizes.reduce<number>((sum, size = 0) => sum + size, 0);
    const isMeant = await confirm(`Attach ${counted(files.length, "file")} of ${name}?`, {
      detail: [
        `${sizeOf(bytes)} in total.`,
        "Files that .gitignore lists are left out.",
        ...(excluded > 0
          ? [`${counted(excluded, "file")} left out because of the setting expertHub.exclude.`]
          : []),
      ].join("\n"),
      yes: "Attach",
      no: "Do Not Attach",
    });
    return isMeant ? files : [];
  }
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    ({ type }) => (type & vscode.FileType.Directory) !== 0,
    () => false,
  );
}

function sentences(refused: readonly string[]): string {
  const more = refused.length - mostNamed;
  const named = refused.slice(0, mostNamed).join(" ");
  return more > 0 ? `${named} ${counted(more, "other file")} could not be attached.` : named;
}
