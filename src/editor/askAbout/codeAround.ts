import * as vscode from "vscode";

/** Lines of a symbol that are still sent as a whole. */
const most = 150;
/** Lines before and after, where no symbol fits. */
const around = 10;

/** Whole lines: the smallest symbol around the range, such as its function, else some lines around it. */
export async function codeAround(
  document: vscode.TextDocument,
  range: vscode.Range,
): Promise<vscode.Range> {
  const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(
    "vscode.executeDocumentSymbolProvider",
    document.uri,
  );
  const smallest = innermost(symbols ?? [], range);
  const isSmall = smallest && smallest.end.line - smallest.start.line < most;
  return wholeLines(
    document,
    isSmall ? smallest : range,
    isSmall || document.lineCount <= most ? 0 : around,
  );
}

function innermost(
  symbols: readonly vscode.DocumentSymbol[],
  range: vscode.Range,
): vscode.Range | undefined {
  const outer = symbols.find((symbol) => symbol.range.contains(range));
  return outer && (innermost(outer.children ?? [], range) ?? outer.range);
}

function wholeLines(document: vscode.TextDocument, range: vscode.Range, more: number) {
  const first = Math.max(0, range.start.line - more);
  const last = Math.min(document.lineCount - 1, range.end.line + more);
  return new vscode.Range(first, 0, last, document.lineAt(last).text.length);
}
