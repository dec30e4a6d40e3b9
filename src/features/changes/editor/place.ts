import * as vscode from "vscode";
import type { CursorFile } from "../core/cursorEdits";
import {
  type TargetPlace,
  type FileIndentation,
  fileIndentation,
  targetPlace,
} from "../core/indentation/fitIndent";
import { indentOf } from "../core/indentation/measure";
import { rangeOf, type Target } from "../../attachments/editor/attachmentOrigins";
import { withoutReturns } from "./review/proposedFile";

type Editor = Pick<vscode.TextEditor, "document" | "options">;

/** The indentation of the lines around a range, and of those that were asked about. */
export function placeOf(
  editor: Editor,
  { start }: vscode.Range,
  target: Target | undefined,
): TargetPlace {
  const { text } = editor.document.lineAt(start.line);
  return targetPlace(text, start.character, cursorFileOf(editor, target));
}

export function cursorFileOf(
  { document, options }: Editor,
  target: Target | undefined,
): CursorFile {
  const lines = withoutReturns(document.getText()).split("\n");
  return {
    lines,
    languageId: document.languageId,
    ...(shownIndentation(options) ?? fileIndentation(lines, configuredIndentation(document))),
    sent: target && sentFrom(document, target),
  };
}

/** As VS Code has detected it, or the user has chosen it for this editor. */
function shownIndentation({
  tabSize,
  indentSize,
  insertSpaces,
}: vscode.TextEditorOptions): FileIndentation | undefined {
  if (typeof tabSize !== "number") return undefined;
  const step = typeof indentSize === "number" ? indentSize : tabSize;
  return { isByTabs: insertSpaces === false, step, tabSize };
}

function configuredIndentation({ uri, languageId }: vscode.TextDocument): FileIndentation {
  const settings = vscode.workspace.getConfiguration("editor", { uri, languageId });
  const tabSize = settings.get<number>("tabSize", 4);
  return { isByTabs: settings.get("insertSpaces") === false, step: tabSize, tabSize };
}

function sentFrom(document: vscode.TextDocument, target: Target): TargetPlace["sent"] {
  return {
    indent: indentOf(document.lineAt(rangeOf(document, target).start.line).text),
    severalLines: /[\r\n]/.test(target.original.trim()),
  };
}
