import * as vscode from "vscode";
import { nameOf } from "../../../platform/core/naming";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import type { Connection } from "../../connection/core/connection";
import type { Roster } from "../../experts/core/roster";
import type { DefaultExpert } from "../../experts/core/defaultExpert";

export interface CodeActionParts {
  readonly connection: Connection;
  readonly roster: Roster;
  readonly defaultExpert: Pick<DefaultExpert, "current">;
}

/** *Ask …* wherever something is selected, and among the fixes of a problem. */
export async function codeActions(
  hub: () => Promise<CodeActionParts>,
  document: vscode.TextDocument,
  range: vscode.Range,
  [problem]: readonly vscode.Diagnostic[],
): Promise<vscode.CodeAction[]> {
  return [
    ...(problem ? [aboutProblem(document, problem)] : []),
    ...(range.isEmpty ? [] : [aboutSelection(await hub())]),
  ];
}

function aboutSelection({ connection, roster, defaultExpert }: CodeActionParts): vscode.CodeAction {
  const current = defaultExpert.current ?? roster.current;
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

/** Without `diagnostics`, which would list it before the fixes of other extensions. */
function aboutProblem({ uri }: vscode.TextDocument, problem: vscode.Diagnostic): vscode.CodeAction {
  const title = t("Ask Expert About This Problem…");
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { command: "expertHub.askAbout", title, arguments: [uri, problem] };
  return action;
}
