import * as vscode from "vscode";
import { Owner } from "../kit/disposable";

const elsewhere = new Set([
  "output",
  "expert-hub",
  "expert-hub-proposal",
  "expert-hub-snapshot",
  "git",
  "vscode-terminal",
]);

/** The text editor that the user was in last: a chat tab in front has none of its own. */
export class LastEditor extends Owner {
  #last = usable(vscode.window.activeTextEditor);

  constructor() {
    super();
    this.register(
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        this.#last = usable(editor) ?? this.#last;
      }),
    );
  }

  get current(): vscode.TextEditor | undefined {
    const active = usable(vscode.window.activeTextEditor);
    if (active) return active;
    const uri = this.#last?.document.uri.toString();
    return vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
  }
}

function usable(editor: vscode.TextEditor | undefined): vscode.TextEditor | undefined {
  return editor && !elsewhere.has(editor.document.uri.scheme) ? editor : undefined;
}
