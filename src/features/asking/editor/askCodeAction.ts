import * as vscode from "vscode";
import { nameOf } from "../../../platform/core/naming";
import { t } from "../../../kit/l10n";
import { Owner } from "../../../kit/disposable";
import type { Connection } from "../../connection/core/connection";
import type { Roster } from "../../experts/core/roster";
import type { DefaultExpertSetting } from "../../experts/editor/defaultExpertSetting";
import { plainText } from "../../../platform/editor/plainText";

export interface AskCodeActionParts {
  readonly connection: Connection;
  readonly roster: Roster;
  readonly defaults: Pick<DefaultExpertSetting, "of">;
}

/** *Ask …* in the lightbulb wherever something is selected, and among the fixes of a problem. */
export class AskCodeAction extends Owner implements vscode.CodeActionProvider {
  readonly #hub: () => Promise<AskCodeActionParts>;

  constructor(hub: () => Promise<AskCodeActionParts>) {
    super();
    this.#hub = hub;
    this.register(
      vscode.languages.registerCodeActionsProvider("*", this, {
        providedCodeActionKinds: [
          vscode.CodeActionKind.QuickFix,
          vscode.CodeActionKind.RefactorRewrite,
        ],
      }),
    );
  }

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    const [problem] = diagnostics;
    return [
      ...(problem ? [aboutProblem(document, problem)] : []),
      ...(range.isEmpty ? [] : [await this.#aboutSelection(document)]),
    ];
  }

  async #aboutSelection(document: vscode.TextDocument): Promise<vscode.CodeAction> {
    const { connection, roster, defaults } = await this.#hub();
    const id = defaults.of(document);
    const current = (id === undefined ? undefined : roster.get(id)) ?? roster.current;
    const name = current && nameOf("Expert", current.id, current.expert?.name);
    const title =
      name === undefined
        ? t("Ask an expert about the selection")
        : t("Ask {0} about the selection", plainText(name, 60));
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.RefactorRewrite);
    // The named expert is asked, even if another has been chosen in the meantime.
    const named = current && { expertId: current.id, hub: connection.hub?.scope };
    action.command = { command: "expertHub.askSelection", title, arguments: [named] };
    return action;
  }
}

/** Without `diagnostics`, which would list it before the fixes of other extensions. */
function aboutProblem({ uri }: vscode.TextDocument, problem: vscode.Diagnostic): vscode.CodeAction {
  const title = t("Ask Expert About This Problem…");
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { command: "expertHub.askAbout", title, arguments: [uri, problem] };
  return action;
}
