import * as vscode from "vscode";
import { Owner } from "../../kit/disposable";
import { reviewScheme } from "./manifest";

const elsewhere = new Set(["output", "expert-hub", reviewScheme, "expert-hub-snapshot", "git"]);

/** Beyond this many, older ones are dropped. */
const kept = 20;

/** The text editors that the user was in: a chat tab in front has none of its own. */
export class LastEditor extends Owner {
  #used: vscode.TextEditor[] = [];

  constructor() {
    super();
    this.#use(vscode.window.activeTextEditor);
    this.register(vscode.window.onDidChangeActiveTextEditor((editor) => this.#use(editor)));
  }

  /** Most recent first. Editors that are now hidden still report their document and column. */
  get used(): readonly vscode.TextEditor[] {
    return this.#used;
  }

  #use(editor: vscode.TextEditor | undefined): void {
    if (!usable(editor)) return;
    const others = this.#used.filter((used) => used !== editor && visibleAs(used) !== editor);
    this.#used = [editor, ...others].slice(0, kept);
  }
}

export function editorsOf({ uri }: vscode.TextDocument): vscode.TextEditor[] {
  return vscode.window.visibleTextEditors.filter(
    ({ document }) => document.uri.toString() === uri.toString(),
  );
}

/** The editor itself, or the one that replaced it: VS Code creates a new one each time it is shown. */
export function visibleAs(used: vscode.TextEditor): vscode.TextEditor | undefined {
  const visible = editorsOf(used.document);
  return (
    visible.find((editor) => editor === used) ??
    visible.find(({ viewColumn }) => viewColumn === used.viewColumn)
  );
}

function usable(editor: vscode.TextEditor | undefined): editor is vscode.TextEditor {
  return editor !== undefined && !isElsewhere(editor.document.uri);
}

/** Shows what is no text of the user's: output, or a side of a comparison. */
export function isElsewhere({ scheme }: vscode.Uri): boolean {
  return elsewhere.has(scheme);
}
