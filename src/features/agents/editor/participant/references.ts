import * as vscode from "vscode";
import type { Attachment } from "../../../conversation/core/attachment";
import { HubError } from "../../../../contract/errors";
import { t } from "../../../../kit/l10n";
import { textAttachment } from "../../../attachments/editor/codeAttachment";
import type { AttachmentsFeature } from "../../../attachments/editor";
import { plainText } from "../../../../platform/editor/plainText";

/** What VS Code adds by itself for its own agents, and shows to nobody. */
const unseen = /^vscode\.(?:instructions|customizations|implicit\.viewport)/;

type ReferenceParts = Pick<AttachmentsFeature, "attacher" | "files">;

/**
 * What the user attached in VS Code's chat, as attachments of our own. Rejects with a sentence if it
 * cannot be sent, and with `cancelled` if an excluded file stays out.
 */
export async function attachmentsOf(
  { prompt, references }: Pick<vscode.ChatRequest, "prompt" | "references">,
  { attacher, files }: ReferenceParts,
): Promise<readonly Attachment[]> {
  let attached: readonly Attachment[] = [];
  // VS Code lists the last one of the prompt first.
  for (const reference of references.toReversed()) {
    if (unseen.test(reference.id)) continue;
    for (const one of await attachedBy(reference)) attached = attacher.join(attached, one);
  }
  return attached;

  async function attachedBy(reference: vscode.ChatPromptReference): Promise<readonly Attachment[]> {
    const { value } = reference;
    if (value instanceof vscode.Uri) return files.attachments([value]);
    if (value instanceof vscode.Location) {
      if (value.range.isEmpty) return [];
      const document = await vscode.workspace.openTextDocument(value.uri);
      return [await attacher.ofRange(document, document.validateRange(value.range))];
    }
    const label = labelOf(reference, prompt);
    if (typeof value !== "string")
      throw new HubError(
        "invalid-request",
        t("{0} cannot be sent to an expert. Remove it, and ask again.", label),
      );
    return value.trim() === "" ? [] : [textAttachment({ text: value, label })];
  }
}

function labelOf({ id, range, modelDescription }: vscode.ChatPromptReference, prompt: string) {
  const named = range ? prompt.slice(...range) : modelDescription;
  return plainText(named?.trim() ? named : id, 60);
}
