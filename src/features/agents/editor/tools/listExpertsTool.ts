import * as vscode from "vscode";
import { expertList } from "../../core/expertTools";
import type { Roster } from "../../../experts/core/roster";
import { t } from "../../../../kit/l10n";

/** Lists the saved experts. Nothing is sent for it, so nothing has to be confirmed. */
export function listExpertsTool(
  roster: Pick<Roster, "list" | "current">,
): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: () => ({ invocationMessage: t("Listing the experts") }),
    invoke: () =>
      new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(expertList(roster))]),
  };
}
