import * as vscode from "vscode";
import type { FileExperts } from "../../app/experts/fileExperts";
import { Owner } from "../../kit/disposable";
import { fireAndForget } from "../../kit/unexpectedErrors";

/** Shows what is wrong with the files of experts among the problems of VS Code. */
export class FileProblems extends Owner {
  readonly #fileExperts: FileExperts;
  readonly #problems = this.register(vscode.languages.createDiagnosticCollection("expertHub"));

  constructor(fileExperts: FileExperts) {
    super();
    this.#fileExperts = fileExperts;
    const refresh = () => fireAndForget(() => fileExperts.refresh());
    this.register(vscode.workspace.onDidChangeWorkspaceFolders(refresh));
    this.register(vscode.workspace.onDidGrantWorkspaceTrust(refresh));
    this.register(fileExperts.onDidChange(() => this.#show()));
  }

  #show(): void {
    const byFile = Map.groupBy(this.#fileExperts.problems, ({ file }) => file);
    this.#problems.clear();
    for (const [file, problems] of byFile) {
      const diagnostics = problems.map(({ line, message, severity }) => {
        const range = new vscode.Range(line - 1, 0, line - 1, Number.MAX_SAFE_INTEGER);
        const kind = severity === "error" ? "Error" : "Warning";
        const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity[kind]);
        diagnostic.source = "Expert Hub";
        return diagnostic;
      });
      this.#problems.set(vscode.Uri.file(file), diagnostics);
    }
  }
}
