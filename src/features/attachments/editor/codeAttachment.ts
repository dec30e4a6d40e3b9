import * as vscode from "vscode";
import type { Attachment } from "../../conversation/core/attachment";
import { HubError } from "../../../contract/errors";
import { sizeOf } from "../../../contract/sizes";
import { t } from "../../../kit/l10n";
import type { Confirmer } from "../../../platform/core/confirmer";
import { codeAround } from "./codeAround";
import type { SelectionAttacher } from "./selectionAttacher";

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
  { uri, range }: Pick<vscode.Location, "uri" | "range">,
  chat?: Confirmer,
): Promise<Attachment> {
  const document = await vscode.workspace.openTextDocument(uri);
  const known = document.validateRange(range);
  return attacher.ofRange(document, await codeAround(document, known), chat);
}
