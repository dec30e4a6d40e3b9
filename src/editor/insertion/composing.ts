import * as vscode from "vscode";
import type { Chat } from "../../app/chat";
import { HubError } from "../../hub/errors";
import { mayAttach } from "../beforeSending/excluded";
import type { LastEditor } from "../lastEditor";
import type { EditorSettings } from "../settings";
import { selectionOf } from "./selection";
import type { Targets } from "./targets";

/** Brings the editor's selection into a chat, and back to it. */
export class Composing {
  readonly #lastEditor: LastEditor;
  readonly #targets: Targets;
  readonly #settings: EditorSettings;

  constructor(lastEditor: LastEditor, targets: Targets, settings: EditorSettings) {
    this.#lastEditor = lastEditor;
    this.#targets = targets;
    this.#settings = settings;
  }

  /** Rejects where nothing is selected, and with `cancelled` where an excluded file stays out. */
  async attach(chat: Chat): Promise<void> {
    const editor = this.#lastEditor.current;
    const attachment = selectionOf(editor);
    if (!editor || !attachment) {
      throw new HubError(
        "invalid-request",
        "Nothing is selected. Select the text to ask about in an editor.",
      );
    }
    if (!(await mayAttach(editor.document, this.#settings.exclude))) {
      throw new HubError("cancelled", "The file is excluded and was not attached.");
    }
    this.#targets.remember(attachment, editor);
    chat.attachment = attachment;
  }

  async reveal(chat: Chat, turnId: string): Promise<void> {
    const target = this.#targets.get(chat.conversation.get(turnId)?.question.attachment);
    if (!target)
      throw new HubError("not-found", "It is no longer known where this text came from.");
    const document = await vscode.workspace.openTextDocument(target.uri);
    const { start, end } = target.range;
    const selection = new vscode.Range(document.positionAt(start), document.positionAt(end));
    await vscode.window.showTextDocument(document, { selection });
  }
}
