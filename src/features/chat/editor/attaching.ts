import * as vscode from "vscode";
import type { Chat } from "../../asking/core/chat";
import type { PictureFiles } from "../../conversation/core/pictureFiles";
import type { ArgsOf } from "../../../page/protocol/calls";
import { isPicture } from "../../../contract/picture";
import { sizeOf } from "../../../contract/sizes";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { AttachmentsFeature } from "../../attachments/editor";
import { assertRoom } from "../../attachments/editor/fileAttacher";
import { openDocument } from "../../attachments/editor/openDocuments";
import { promptSection } from "../../prompts/editor/promptPick";
import type { Prompts } from "../../prompts/editor";
import { pickAttachments } from "../../attachments/editor/attachmentPick";
import { malformed } from "./pageCall";
import { confirm } from "../../../platform/editor/confirm";

interface Attaching {
  readonly selection: AttachmentsFeature;
  readonly prompts: Pick<Prompts, "list" | "use">;
}

/** Lets the user pick what goes along with a question: what can be attached, and saved prompts. */
export async function attachPicked(chat: Chat, { selection, prompts }: Attaching): Promise<void> {
  const listed = promptSection(await prompts.list());
  const picked = await pickAttachments(await selection.attachables(), listed);
  const uris = picked.attachables.flatMap(({ uri }) => uri ?? []);
  const others = picked.attachables.filter(({ uri }) => !uri);
  const attaching = [
    ...others.map((one) => () => one.attach(chat)),
    ...(uris.length > 0 ? [() => selection.files.attach(chat, uris)] : []),
    ...picked.others.flatMap(({ prompt }) => (prompt ? [() => prompts.use(chat, prompt)] : [])),
  ];
  // What cannot be attached keeps nothing else back.
  let failed: { readonly error: unknown } | undefined;
  for (const attach of attaching)
    try {
      await attach();
    } catch (error) {
      failed ??= { error };
    }
  if (failed) throw failed.error;
}

/** Attaches what was dropped on a page. The page only names it: what is elsewhere needs confirmation. */
export async function attachDropped(
  chat: Chat,
  given: readonly string[],
  { files }: AttachmentsFeature,
): Promise<void> {
  assertRoom(chat, given.length);
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
    !(await confirm(t("Attach files from outside the workspace?"), choice, chat.pending))
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

/** Attaches a picture, once; what the page has drawn again is saved beside the conversation. */
export async function attachPicture(
  chat: Chat,
  { id, name, width, height, ...picture }: ArgsOf<"attachPicture">,
  pictures: Pick<PictureFiles, "add">,
): Promise<void> {
  assertRoom(chat, 1);
  if (!isPicture(picture)) throw malformed();
  const digest = await pictures.add(chat.conversation.id, picture);
  if (chat.attachments.some((one) => one.picture?.digest === digest)) return;
  const bytes = Buffer.byteLength(picture.data, "base64");
  const path = chat.unread.pathOf(id);
  const { type } = picture;
  const kind = type === "image/png" ? "PNG" : "JPEG";
  chat.attachments = [
    ...chat.attachments,
    {
      id: crypto.randomUUID(),
      text: "",
      languageId: "",
      label: freeName(
        name,
        chat.attachments.map(({ label }) => label),
      ),
      detail: [kind, `${width} × ${height}`, sizeOf(bytes)].join(" · "),
      path,
      picture: { type, width, height, bytes, digest },
    },
  ];
}

/** What is pasted has the same name each time. */
function freeName(name: string, taken: readonly string[]): string {
  const [, stem = name, ending = ""] = /^(.+)(\.\w+)$/.exec(name) ?? [];
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${stem}-${count}${ending}`;
    if (!taken.includes(free)) return free;
  }
}

function isKnown(uri: vscode.Uri): boolean {
  return vscode.workspace.getWorkspaceFolder(uri) !== undefined || openDocument(uri) !== undefined;
}
