import * as vscode from "vscode";
import { locale, t } from "../../../../kit/l10n";
import type {
  ConfirmationReason,
  ConfirmationRequest,
  Confirmer,
} from "../../../../platform/core/confirmer";
import { decide, tell } from "../../../../platform/editor/confirm";
import type { AnswerChanges } from "./appliedChanges";
import { leftInWords, lookAtFiles, undoNow, type FileUndo } from "./undoChanges";

/** Takes back what an answer has changed in files, once the user has seen which, and says what was done. */
export async function undoAnswer(changes: AnswerChanges, chat?: Confirmer): Promise<void> {
  const files = await lookAtFiles(changes.files);
  const open = files.filter(isOpen);
  if (open.length === 0) {
    changes.drop(files.flatMap(({ why, changes: over }) => (why ? [] : over)));
    const left = leftInWords(files);
    const sentence = left === "" ? t("The files are as they were before this answer.") : left;
    void tell(sentence, [], { chat, severity: left === "" ? undefined : "warning" });
    return;
  }
  if (!(await decide(questionAbout(open, files), { chat }))) return;
  const results = await undoNow(changes.files, changes);
  const count = results.filter(isOpen).length;
  const sentence = count === 1 ? t("Undone in 1 file.") : t("Undone in {0} files.", count);
  const left = leftInWords(results);
  const words = [...(count > 0 ? [sentence] : []), left].join(" ").trim();
  void tell(words, [], { chat, severity: left === "" ? undefined : "warning" });
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
