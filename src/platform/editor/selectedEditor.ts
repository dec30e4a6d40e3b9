import * as vscode from "vscode";
import { Owner } from "../../kit/disposable";
import { panelTypeOf } from "./panelTypes";

/**
 * The text editor that a question about the selection refers to: the focused one, whatever it
 * shows. If a chat is in front, it is the last one that the user was in, while that is visible. VS
 * Code does not report the terminal, the Source Control box, or other inputs.
 */
export class SelectedEditor extends Owner {
  #last: vscode.TextEditor | undefined;

  constructor() {
    super();
    this.#look();
    this.register(vscode.window.onDidChangeActiveTextEditor(() => this.#look()));
    this.register(vscode.window.tabGroups.onDidChangeTabs(() => this.#look()));
    this.register(vscode.window.tabGroups.onDidChangeTabGroups(() => this.#look()));
  }

  get current(): vscode.TextEditor | undefined {
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    if (activeTextEditor) return activeTextEditor;
    this.#look();
    return this.#last && visibleTextEditors.includes(this.#last) ? this.#last : undefined;
  }

  #look(): void {
    const { activeTextEditor, tabGroups } = vscode.window;
    if (activeTextEditor) this.#last = activeTextEditor;
    else if (isElsewhere(tabGroups.activeTabGroup.activeTab)) this.#last = undefined;
  }
}

/** Neither text nor a chat: settings, an image, another extension's page. */
function isElsewhere(tab: vscode.Tab | undefined): boolean {
  const input = tab?.input;
  if (tab === undefined || input instanceof vscode.TabInputText) return false;
  if (input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebook)
    return false;
  return panelTypeOf(tab) === undefined;
}
