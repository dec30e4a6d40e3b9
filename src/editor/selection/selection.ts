import * as vscode from "vscode";
import type { Origin } from "../../app/conversation/origin";
import type { Attachment } from "../../app/conversation/question";
import { languageName } from "./languageName";

/** The selection as it is sent with a question; `undefined` if nothing is selected. */
export function selectionOf(editor: vscode.TextEditor | undefined): Attachment | undefined {
  if (!editor) return undefined;
  const { document } = editor;
  const ranges = editor.selections
    .filter((selection) => !selection.isEmpty)
    .toSorted((a, b) => a.start.compareTo(b.start));
  if (ranges.length === 0) return undefined;
  const text = ranges.map((range) => document.getText(range)).join("\n");
  const lines = ranges.reduce((sum, range) => sum + lastLine(range) - range.start.line + 1, 0);
  return {
    id: crypto.randomUUID(),
    text,
    languageId: document.languageId,
    label: `${fileName(document)}:${ranges.map(lineRange).join(", ")}`,
    detail: [
      lines === 1 ? "1 line" : `${lines} lines`,
      languageName(document.languageId),
      size(text),
      ...(ranges.length > 1 ? [`${ranges.length} selections joined`] : []),
    ].join(" · "),
    origin: originOf(editor),
  };
}

/** Where the selection is now. */
export function originOf({ document, selections, selection }: vscode.TextEditor): Origin {
  return {
    uri: document.uri.toString(),
    start: document.offsetAt(selection.start),
    end: document.offsetAt(selection.end),
    single: selections.filter(({ isEmpty }) => !isEmpty).length === 1 && !selection.isEmpty,
  };
}

export function fileName({ uri }: vscode.TextDocument): string {
  return nameOf(uri);
}

export function nameOf({ path }: vscode.Uri): string {
  return path.split("/").at(-1) ?? path;
}

function lineRange(range: vscode.Range): string {
  const first = range.start.line + 1;
  const last = lastLine(range) + 1;
  return first === last ? `${first}` : `${first}–${last}`;
}

/** A selection of whole lines ends at the start of the next line. */
function lastLine({ start, end }: vscode.Range): number {
  return end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
}

function size(text: string): string {
  const bytes = Buffer.byteLength(text);
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} KB`;
}
