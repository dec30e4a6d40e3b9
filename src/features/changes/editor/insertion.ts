import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import type { LastEditor } from "../../../platform/editor/lastEditor";
import type { Confirmer } from "../../../platform/core/confirmer";
import { announce } from "../../../platform/editor/confirm";
import { plainText } from "../../../platform/editor/plainText";
import type { Snapshots } from "../../../platform/editor/snapshots";
import { confirmInsertion } from "./confirmInsertion";
import { noteInserted } from "./noteInserted";
import {
  documentOf,
  notFoundSentence,
  isShown,
  showDocument,
} from "../../attachments/editor/openEditors";
import { type AnswerChanges, createdFile, editedFile } from "./review/appliedChanges";
import type { Review } from "./review/review";
import { fileName } from "../../attachments/editor/selection";
import {
  presentTarget,
  type Target,
  unchangedRange,
} from "../../attachments/editor/attachmentOrigins";

export interface Replacement {
  readonly title: string;
  /** The same for the same text of the same answer. */
  readonly key: string;
  /** The text is a code block, not a whole answer. */
  readonly isBlock: boolean;
  readonly chat?: Confirmer | undefined;
}

/** What can be done instead, besides copying and a new file. */
interface WaysOn {
  /** What the question was about, whose text is compared with the answer. */
  readonly target?: Target | undefined;
  /** Compares the answer with the text that stands there now. */
  readonly review?: (() => Promise<boolean>) | undefined;
  /** A document where the answer can still be inserted at the cursor, if the user wants that. */
  readonly into?: vscode.TextDocument | undefined;
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

  /** Inserts at the cursors of the target's document, or else of the most recently used editor. */
  async atCursor(text: string, target: Target | undefined, chat?: Confirmer): Promise<boolean> {
    const document = target ? await documentOf(target) : this.#lastDocument;
    if (document) return this.#atCursorOf(document, text, { target, chat });
    if (target) return this.refuse(text, notFoundSentence(target), { target, chat });
    return this.refuse(text, t("There is no open file to insert into."), { chat });
  }

  /** An open file has a cursor. */
  get hasCursor(): boolean {
    return this.#lastDocument !== undefined;
  }

  get #lastDocument(): vscode.TextDocument | undefined {
    return this.#lastEditor.used.find(({ document }) => isShown(document))?.document;
  }

  /** If the source of the question is no longer known, the open file is only a guess. */
  async atSomeCursor(text: string, chat?: Confirmer): Promise<boolean> {
    const sentence = t("The source of this question is no longer known.");
    return this.refuse(text, sentence, { into: this.#lastDocument, chat });
  }

  async #atCursorOf(
    document: vscode.TextDocument,
    text: string,
    { target, chat }: Pick<WaysOn, "target" | "chat">,
  ): Promise<boolean> {
    const refuse = () =>
      target
        ? this.refuse(text, changedSentence(document, target), { target, into: document, chat })
        : this.refuse(text, t("There is no open file to insert into."), { chat });
    if (!(await this.#cursorIn(document, target))) return refuse();
    const passed = await confirmInsertion(text, document.uri, chat);
    if (passed === undefined) return false;
    const { lossOnSaving } = await import("./review/savedText");
    const loss = await lossOnSaving(document, passed);
    if (loss) return this.refuse(text, loss(plainText(fileName(document), 60)), { target, chat });
    // While the user is asked, the tab may be closed or its content changed.
    const editor = await this.#cursorIn(document, target);
    if (!editor) return refuse();
    if (await this.#insert(passed, editor, target)) return true;
    return this.refuse(text, cannotBeChanged(document), { target, chat });
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

  /** By one edit at all cursors. False in a document that cannot be changed. */
  async #insert(
    text: string,
    editor: vscode.TextEditor,
    target: Target | undefined,
  ): Promise<boolean> {
    const [{ cursorEdits, withEdits }, { cursorFileOf }] = await Promise.all([
      import("../core/cursorEdits"),
      import("./place"),
    ]);
    const { document } = editor;
    const { version } = document;
    const file = cursorFileOf(editor, target);
    const edits = cursorEdits(text, selectionsIn(editor, target), file);
    const { after, cursors } = withEdits(file.lines, edits);
    const edited = editedFile(document, after);
    const isDone = await editor.edit((edit) => {
      for (const { start, end, text: added } of edits)
        edit.replace(new vscode.Range(start.line, start.character, end.line, end.character), added);
    });
    // VS Code also reports success for a read-only document.
    if (!isDone || (document.version === version && after !== edited.before)) return false;
    editor.selections = cursors.map(
      ({ line, character }) => new vscode.Selection(line, character, line, character),
    );
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    noteInserted();
    this.#changes.add([edited]);
    return true;
  }

  /** Replaces the text that was sent, after a review, if it is unchanged. */
  async replace(text: string, target: Target, how: Replacement): Promise<boolean> {
    const { chat } = how;
    const document = await documentOf(target);
    if (!document) return this.refuse(text, notFoundSentence(target), { target, chat });
    const present = presentTarget(document, target);
    if (present === target) return this.#reviewIn(document, text, target, how);
    return this.refuse(text, changedSentence(document, target), {
      target,
      review:
        present && !present.isUncertain
          ? () => this.#reviewIn(document, text, target, how)
          : undefined,
      into: document,
      chat,
    });
  }

  async #reviewIn(
    document: vscode.TextDocument,
    text: string,
    target: Target,
    { title, key, isBlock, chat }: Replacement,
  ): Promise<boolean> {
    await showDocument(document, this.#lastEditor);
    const passed = await confirmInsertion(text, document.uri, chat);
    if (passed === undefined) return false;
    const { proposedReplacement, replaceIn } = await import("./review/replacement");
    const proposed = proposedReplacement(document, target, { text: passed, isBlock });
    if (proposed === undefined) {
      const sentence = t("The answer shows only a part of the code, so it was not inserted.");
      return this.refuse(text, sentence, { target, into: document, chat });
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
      failed: () => this.refuse(text, cannotBeChanged(document), { target, chat }),
    });
  }

  /** Says why the text did not arrive, and offers what can be done instead. True only once it is in another place. */
  async refuse(
    text: string,
    sentence: string,
    { target, review, into, chat }: WaysOn,
  ): Promise<boolean> {
    const [present, diff] = [t("Compare"), t("Show Diff")];
    const [copy, file] = [t("Copy"), t("New File")];
    const cursor =
      into && !target
        ? t("Insert at Cursor in {0}", plainText(fileName(into), 60))
        : t("Insert at Cursor");
    const choices = [
      ...(review ? [present] : target ? [diff] : []),
      ...(into ? [cursor] : []),
      copy,
      file,
    ];
    const chosen = await announce(sentence, choices, { chat, severity: "warning" });
    const language = target?.document?.languageId ?? "markdown";
    if (chosen === present && review) return review();
    if (chosen === cursor && into) return this.#atCursorOf(into, text, { chat });
    if (chosen === copy) await this.copy(text, chat);
    else if (chosen === file) await this.newFile(text, language, chat);
    else if (chosen === diff && target) await this.#showDiff(text, target);
    return false;
  }

  async #showDiff(answer: string, { label, original }: Target): Promise<void> {
    const sent = this.#snapshots.add(label, original);
    const proposed = this.#snapshots.add(label, answer);
    await vscode.commands.executeCommand("vscode.diff", sent, proposed, plainText(label));
  }
}

/** Several selections that a question was about are no cursors for its answer. */
function selectionsIn(
  editor: vscode.TextEditor,
  target: Target | undefined,
): readonly vscode.Selection[] {
  const { document, selection, selections } = editor;
  const sent = target?.parts?.map(({ range }) => range.start) ?? [];
  const areSent =
    selections.length > 1 &&
    selections.every(({ start }) => sent.includes(document.offsetAt(start)));
  return areSent ? [selection] : selections;
}

function changedSentence(document: vscode.TextDocument, target: Target): string {
  const { label, around, parts } = target;
  const isWhole = !around && !parts;
  return isWhole || presentTarget(document, target)?.isUncertain === false
    ? t("The text in {0} has changed since it was sent, so the answer was not inserted.", label)
    : t(
        "The text that was sent is not in {0} with the lines that stood around it, so the answer was not inserted.",
        label,
      );
}

function cannotBeChanged(document: vscode.TextDocument): string {
  return t("{0} cannot be changed.", fileName(document));
}
