import * as vscode from "vscode";
import { t } from "../../../../kit/l10n";
import type { ToolId } from "../../../../platform/editor/manifest";
import type { Notify } from "../../../../platform/editor/notify";
import type { Roster } from "../../../experts/core/roster";
import { expertList } from "../../core/expertTools";
import type { AgentQuestions } from "../agentQuestions";
import { AskExpertTool } from "./askExpertTool";

export type Tools = Readonly<Record<ToolId, vscode.LanguageModelTool<unknown>>>;

interface ToolsParts {
  readonly asking: AgentQuestions;
  readonly notify: Pick<Notify, "explain">;
  readonly roster: Pick<Roster, "list" | "current">;
}

/** The tools that VS Code's agents can call. */
export function buildTools({ asking, notify, roster }: ToolsParts): Tools {
  return {
    expertHub_askExpert: new AskExpertTool(asking, notify),
    expertHub_listExperts: listExpertsTool(roster),
  };
}

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
