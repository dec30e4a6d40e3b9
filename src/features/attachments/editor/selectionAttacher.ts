import * as vscode from "vscode";
import { type Attachment, hadSource, withAttachment } from "../../conversation/core/attachment";
import type { Confirmer } from "../../../platform/core/confirmer";
import { HubError } from "../../../contract/errors";
import type { UnreadPictures } from "../../conversation/core/sentPictures";
import type { Event } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import { notFound } from "../../../platform/core/localError";
import { mayAttach } from "./excluded";
import type { LastEditor } from "../../../platform/editor/lastEditor";
import type { EditorSettings } from "../../../platform/editor/settings";
import { revealTarget } from "./openEditors";
import type { SelectedEditor } from "../../../platform/editor/selectedEditor";
import { type Selected, selectedPlace, selectionOf } from "./selection";
import type { AttachmentOrigins, Target } from "./attachmentOrigins";
import { fileAttachment } from "./fileAttachment";
import { openDocument } from "./openDocuments";
import type { ChangeSets } from "./changeSets";

/** What a question is composed with: the chat. */
export interface AttachmentList {
  attachments: readonly Attachment[];
  /** Where the user is asked what may be attached. */
  readonly pending: Confirmer | undefined;
  readonly onDidChange?: Event<void>;
  /** Takes files of pictures, which are not attached as they are. */
  readonly unread?: Pick<UnreadPictures, "add">;
}

interface SelectionAttacherParts {
  readonly selectedEditor: SelectedEditor;
  readonly origins: AttachmentOrigins;
  readonly settings: EditorSettings;
  readonly lastEditor: LastEditor;
  changeSets(): Promise<Pick<ChangeSets, "again">>;
}

/** Attaches the editor's selection to a chat, and leads back to it. */
export class SelectionAttacher {
  readonly #parts: SelectionAttacherParts;

  constructor(parts: SelectionAttacherParts) {
    this.#parts = parts;
  }

  get hasSelection(): boolean {
    const { current } = this.#parts.selectedEditor;
    return current !== undefined && selectedPlace(current) !== undefined;
  }

  /** The current selection. Rejects if there is none, and with `cancelled` if an excluded file stays out. */
  async selected(chat?: Confirmer): Promise<Attachment> {
    return this.#attachmentOf(this.#parts.selectedEditor.current, chat);
  }

  /** The text of a range. Rejects like `selected`. */
  async ofRange(
    document: vscode.TextDocument,
    range: vscode.Range,
    chat?: Confirmer,
  ): Promise<Attachment> {
    if (range.isEmpty) throw new HubError("invalid-request", t("There is no text to ask about."));
    const selection = new vscode.Selection(range.start, range.end);
    return this.#attachmentOf({ document, selection, selections: [selection] }, chat);
  }

  async #attachmentOf(editor: Selected | undefined, chat?: Confirmer): Promise<Attachment> {
    const attachment = selectionOf(editor);
    if (!editor || !attachment) {
      throw new HubError(
        "invalid-request",
        t("Nothing is selected. Select the text that you want to ask about in an editor."),
      );
    }
    // At once: the user may edit on while a question is asked.
    this.#parts.origins.remember(attachment, editor);
    if (!(await mayAttach(editor.document.uri, this.#parts.settings, { chat }))) {
      throw new HubError("cancelled", t("The file is excluded and was not attached."));
    }
    return attachment;
  }

  /** The list with one more; an earlier version of the same range is replaced. */
  join(attachments: readonly Attachment[], added: Attachment): readonly Attachment[] {
    return withAttachment(attachments, added, (one) => this.#parts.origins.areSame(one, added));
  }

  /** Attaches the text of one attachment as it is now. Rejects with a sentence if it cannot be found. */
  async update(chat: AttachmentList, id: string): Promise<void> {
    const before = chat.attachments.find((one) => one.id === id);
    const updated = before && (await this.#updated(before));
    const at = chat.attachments.findIndex((one) => one === before);
    if (updated && at !== -1) chat.attachments = chat.attachments.with(at, updated);
  }

  async #updated(before: Attachment): Promise<Attachment> {
    const { origins, changeSets } = this.#parts;
    if (!before.source) return updatedAttachment(before, origins);
    const again = await (await changeSets()).again(before);
    if (!again) throw notFound(t("The source of this text is no longer known."));
    return again;
  }

  /** Selects the text where it came from, or puts the cursor into one of its lines; 1 for the first. */
  async reveal(attachment: Attachment | undefined, line?: number): Promise<void> {
    const target = this.#parts.origins.get(attachment);
    if (!target) throw noSourceError(attachment);
    await revealTarget(target, this.#parts.lastEditor, line);
  }
}

function noSourceError(attachment: Attachment | undefined): HubError {
  return attachment && !hadSource(attachment)
    ? new HubError("invalid-request", t("This text does not come from a file."))
    : notFound(t("The source of this text is no longer known."));
}

/** The attachment with its text as it is now. Rejects with a sentence if its place is not known. */
export async function updatedAttachment(
  attachment: Attachment,
  origins: Pick<AttachmentOrigins, "get" | "remember">,
): Promise<Attachment> {
  const target = origins.get(attachment);
  if (!target) throw notFound(t("The source of this text is no longer known."));
  if (attachment.lines === undefined) return fileAttachment(target.uri);
  const document = openDocument(target.uri);
  // Edits are followed in open documents only.
  const selections = document && document === target.document ? selectionsIn(document, target) : [];
  const [selection] = selections;
  const editor = document && selection && { document, selection, selections };
  const updated = selectionOf(editor);
  if (!editor || !updated)
    throw notFound(
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
