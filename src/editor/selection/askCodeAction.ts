import * as vscode from "vscode";
import { nameOf } from "../../app/naming";
import { Owner } from "../../kit/disposable";
import type { Connection } from "../../app/connection/connection";
import type { Roster } from "../../app/experts/roster";
import type { EditorSettings } from "../adapters/settings";
import { plainText } from "../workbench/plainText";

export interface AskCodeActionParts {
  readonly connection: Connection;
  readonly roster: Roster;
  readonly settings: Pick<EditorSettings, "defaultExpert">;
}

/** *Ask …* in the lightbulb wherever something is selected. */
export class AskCodeAction extends Owner implements vscode.CodeActionProvider {
  readonly #core: () => Promise<AskCodeActionParts>;

  constructor(core: () => Promise<AskCodeActionParts>) {
    super();
    this.#core = core;
    this.register(
      vscode.languages.registerCodeActionsProvider("*", this, {
        providedCodeActionKinds: [vscode.CodeActionKind.RefactorRewrite],
      }),
    );
  }

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
  ): Promise<vscode.CodeAction[]> {
    if (range.isEmpty) return [];
    const { connection, roster, settings } = await this.#core();
    const id = settings.defaultExpert(document);
    const current = (id === undefined ? undefined : roster.get(id)) ?? roster.current;
    const name = current ? nameOf("Expert", current.id, current.expert?.name) : "an expert";
    const title = `Ask ${plainText(name, 60)} about the selection`;
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.RefactorRewrite);
    // The named expert is asked, even if another has been chosen in the meantime.
    const named = current && { expertId: current.id, hub: connection.hub?.scope };
    action.command = { command: "expertHub.askSelection", title, arguments: [named] };
    return [action];
  }
}
