import { stripVTControlCharacters } from "node:util";
import * as vscode from "vscode";
import type { Attachment } from "../../conversation/core/attachment";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import { askAbout } from "./askAbout";
import type { AboutCodeParts } from "./aboutProblem";
import { textAttachment } from "./attachments";

/** Asks about a notebook cell and its output. */
export function askAboutCell(parts: AboutCodeParts): Command {
  return {
    id: "expertHub.askAboutCell",
    async run(given?: unknown): Promise<void> {
      const cell = cellOf(given);
      if (!cell) return;
      const { document, outputs } = cell;
      const last = document.lineAt(document.lineCount - 1);
      const attachments: Attachment[] = [
        await parts.attacher.ofRange(
          document,
          new vscode.Range(new vscode.Position(0, 0), last.range.end),
        ),
      ];
      const { text, hasFailed } = outputOf(outputs);
      if (text !== "") attachments.push(textAttachment({ text, label: t("Output of the cell") }));
      await askAbout(parts, {
        attachments,
        ...(hasFailed && { typed: t("Explain the error of this cell and how to fix it.") }),
      });
    },
  };
}

/** The menu of a cell passes it; otherwise the selected one is meant. */
function cellOf(given: unknown): vscode.NotebookCell | undefined {
  if (typeof given === "object" && given !== null && "document" in given && "outputs" in given)
    return given as vscode.NotebookCell;
  const editor = vscode.window.activeNotebookEditor;
  return editor && editor.notebook.cellAt(editor.selection.start);
}

const errorMime = "application/vnd.code.notebook.error";
const textMimes = new Set([
  "text/plain",
  "application/vnd.code.notebook.stdout",
  "application/vnd.code.notebook.stderr",
]);

/** Pictures and tables of the output stay out: a question is text. */
function outputOf(outputs: readonly vscode.NotebookCellOutput[]) {
  const items = outputs.flatMap(({ items }) => items);
  const texts = items.flatMap(({ mime, data }) => {
    if (mime === errorMime) return [errorIn(Buffer.from(data).toString())];
    return textMimes.has(mime) ? [Buffer.from(data).toString()] : [];
  });
  return { text: texts.join("\n"), hasFailed: items.some(({ mime }) => mime === errorMime) };
}

function errorIn(json: string): string {
  try {
    const { name, message, stack } = JSON.parse(json) as Partial<Error>;
    const head = [name, message].filter(Boolean).join(": ");
    // Stacks of kernels are coloured for terminals.
    return stack ? `${head}\n${stripVTControlCharacters(stack)}` : head;
  } catch {
    return json;
  }
}
