import * as vscode from "vscode";
import { nameOf } from "../../app/naming";
import type { Roster } from "../../app/roster";
import { Owner } from "../../kit/disposable";
import { plainText } from "../plainText";

/** *Ask …* in the lightbulb wherever something is selected. */
export class AskCodeAction extends Owner implements vscode.CodeActionProvider {
  readonly #roster: () => Promise<Roster>;

  constructor(roster: () => Promise<Roster>) {
    super();
    this.#roster = roster;
    this.register(
      vscode.languages.registerCodeActionsProvider("*", this, {
        providedCodeActionKinds: [vscode.CodeActionKind.RefactorRewrite],
      }),
    );
  }

  async provideCodeActions(
    _: vscode.TextDocument,
    range: vscode.Range,
  ): Promise<vscode.CodeAction[]> {
    if (range.isEmpty) return [];
    const { current } = await this.#roster();
    const name = current ? nameOf("Expert", current.id, current.expert?.name) : "an expert";
    const title = `Ask ${plainText(name, 60)} about the selection`;
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.RefactorRewrite);
    action.command = { command: "expertHub.askSelection", title };
    return [action];
  }
}
