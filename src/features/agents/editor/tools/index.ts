import * as vscode from "vscode";
import { t } from "../../../../kit/l10n";
import type { Confirmer } from "../../../../platform/core/confirmer";
import type { ToolId } from "../../../../platform/editor/manifest";
import type { Notify } from "../../../../platform/editor/notify";
import { assertAllowed, noPolicy } from "../../../../policy/policy";
import type { Connection } from "../../../connection/core/connection";
import type { Roster } from "../../../experts/core/roster";
import { expertList } from "../../core/expertTools";
import type { AgentQuestions } from "../agentQuestions";
import { AskExpertTool } from "./askExpertTool";

export type Tools = Readonly<Record<ToolId, vscode.LanguageModelTool<unknown>>>;

interface ToolsParts {
  readonly asking: AgentQuestions;
  /** Where the user is asked. */
  readonly chat: () => Confirmer | undefined;
  readonly notify: Pick<Notify, "explain">;
  readonly roster: Pick<Roster, "list" | "current">;
  readonly connection: Pick<Connection, "policy">;
}

/** The tools that VS Code's agents can call. */
export function buildTools({ asking, chat, notify, roster, connection }: ToolsParts): Tools {
  return {
    expertHub_askExpert: new AskExpertTool(asking, notify, chat),
    expertHub_listExperts: listExpertsTool(roster, connection.policy),
  };
}

/** Lists the saved experts. Nothing is sent for it, so nothing has to be confirmed. */
export function listExpertsTool(
  roster: Pick<Roster, "list" | "current">,
  policy = noPolicy,
): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: () => ({ invocationMessage: t("Listing the experts") }),
    invoke: () => {
      assertAllowed(policy.current.editorChatRefusal);
      const list = new vscode.LanguageModelTextPart(expertList(roster));
      return new vscode.LanguageModelToolResult([list]);
    },
  };
}
