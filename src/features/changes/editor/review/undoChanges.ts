import * as vscode from "vscode";
import { locale, t } from "../../../../kit/l10n";
import type {
  ConfirmationReason,
  ConfirmationRequest,
  Confirmer,
} from "../../../../platform/core/confirmer";
import { decide, announce } from "../../../../platform/editor/confirm";
import { plainText } from "../../../../platform/editor/plainText";
import type { Reason } from "../../core/fileChange";
import { byFile, textBefore } from "../../core/undo";
import type { AnswerChanges, AppliedFile } from "./appliedChanges";
import { presentDocument, writeLines } from "./documentLines";
import { withoutReturns } from "./proposedFile";

/** What undoing the changes of a file would do to it, or has done. */
interface FileUndo {
  /** In order; never empty. */
  readonly changes: readonly AppliedFile[];
  readonly uri: vscode.Uri;
  /** As VS Code names it. */
  readonly name: string;
  /** When it was last changed. */
  readonly at: number;
  readonly isCreated: boolean;
  /** It is as before already. */
  readonly isOver?: boolean;
  /** Why it stays as it is. */
  readonly why?: Reason;
}

interface Look extends FileUndo {
  readonly document?: vscode.TextDocument;
  readonly text?: string;
}

/** Takes back what an answer has changed in files, once the user has seen which, and says what was done. */
export async function undoAnswer(changes: AnswerChanges, chat?: Confirmer): Promise<void> {
  const files = await Promise.all(byFile(changes.files).map(look));
  const open = files.filter(isOpen);
  if (open.length === 0) {
    changes.drop(files.flatMap(({ why, changes: over }) => (why ? [] : over)));
    const left = leftInWords(files);
    const sentence = left === "" ? t("The files are as they were before this answer.") : left;
    void announce(sentence, [], { chat, severity: left === "" ? undefined : "warning" });
    return;
  }
  if ((await decide(questionAbout(open, files), { chat })) === undefined) return;
  const results = await undoNow(changes.files, changes);
  const count = results.filter(isOpen).length;
  const sentence = count === 1 ? t("Undone in 1 file.") : t("Undone in {0} files.", count);
  const left = leftInWords(results);
  const words = [...(count > 0 ? [sentence] : []), left].join(" ").trim();
  void announce(words, [], { chat, severity: left === "" ? undefined : "warning" });
}

/** It can be undone, or was just undone. */
const isOpen = ({ isOver, why }: FileUndo): boolean => isOver !== true && !why;

function questionAbout(open: readonly FileUndo[], files: readonly FileUndo[]): ConfirmationRequest {
  const left = files.filter(({ why }) => why);
  return {
    sentence: t("Undo this answer's changes?"),
    reasons: [
      { text: t("These files go back to how they were before this answer:"), isHeading: true },
      ...open.map(fileReason),
      ...(left.length > 0 ? [{ text: t("These files stay as they are:"), isHeading: true }] : []),
      ...left.map(({ why, name }) => ({ text: why!(name) })),
    ],
    choices: [t("Undo Changes")],
    no: t("Keep Changes"),
    enterAgrees: true,
  };
}

function fileReason({ name, at, uri, isCreated }: FileUndo): ConfirmationReason {
  const time = changeTime(at);
  const text = !isCreated
    ? t("{0}, changed at {1}", name, time)
    : uri.scheme === "untitled"
      ? t("{0}, created at {1}, will be closed", name, time)
      : t("{0}, created at {1}, will be deleted", name, time);
  return { text, show: () => vscode.window.showTextDocument(uri) };
}

/** Today's times as a clock time, others with their date. */
function changeTime(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const style = isToday ? {} : { dateStyle: "medium" as const };
  return new Intl.DateTimeFormat(locale(), { timeStyle: "short", ...style }).format(at);
}

/** Takes these changes of an answer back, file by file, where nothing else has changed a file since. */
export async function undoNow(
  files: readonly AppliedFile[],
  changes: AnswerChanges,
): Promise<FileUndo[]> {
  const results: FileUndo[] = [];
  for (const ofFile of byFile(files)) {
    const result = await undoFile(ofFile);
    results.push(result);
    if (!result.why) changes.drop(ofFile);
  }
  return results;
}

/** Which files were left as they are, and why; empty if none was. */
export function leftInWords(results: readonly FileUndo[]): string {
  const left = results.filter(({ why }) => why !== undefined);
  const changed = left.filter(({ why }) => why === isChanged);
  const sentences = left.flatMap(({ why, name }) => (why && why !== isChanged ? [why(name)] : []));
  if (changed.length > 0) {
    const names = changed.map(({ name }) => name).join(", ");
    sentences.unshift(t("Not undone, because the text has changed since: {0}", names));
  }
  return sentences.join(" ");
}

const isChanged: Reason = (file) => t("{0} has changed since.", file);

async function look(changes: readonly AppliedFile[]): Promise<Look> {
  const { uri, isCreated } = changes[0]!;
  const name = plainText(vscode.workspace.asRelativePath(uri), 60);
  const undo = { changes, uri, name, isCreated, at: changes.at(-1)!.at };
  const document = await presentDocument(uri);
  if ("why" in document) {
    const isOver = document.isMissing === true && (isCreated || uri.scheme === "untitled");
    return isOver ? { ...undo, isOver } : { ...undo, why: document.why };
  }
  const present = withoutReturns(document.getText());
  const text = textBefore(changes, present);
  if (text === undefined) return { ...undo, why: isChanged };
  if (text === present && !isCreated) return { ...undo, isOver: true };
  return { ...undo, document, text };
}

async function undoFile(changes: readonly AppliedFile[]): Promise<FileUndo> {
  const { document, text, ...undo } = await look(changes);
  if (!document || text === undefined) return undo;
  const isDone = await (undo.isCreated ? remove(document) : writeLines(document, text));
  return isDone ? undo : { ...undo, why: (file) => t("{0} cannot be changed.", file) };
}

async function remove(document: vscode.TextDocument): Promise<boolean> {
  const { uri } = document;
  if (document.isUntitled) {
    // VS Code asks before it closes one that contains something.
    if (!(await writeLines(document, ""))) return false;
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    return vscode.window.tabGroups.close(
      tabs.filter(
        ({ input }) =>
          input instanceof vscode.TabInputText && input.uri.toString() === uri.toString(),
      ),
    );
  }
  const deletion = new vscode.WorkspaceEdit();
  deletion.deleteFile(uri);
  return vscode.workspace.applyEdit(deletion);
}
