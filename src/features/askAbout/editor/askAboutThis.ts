import * as vscode from "vscode";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import type { CommandId } from "../../../platform/editor/manifest";
import type { SelectedEditor } from "../../../platform/editor/selectedEditor";
import { fileNameOfUri, selectionOf } from "../../attachments/editor/selection";
import {
  type AboutCodeParts,
  askAboutCell,
  askAboutLine,
  askAboutProblem,
  askAboutTest,
  type LinePlace,
  type TestPlace,
} from "./commands";
import { runChosen, showQuickPick } from "../../../platform/editor/inputs";

interface AskAboutThisParts extends AboutCodeParts {
  readonly selectedEditor: Pick<SelectedEditor, "current">;
}

/**
 * Asks about what a menu or the lightbulb passes: a problem, a line, a test or a notebook cell. The
 * palette passes nothing, and the user picks from what is there.
 */
export function askAboutThis(parts: AskAboutThisParts): Command {
  return {
    id: "expertHub.askAbout",
    async run(...args: unknown[]): Promise<void> {
      const ask = given(parts, args) ?? (await picked(parts));
      await ask?.();
    },
  };
}

type Ask = () => Thenable<unknown>;

function given(parts: AskAboutThisParts, args: readonly unknown[]): Ask | undefined {
  const [place, problem] = args;
  if (place instanceof vscode.Uri && problem instanceof vscode.Diagnostic)
    return () => askAboutProblem(parts, place, problem);
  if (isLine(place)) return () => askAboutLine(parts, place);
  if (isCell(place)) return () => askAboutCell(parts, place);
  const test = testIn(place);
  return test && (() => askAboutTest(parts, test));
}

function isLine(place: unknown): place is LinePlace {
  if (typeof place !== "object" || place === null) return false;
  const { uri, lineNumber } = place as Partial<LinePlace>;
  return uri instanceof vscode.Uri && typeof lineNumber === "number";
}

function isCell(place: unknown): place is vscode.NotebookCell {
  return typeof place === "object" && place !== null && "document" in place && "outputs" in place;
}

/** The menu of a test passes the test, that of a failure both. */
function testIn(place: unknown): TestPlace | undefined {
  if (typeof place !== "object" || place === null) return undefined;
  if ("test" in place) return place as TestPlace;
  return "label" in place && "children" in place
    ? { test: place as unknown as vscode.TestItem }
    : undefined;
}

function currentLine(): LinePlace | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && { uri: editor.document.uri, lineNumber: editor.selection.active.line + 1 };
}

function currentCell(): vscode.NotebookCell | undefined {
  const editor = vscode.window.activeNotebookEditor;
  return editor && editor.notebook.cellAt(editor.selection.start);
}

interface AboutRow extends vscode.QuickPickItem {
  readonly ask: Ask;
}

const running = (id: CommandId) => () => runChosen(id);

async function picked(parts: AskAboutThisParts): Promise<Ask | undefined> {
  const rows: AboutRow[] = [];
  const selected = selectionOf(parts.selectedEditor.current);
  if (selected)
    rows.push({
      label: t("Selection"),
      description: selected.label,
      ask: running("expertHub.askSelectionElsewhere"),
    });
  const line = currentLine();
  if (line)
    rows.push({
      label: t("Line {0}", line.lineNumber),
      description: fileNameOfUri(line.uri),
      ask: () => askAboutLine(parts, line),
    });
  const cell = currentCell();
  if (cell) rows.push({ label: t("Notebook cell"), ask: () => askAboutCell(parts, cell) });
  if (vscode.window.activeTerminal)
    rows.push(
      { label: t("Terminal selection"), ask: running("expertHub.askAboutTerminalSelection") },
      { label: t("Last terminal command"), ask: running("expertHub.askAboutLastCommand") },
    );
  if (rows.length === 0)
    throw new HubError("invalid-request", t("Open a file or a terminal to ask about it."));
  const title = t("What do you want to ask about?");
  return (await showQuickPick(rows, { title }))?.ask;
}
