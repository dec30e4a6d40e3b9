import * as vscode from "vscode";
import type { Attachment } from "../../conversation/core/attachment";
import { gone } from "../../../platform/core/localError";
import { t } from "../../../kit/l10n";
import type { AttachmentOrigins, Target } from "./attachmentOrigins";
import { fileAttachment } from "./fileAttachment";
import { openDocument } from "./openDocuments";
import { selectionOf } from "./selection";

/** The attachment with its text as it is now. Rejects with a sentence if its place is not known. */
export async function updatedAttachment(
  attachment: Attachment,
  origins: Pick<AttachmentOrigins, "get" | "remember">,
): Promise<Attachment> {
  const target = origins.get(attachment);
  if (!target) throw gone(t("The source of this text is no longer known."));
  if (attachment.lines === undefined) return fileAttachment(target.uri);
  const document = openDocument(target.uri);
  // Edits are followed in open documents only.
  const selections = document && document === target.document ? selectionsIn(document, target) : [];
  const [selection] = selections;
  const editor = document && selection && { document, selection, selections };
  const updated = selectionOf(editor);
  if (!editor || !updated)
    throw gone(
      t("{0} has changed too much to find the text. Select it and attach it again.", target.label),
    );
  origins.remember(updated, editor);
  return updated;
}

function selectionsIn(document: vscode.TextDocument, { parts, range }: Target): vscode.Selection[] {
  const ranges = parts?.map((part) => part.range) ?? [range];
  return ranges.map(
    ({ start, end }) => new vscode.Selection(document.positionAt(start), document.positionAt(end)),
  );
}
