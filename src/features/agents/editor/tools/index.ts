import type * as vscode from "vscode";
import type { Roster } from "../../../experts/core/roster";
import type { Notify } from "../../../../platform/editor/notify";
import type { ToolId } from "../../../../platform/editor/manifest";
import type { AgentQuestions } from "../agentQuestions";
import { AskExpertTool } from "./askExpertTool";
import { listExpertsTool } from "./listExpertsTool";

export type Tools = Readonly<Record<ToolId, vscode.LanguageModelTool<unknown>>>;

export interface ToolsParts {
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
