import * as vscode from "vscode";
import type { FileProblem } from "../../contract/builtInHubApi";

/** Shows exactly these among the problems of VS Code. */
export function showProblems(
  collection: vscode.DiagnosticCollection,
  problems: readonly FileProblem[],
): void {
  collection.clear();
  for (const [file, own] of Map.groupBy(problems, (problem) => problem.file))
    collection.set(vscode.Uri.file(file), own.map(diagnosticOf));
}

function diagnosticOf({ line, message, severity }: FileProblem): vscode.Diagnostic {
  const range = new vscode.Range(line - 1, 0, line - 1, Number.MAX_SAFE_INTEGER);
  const kind = severity === "error" ? "Error" : "Warning";
  const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity[kind]);
  diagnostic.source = "Expert Hub";
  return diagnostic;
}
