import * as vscode from "vscode";
import { until } from "./inputs";

/** VS Code's own id of the MCP server that the extension offers. Older versions start none without it. */
const id = "expert-hub.expert-hub/Expert Hub";

/** A tool of that server, as VS Code lists it while it is connected. */
export const offeredTool = (name: string): vscode.LanguageModelToolInformation | undefined =>
  vscode.lm.tools.find((tool) => tool.name.startsWith("mcp_") && tool.name.endsWith(name));

/** Has VS Code connect to that server, of which it learns a moment after it is turned on. */
export async function connectToOfferedServer(): Promise<void> {
  await until("VS Code lists the tools", async () => {
    void vscode.commands.executeCommand("workbench.mcp.startServer", id);
    return offeredTool("expertHub_askExpert") !== undefined;
  });
}
