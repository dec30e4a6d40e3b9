import * as vscode from "vscode";
import { fitIndent } from "../core/indentation/fitIndent";
import { t } from "../../../kit/l10n";
import type { LastEditor } from "../../../platform/editor/lastEditor";
import type { Confirmer } from "../../../platform/core/confirmer";
import { tell } from "../../../platform/editor/confirm";
import { plainText } from "../../../platform/editor/plainText";
import type { Snapshots } from "../../../platform/editor/snapshots";
import { confirmInsertion } from "./confirmInsertion";
import { noteInserted } from "./noteInserted";
import {
  documentOf,
  goneSentence,
  isShown,
  showDocument,
} from "../../attachments/editor/openEditors";
import { placeOf } from "./place";
import { type AnswerChanges, createdFile, editedFile } from "./review/appliedChanges";
import type { Review } from "./review/review";
import { fileName } from "../../attachments/editor/selection";
import { type Target, unchangedRange } from "../../attachments/editor/attachmentOrigins";

/** Why an answer is not inserted at its intended place. */
interface InsertionRefusal {
  sentence: string;
  /** What the question was about, if known. */
  target?: Target | undefined;
  title?: string;
  /** A document where the answer can still be inserted at the cursor, if the user wants that. */
  into?: vscode.TextDocument | undefined;
  chat: Confirmer | undefined;
}

interface Replacement {
  readonly title: string;
  /** The same for the same text of the same answer. */
  readonly key: string;
  /** The text is a code block, not a whole answer. */
  readonly isBlock: boolean;
  readonly chat?: Confirmer | undefined;
}

/**
 * The only path by which an answer's text reaches documents and the clipboard. Each method resolves
 * with false if the text did not arrive. It asks in the chat of the answer while that is in view.
 */
export class Insertion {
  readonly #changes: AnswerChanges;
  readonly #review: () => Promise<Review>;
  readonly #lastEditor: LastEditor;
  readonly #snapshots: Snapshots;

  constructor(
    review: () => Promise<Review>,
    lastEditor: LastEditor,
    snapshots: Snapshots,
    changes: AnswerChanges,
  ) {
    this.#changes = changes;
    this.#review = review;
    this.#lastEditor = lastEditor;
    this.#snapshots = snapshots;
  }

  async copy(text: string, chat?: Confirmer): Promise<boolean> {
    const passed = await confirmInsertion(text, "clipboard", chat);
    if (passed === undefined) return false;
    await vscode.env.clipboard.writeText(passed);
    return true;
  }

  async newFile(text: string, language: string, chat?: Confirmer): Promise<boolean> {
    const content = await confirmInsertion(text, "new file", chat);
    if (content === undefined) return false;
    const document = await vscode.workspace.openTextDocument({ content, language });
    await vscode.window.showTextDocument(document, { preview: false });
    this.#changes.add([createdFile(document, content)]);
    return true;
  }

  /** Inserts at the primary cursor of the target's document, or else of the most recently used editor. */
  async atCursor(text: string, target: Target | undefined, chat?: Confirmer): Promise<boolean> {
    const document = target ? await documentOf(target) : this.#lastDocument;
    return this.#atCursorOf(document, text, { target, chat });
  }

  get #lastDocument(): vscode.TextDocument | undefined {
    return this.#lastEditor.used.find(({ document }) => isShown(document))?.document;
  }

  /** If the source of the question is no longer known, the open file is only a guess. */
  async atSomeCursor(text: string, chat?: Confirmer): Promise<boolean> {
    return this.#refuse(text, {
      sentence: t("The source of this question is no longer known."),
      into: this.#lastDocument,
      chat,
    });
  }

  async #atCursorOf(
    document: vscode.TextDocument | undefined,
    text: string,
    about: { readonly target?: Target | undefined; readonly chat: Confirmer | undefined },
  ): Promise<boolean> {
    const { target, chat } = about;
    if (!document || !(await this.#cursorIn(document, target)))
      return this.#refuseCursor(text, about);
    const passed = await confirmInsertion(text, document.uri, chat);
    if (passed === undefined) return false;
    // While the user is asked, the tab may be closed or its content changed.
    const editor = await this.#cursorIn(document, target);
    if (!editor) return this.#refuseCursor(text, about);
    const at = editor.selection.active;
    const range = new vscode.Range(at, at);
    const fitted = fitIndent(passed, placeOf(editor, range, target));
    return this.#edit(editor, range, { text, fitted, ...about });
  }

  /** In a document that no tab showed, puts the cursor after the text that was sent, if unchanged. */
  async #cursorIn(
    document: vscode.TextDocument,
    target: Target | undefined,
  ): Promise<vscode.TextEditor | undefined> {
    const shown = await showDocument(document, this.#lastEditor);
    if (target && shown?.reopened) {
      const range = unchangedRange(document, target);
      if (!range) return undefined;
      shown.editor.selection = new vscode.Selection(range.end, range.end);
    }
    return shown?.editor;
  }

  /** Replaces the text that was sent, after a review, if it is unchanged. */
  async replace(
    text: string,
    target: Target,
    { title, key, isBlock, chat }: Replacement,
  ): Promise<boolean> {
    const document = await unchanged(target);
    const { editor } = (document && (await showDocument(document, this.#lastEditor))) ?? {};
    if (!document || !editor) return this.#refuseTarget(text, target, { title, chat });
    const passed = await confirmInsertion(text, document.uri, chat);
    if (passed === undefined) return false;
    const { proposedReplacement, replaceIn } = await import("./review/replacement");
    const proposed = proposedReplacement(document, target, { text: passed, isBlock });
    if (proposed === undefined) {
      const sentence = t("The answer shows only a part of the code, so it was not inserted.");
      return this.#refuse(text, { sentence, target, title, into: document, chat });
    }
    const review = await this.#review();
    return review.ask({
      key,
      title: plainText(title),
      question: t("Replace the selection as shown in the diff?"),
      yes: t("Replace"),
      files: [proposed],
      refusals: [],
      chat,
      changes: this.#changes,
      write: async (present, after) => {
        const { editor: shown } = (await showDocument(present, this.#lastEditor)) ?? {};
        return shown !== undefined && replaceIn(shown, after, target);
      },
      failed: () => this.#refuse(text, { sentence: cannotBeChanged(document), target, chat }),
    });
  }

  async #edit(
    editor: vscode.TextEditor,
    range: vscode.Range,
    {
      text,
      fitted,
      target,
      chat,
    }: Pick<InsertionRefusal, "target" | "chat"> & { text: string; fitted: string },
  ): Promise<boolean> {
    const { document } = editor;
    const { version } = document;
    const edited = editedFile(document, range, fitted);
    const applied = await editor.edit((edit) => edit.replace(range, fitted));
    // VS Code also reports success for a read-only document.
    if (!applied || (document.version === version && document.getText(range) !== fitted)) {
      return this.#refuse(text, { sentence: cannotBeChanged(document), target, chat });
    }
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    noteInserted();
    this.#changes.add([edited]);
    return true;
  }

  async #refuseCursor(
    text: string,
    { target, chat }: Pick<InsertionRefusal, "target" | "chat">,
  ): Promise<boolean> {
    if (target) return this.#refuseTarget(text, target, { chat });
    return this.#refuse(text, { sentence: t("There is no open file to insert into."), chat });
  }

  async #refuseTarget(
    text: string,
    target: Target,
    more: Pick<InsertionRefusal, "title" | "chat">,
  ): Promise<boolean> {
    const into = await documentOf(target);
    const sentence = into ? changed(target) : goneSentence(target);
    return this.#refuse(text, { sentence, target, into, ...more });
  }

  /** If inserting is impossible, copying still works. True only after inserting at another cursor. */
  async #refuse(
    text: string,
    { sentence, target, title, into, chat }: InsertionRefusal,
  ): Promise<boolean> {
    const [diff, copy, file] = [t("Show Diff"), t("Copy"), t("New File")];
    const cursor =
      into && !target
        ? t("Insert at Cursor in {0}", plainText(fileName(into), 60))
        : t("Insert at Cursor");
    const choices = [...(target ? [diff] : []), ...(into ? [cursor] : []), copy, file];
    const chosen = await tell(sentence, choices, { chat, severity: "warning" });
    const language = target?.document?.languageId ?? "markdown";
    if (chosen === copy) await this.copy(text, chat);
    else if (chosen === file) await this.newFile(text, language, chat);
    else if (chosen === diff && target) await this.#showDiff(text, target, title);
    else if (chosen === cursor) return this.#atCursorOf(into, text, { chat });
    return false;
  }

  async #showDiff(answer: string, { label, original }: Target, title = label): Promise<void> {
    const sent = this.#snapshots.add(label, original);
    const proposed = this.#snapshots.add(label, answer);
    await vscode.commands.executeCommand("vscode.diff", sent, proposed, plainText(title));
  }
}

/** The target's document, if the text that was sent is unchanged. */
async function unchanged(target: Target): Promise<vscode.TextDocument | undefined> {
  const document = await documentOf(target);
  return document && unchangedRange(document, target) ? document : undefined;
}

function changed({ label }: Target): string {
  return t("The text in {0} has changed since it was sent, so the answer was not inserted.", label);
}

function cannotBeChanged(document: vscode.TextDocument): string {
  return t("{0} cannot be changed.", fileName(document));
}
