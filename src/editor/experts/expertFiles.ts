import * as vscode from "vscode";
import type { FileExperts } from "../../app/experts/fileExperts";
import { Owner } from "../../kit/disposable";
import { Throttled } from "../workbench/throttled";

/** The least time between two looks at the files, in milliseconds. */
const intervalMs = 250;

const homes = "{.github,.claude,.agents}";
/** The directories as well: VS Code reports a removed directory without the files in it. */
const globs = [`**/${homes}`, `**/${homes}/{agents,skills}`, `**/${homes}/{agents,skills}/**`];

/** Follows the files of experts, and shows what is wrong with them among the problems of VS Code. */
export class ExpertFiles extends Owner {
  readonly #fileExperts: FileExperts;
  readonly #problems = this.register(vscode.languages.createDiagnosticCollection("expertHub"));

  constructor(fileExperts: FileExperts) {
    super();
    this.#fileExperts = fileExperts;
    const refresh = this.register(new Throttled(() => fileExperts.refresh(), intervalMs));
    const run = () => refresh.run();
    for (const glob of globs) {
      const watcher = this.register(vscode.workspace.createFileSystemWatcher(glob));
      this.register(watcher.onDidCreate(run));
      this.register(watcher.onDidChange(run));
      this.register(watcher.onDidDelete(run));
    }
    this.register(vscode.workspace.onDidChangeWorkspaceFolders(run));
    this.register(vscode.workspace.onDidGrantWorkspaceTrust(run));
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
