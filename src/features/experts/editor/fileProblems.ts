import * as vscode from "vscode";
import type { FileExperts } from "../core/fileExperts";
import { Owner } from "../../../kit/disposable";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { showProblems } from "../../../platform/editor/fileDiagnostics";

/** Shows what is wrong with the files of experts among the problems of VS Code. */
export class FileProblems extends Owner {
  readonly #problems = this.register(vscode.languages.createDiagnosticCollection("expertHub"));

  constructor(fileExperts: FileExperts) {
    super();
    const refresh = () => fireAndForget(() => fileExperts.refresh());
    this.register(vscode.workspace.onDidChangeWorkspaceFolders(refresh));
    this.register(vscode.workspace.onDidGrantWorkspaceTrust(refresh));
    this.register(
      fileExperts.onDidChange(() => showProblems(this.#problems, fileExperts.problems)),
    );
  }
}
