import * as vscode from "vscode";
import type { Chat } from "../../asking/core/chat";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { AttachmentsFeature } from "../../attachments/editor";
import { expectRoom } from "../../attachments/editor/fileAttacher";
import { openDocument } from "../../attachments/editor/openDocuments";
import { confirm } from "../../../platform/editor/confirm";

/** Lets the user pick what to attach to a chat. */
export async function attachPicked(
  chat: Chat,
  selection: AttachmentsFeature,
  onPicked: () => void,
): Promise<void> {
  const picked = await selection.pickAttachment();
  // What has to be confirmed is asked in the chat.
  onPicked();
  if (picked === "selection") {
    const selected = await selection.attacher.selected(() => chat.held);
    chat.attachments = selection.attacher.join(chat.attachments, selected);
  } else if (picked) await selection.files.attach(chat, picked);
}

/** Attaches the editor's selection, or else its file. */
export async function attachSuggested(
  chat: Chat,
  { attacher, files, selectedEditor }: AttachmentsFeature,
): Promise<void> {
  const { current } = selectedEditor;
  if (current?.selections.every(({ isEmpty }) => isEmpty))
    await files.attach(chat, [current.document.uri]);
  else chat.attachments = attacher.join(chat.attachments, await attacher.selected(() => chat.held));
}

/** Attaches what was dropped on a page. The page only names it: what is elsewhere needs confirmation. */
export async function attachDropped(
  chat: Chat,
  given: readonly string[],
  { files }: AttachmentsFeature,
): Promise<void> {
  expectRoom(chat, given.length);
  const uris = given.map((uri) => here(vscode.Uri.parse(uri)));
  const outside = uris.filter((uri) => !isKnown(uri));
  const choice = {
    detail: outside.map((uri) => uri.fsPath).join("\n"),
    yes: t("Attach"),
    no: t("Do Not Attach"),
    enterAgrees: true,
  };
  if (
    outside.length > 0 &&
    !(await confirm(t("Attach files from outside the workspace?"), choice, chat.held))
  )
    throw new HubError("cancelled", t("Nothing was attached."));
  await files.attach(chat, uris);
}

/** VS Code's window names what is on the machine where extensions run by another scheme than they do. */
function here(uri: vscode.Uri): vscode.Uri {
  const [kind] = uri.authority.split("+");
  const isOfThisMachine = uri.scheme === "vscode-remote" && kind === vscode.env.remoteName;
  return isOfThisMachine ? vscode.Uri.file(uri.path) : uri;
}

function isKnown(uri: vscode.Uri): boolean {
  return vscode.workspace.getWorkspaceFolder(uri) !== undefined || openDocument(uri) !== undefined;
}
