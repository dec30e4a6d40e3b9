import * as vscode from "vscode";
import type { Attachment, Origin } from "../../conversation/core/attachment";
import { locale, t } from "../../../kit/l10n";
import { sizeOf } from "../../../contract/sizes";
import { languageName } from "../../../platform/editor/languageName";
import { aroundOf } from "./places";

/** An editor, or a range that is treated as if it were selected in one. */
export type Selected = Pick<vscode.TextEditor, "document" | "selections" | "selection">;

/** The selection as it is sent with a question; `undefined` if nothing is selected. */
export function selectionOf(editor: Selected | undefined): Attachment | undefined {
  if (!editor) return undefined;
  const { document } = editor;
  const place = selectedPlace(editor);
  if (!place) return undefined;
  const ranges = rangesOf(editor);
  const text = ranges.map((range) => document.getText(range)).join("\n");
  const { label, lines } = place;
  return {
    id: crypto.randomUUID(),
    text,
    languageId: document.languageId,
    label,
    detail: [
      ...detailOf({ text, lines: place.count, languageId: document.languageId }),
      ...(ranges.length > 1 ? [t("{0} selections joined", ranges.length)] : []),
    ].join(" · "),
    origin: withSurroundings(originOf(editor), document.getText()),
    path: sentPath(document.uri),
    lines,
  };
}

/** Where something is selected, without its text; `undefined` if nothing is. */
export function selectedPlace(
  editor: Selected,
): { label: string; lines: string; count: number } | undefined {
  const ranges = rangesOf(editor);
  if (ranges.length === 0) return undefined;
  const lines = ranges.map(lineRange).join(", ");
  return {
    label: `${fileName(editor.document)}:${lines}`,
    lines,
    count: ranges.reduce((sum, range) => sum + lastLine(range) - range.start.line + 1, 0),
  };
}

/** Where the selection is now. */
export function originOf(editor: Selected): Origin {
  const { document, selection } = editor;
  const offsets = ({ start, end }: vscode.Range) => ({
    start: document.offsetAt(start),
    end: document.offsetAt(end),
  });
  const ranges = rangesOf(editor);
  return {
    uri: document.uri.toString(),
    ...offsets(selection),
    single: ranges.length === 1 && !selection.isEmpty,
    ...(ranges.length > 1 && { parts: ranges.map(offsets) }),
  };
}

function withSurroundings(origin: Origin, whole: string): Origin {
  const { parts, single } = origin;
  return {
    ...origin,
    around: single ? aroundOf(whole, origin) : undefined,
    parts: parts?.map((part) => ({ ...part, around: aroundOf(whole, part) })),
  };
}

function rangesOf({ selections }: Selected): readonly vscode.Selection[] {
  return selections
    .filter((selection) => !selection.isEmpty)
    .toSorted((a, b) => a.start.compareTo(b.start));
}

/** A whole document, such as a file, as it is sent with a question. */
export function wholeOf(uri: vscode.Uri, text: string, languageId: string): Attachment {
  const lines = text.split(/\r\n|[\r\n]/).length - (/[\r\n]$/.test(text) ? 1 : 0);
  return {
    id: crypto.randomUUID(),
    text,
    languageId,
    label: fileNameOfUri(uri),
    detail: detailOf({ text, lines, languageId }).join(" · "),
    origin: { uri: uri.toString(), start: 0, end: text.length, single: false },
    path: sentPath(uri),
  };
}

function detailOf({
  text,
  lines,
  languageId,
}: {
  text: string;
  lines: number;
  languageId: string;
}) {
  return [inLines(lines), languageName(languageId), sizeOf(Buffer.byteLength(text))];
}

export function inLines(lines: number): string {
  return lines === 1 ? t("1 line") : t("{0} lines", inDigits(lines));
}

/** What an expert may know of where a file is: nothing above the workspace. */
export function sentPath(uri: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(uri)
    ? vscode.workspace.asRelativePath(uri)
    : fileNameOfUri(uri);
}

export function fileName({ uri }: vscode.TextDocument): string {
  return fileNameOfUri(uri);
}

export function fileNameOfUri({ path }: vscode.Uri): string {
  return path.split("/").at(-1) ?? path;
}

/** The folder of a file, as the workspace shows it. */
export function parentPath(uri: vscode.Uri): string {
  const path = vscode.workspace.asRelativePath(uri);
  return path.slice(0, Math.max(0, path.length - fileNameOfUri(uri).length - 1));
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

/** A whole number with separators, such as `1,234`. */
export function inDigits(number: number): string {
  return number.toLocaleString(locale());
}
