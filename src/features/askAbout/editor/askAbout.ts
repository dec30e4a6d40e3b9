import type { OpenChats } from "../../asking/core/openChats";
import type { Attachment } from "../../conversation/core/attachment";
import type { ChatPanels } from "../../asking/core/chat";
import type { SelectionAttacher } from "../../attachments/editor/selectionAttacher";
import * as vscode from "vscode";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import { sizeOf } from "../../../contract/sizes";
import { codeAround } from "./codeAround";

/** What a place of VS Code offers to ask. */
export interface About {
  readonly attachments: readonly Attachment[];
  /** The question, if the place suggests one. */
  readonly typed?: string;
}

export interface AskAboutParts {
  readonly chats: OpenChats;
  readonly panels: Pick<ChatPanels, "openSide">;
  readonly attacher: Pick<SelectionAttacher, "join">;
}

/**
 * Puts it into the composer, where the user sees and can change what will be sent. A question that
 * the user has begun stays as it is.
 */
export async function askAbout(
  { chats, panels, attacher }: AskAboutParts,
  { attachments, typed = "" }: About,
): Promise<void> {
  const { side } = chats;
  side.attachments = attachments.reduce<readonly Attachment[]>(
    (before, one) => attacher.join(before, one),
    side.attachments,
  );
  if (typed !== "" && side.draft.trim() === "") side.draft = typed;
  await panels.openSide();
}

interface OutsideText {
  readonly text: string;
  readonly label: string;
  readonly languageId?: string;
}

/** Text that is in no document, such as what a terminal shows. Throws if there is none. */
export function textAttachment({ text, label, languageId = "plaintext" }: OutsideText): Attachment {
  if (text.trim() === "")
    throw new HubError("invalid-request", t("There is no text to ask about."));
  const lines = text.trimEnd().split(/\r\n|[\r\n]/).length;
  const size = sizeOf(Buffer.byteLength(text));
  return {
    id: crypto.randomUUID(),
    text,
    languageId,
    label,
    detail: `${lines === 1 ? t("1 line") : t("{0} lines", lines)} · ${size}`,
  };
}

/** The code at a place: its function or the lines around it, unless the user keeps the file out. */
export async function codeAttachment(
  attacher: Pick<SelectionAttacher, "ofRange">,
  uri: vscode.Uri,
  range: vscode.Range,
): Promise<Attachment> {
  const document = await vscode.workspace.openTextDocument(uri);
  const known = document.validateRange(range);
  return attacher.ofRange(document, await codeAround(document, known));
}
