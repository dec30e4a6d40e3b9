import * as vscode from "vscode";
import type { Command } from "../../../platform/editor/commands";
import { askAbout } from "./askAbout";
import type { AboutCodeParts } from "./aboutProblem";
import { codeAttachment } from "./attachments";

/** Attaches the code around a line, from the menu of its number. */
export function askAboutLine(parts: AboutCodeParts): Command {
  return {
    id: "expertHub.askAboutLine",
    async run(place?: unknown): Promise<void> {
      const at = lineGiven(place);
      if (!at) return;
      const range = new vscode.Range(at.line - 1, 0, at.line - 1, 0);
      await askAbout(parts, { attachments: [await codeAttachment(parts.attacher, at.uri, range)] });
    },
  };
}

/** The menu passes the line, counted from 1; the palette nothing, and the cursor's line is meant. */
function lineGiven(given: unknown): { uri: vscode.Uri; line: number } | undefined {
  if (typeof given === "object" && given !== null) {
    const { uri, lineNumber } = given as { uri?: unknown; lineNumber?: unknown };
    if (uri instanceof vscode.Uri && typeof lineNumber === "number")
      return { uri, line: lineNumber };
  }
  const { activeTextEditor: editor } = vscode.window;
  return editor && { uri: editor.document.uri, line: editor.selection.active.line + 1 };
}
