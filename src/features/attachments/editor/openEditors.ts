import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { fileExists } from "../../../platform/editor/newFile";
import { panelTypeOf } from "../../../platform/editor/panelTypes";
import { editorsOf, type LastEditor, visibleAs } from "../../../platform/editor/lastEditor";
import { isUnchangedIn, rangeOf, type Target, unchangedRange } from "./attachmentOrigins";
import { openDocument } from "./openDocuments";
import { notFound } from "../../../platform/core/localError";

interface ShownDocument {
  readonly editor: vscode.TextEditor;
  /** True if no tab showed the document: its cursor was not set by the user. */
  readonly reopened: boolean;
}

/** The same document that was asked about, else what has its URI now; `undefined` if that is gone. */
export async function documentOf(target: Target): Promise<vscode.TextDocument | undefined> {
  const { document, uri } = target;
  if (isCell(uri)) return cellOf(target);
  if (!document) return reopenedDocument(target);
  // VS Code may keep a document open for a while after its file is deleted.
  const isThere = document.isUntitled || document.isDirty || (await documentExists(uri));
  if (!document.isClosed) return isThere ? document : undefined;
  // Another untitled document may have taken its name.
  if (document.isUntitled || !isThere) return undefined;
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

/** The document of a question from before this window was loaded. */
async function reopenedDocument(target: Target): Promise<vscode.TextDocument | undefined> {
  const document = await opened(target.uri);
  if (!document) return undefined;
  const isFound = unchangedRange(document, target) !== undefined;
  // Another untitled document may have taken its name.
  return isFound || !document.isUntitled ? document : undefined;
}

async function opened(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  if (uri.scheme === "untitled") return openDocument(uri);
  // A saved conversation may name any scheme: only files are opened.
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === undefined) return undefined;
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

export function notFoundSentence({ label }: Target): string {
  return t("{0} is no longer open, and cannot be opened.", label);
}

/** In a notebook that was reopened, the URI may belong to another cell. */
function cellOf(target: Target): vscode.TextDocument | undefined {
  const { cell, notebook } = notebookOf(target.uri) ?? {};
  if (!cell || cell.document === target.document) return cell?.document;
  const alike = notebook
    ?.getCells()
    .filter(({ document }) => isUnchangedIn(document.getText(), target));
  return alike?.length === 1 && unchangedRange(cell.document, target) ? cell.document : undefined;
}

/** Also true where there is no file to look for, as with `git:`. */
async function documentExists(uri: vscode.Uri): Promise<boolean> {
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === undefined) return true;
  return fileExists(uri);
}

/** Brings a document to the front in its most recent editor; replaces no tab, covers no chat. */
export async function showDocument(
  document: vscode.TextDocument,
  lastEditor: LastEditor,
): Promise<ShownDocument | undefined> {
  const open = await findDocument(document, lastEditor);
  if (open) {
    await focus(open);
    return { editor: open, reopened: false };
  }
  if (isCell(document.uri)) return undefined;
  const viewColumn = columnBesideChats(lastEditor);
  const editor = await vscode.window.showTextDocument(document, { viewColumn, preview: false });
  return { editor, reopened: true };
}

async function findDocument(
  document: vscode.TextDocument,
  lastEditor: LastEditor,
): Promise<vscode.TextEditor | undefined> {
  const uri = document.uri.toString();
  for (const used of lastEditor.used) {
    if (used.document.uri.toString() !== uri) continue;
    const editor = visibleAs(used) ?? (await bringBack(document, used));
    if (editor) return editor;
  }
  return editorsOf(document)[0] ?? bringBack(document);
}

/** True for a document that the user has open, even behind another tab. */
export function isShown(document: vscode.TextDocument): boolean {
  const { all } = vscode.window.tabGroups;
  return editorsOf(document).length > 0 || all.some(({ tabs }) => tabs.some(tabOf(document)));
}

/** Shows a hidden tab of the document, with its previous cursor. */
async function bringBack(
  document: vscode.TextDocument,
  used?: vscode.TextEditor,
): Promise<vscode.TextEditor | undefined> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.filter(tabOf(document)));
  const tab = used
    ? tabs.find((one) => columnIn(one) === used.viewColumn)
    : tabs.toSorted((a, b) => Number(isDiff(a)) - Number(isDiff(b)))[0];
  if (!tab) return undefined;
  const where = { viewColumn: tab.group.viewColumn };
  const { notebook, cell } = notebookOf(document.uri) ?? {};
  if (notebook && cell) {
    const selections = [new vscode.NotebookRange(cell.index, cell.index + 1)];
    await vscode.window.showNotebookDocument(notebook, { ...where, selections });
  } else if (tab.input instanceof vscode.TabInputTextDiff) {
    const { original, modified } = tab.input;
    await vscode.commands.executeCommand("vscode.diff", original, modified, tab.label, where);
  } else return vscode.window.showTextDocument(document, where);
  return appearing(document);
}

function isDiff({ input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputTextDiff;
}

/** As VS Code reports nested editors: those of diffs and notebooks have no column. */
function columnIn({ input, group }: vscode.Tab): vscode.ViewColumn | undefined {
  return input instanceof vscode.TabInputText ? group.viewColumn : undefined;
}

function tabOf(document: vscode.TextDocument): (tab: vscode.Tab) => boolean {
  const uri = (notebookOf(document.uri)?.notebook ?? document).uri.toString();
  return ({ input }) => {
    if (input instanceof vscode.TabInputTextDiff)
      return [input.original, input.modified].some((side) => side.toString() === uri);
    const isOne = input instanceof vscode.TabInputText || input instanceof vscode.TabInputNotebook;
    return isOne && input.uri.toString() === uri;
  };
}

/** An editor appears a little later than its tab. */
async function appearing(document: vscode.TextDocument): Promise<vscode.TextEditor | undefined> {
  if (editorsOf(document).length === 0)
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(patience);
        changed.dispose();
        resolve();
      };
      const patience = setTimeout(end, 2_000);
      const changed = vscode.window.onDidChangeVisibleTextEditors(() => {
        if (editorsOf(document).length > 0) end();
      });
    });
  return editorsOf(document)[0];
}

const groupNames = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"];

/** Showing its document instead could open it a second time. */
async function focus({ document, viewColumn }: vscode.TextEditor): Promise<void> {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const isIn = ({ activeTab }: vscode.TabGroup) => activeTab && tabOf(document)(activeTab);
  const column = viewColumn ?? [activeTabGroup, ...all].find(isIn)?.viewColumn;
  const name = column === undefined ? undefined : groupNames[column - 1];
  if (name) await vscode.commands.executeCommand(`workbench.action.focus${name}EditorGroup`);
}

function columnBesideChats({ used: [last] }: LastEditor): vscode.ViewColumn {
  const free = vscode.window.tabGroups.all.filter(
    ({ activeTab }) => !activeTab || panelTypeOf(activeTab) === undefined,
  );
  const group =
    free.find(({ viewColumn }) => viewColumn === last?.viewColumn) ??
    free.find(({ isActive }) => isActive) ??
    free[0];
  return group?.viewColumn ?? vscode.ViewColumn.Beside;
}

function isCell({ scheme }: vscode.Uri): boolean {
  return scheme === "vscode-notebook-cell";
}

function notebookOf(
  uri: vscode.Uri,
): { notebook: vscode.NotebookDocument; cell: vscode.NotebookCell } | undefined {
  if (!isCell(uri)) return undefined;
  for (const notebook of vscode.workspace.notebookDocuments)
    for (const cell of notebook.getCells())
      if (cell.document.uri.toString() === uri.toString()) return { notebook, cell };
  return undefined;
}

/** Shows and selects the text that was asked about. Rejects with a sentence if its document is gone. */
export async function revealTarget(
  target: Target,
  lastEditor: LastEditor,
  line?: number,
): Promise<void> {
  const document = await documentOf(target);
  const { editor } = (document && (await showDocument(document, lastEditor))) ?? {};
  if (!document || !editor) throw notFound(notFoundSentence(target));
  const range = rangeOf(document, target);
  const at =
    line === undefined ? undefined : range.start.translate(line - 1).with({ character: 0 });
  select(editor, at ? new vscode.Range(at, at) : range);
}

export function select(editor: vscode.TextEditor, { start, end }: vscode.Range): void {
  editor.selection = new vscode.Selection(start, end);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
