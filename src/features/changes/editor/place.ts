import type * as vscode from "vscode";
import type { TargetPlace } from "../core/indentation/fitIndent";
import { rangeOf, type Target } from "../../attachments/editor/attachmentOrigins";

/** The indentation of the lines around a range, and of those that were asked about. */
export function placeOf(
  { document, options }: Pick<vscode.TextEditor, "document" | "options">,
  { start }: vscode.Range,
  target: Target | undefined,
): TargetPlace {
  const indent = indentOf(document, start.line);
  const tabSize = typeof options.tabSize === "number" ? options.tabSize : 4;
  const step = typeof options.indentSize === "number" ? options.indentSize : tabSize;
  // The line itself is a better source than the settings.
  const spaces = indent === "" ? options.insertSpaces !== false : !indent.includes("\t");
  return {
    languageId: document.languageId,
    indent,
    column: start.character,
    unit: spaces ? " ".repeat(step) : "\t",
    tabSize,
    ...(target && { sent: sentFrom(document, target) }),
  };
}

function sentFrom(document: vscode.TextDocument, target: Target): TargetPlace["sent"] {
  return {
    indent: indentOf(document, rangeOf(document, target).start.line),
    severalLines: /[\r\n]/.test(target.original.trim()),
  };
}

function indentOf(document: vscode.TextDocument, line: number): string {
  return /^[ \t]*/.exec(document.lineAt(line).text)?.[0] ?? "";
}
