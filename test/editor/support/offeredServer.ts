import * as vscode from "vscode";
import { until } from "./inputs";

/** VS Code's own id of the MCP server that the extension offers. Older versions start none without it. */
const id = "expert-hub.expert-hub/Expert Hub";

/** Calls a tool of that server as an agent does; rejects if VS Code lists none of this name. */
export async function callOfferedTool(
  name: "expertHub_askExpert" | "expertHub_listExperts",
  input: object,
): Promise<string> {
  const tool = vscode.lm.tools.find(
    (one) => one.name.startsWith("mcp_") && one.name.endsWith(name),
  );
  if (!tool) throw new Error(`${name} was not contributed`);
  const { content } = await vscode.lm.invokeTool(tool.name, {
    input,
    toolInvocationToken: undefined,
  });
  return (content[0] as vscode.LanguageModelTextPart).value;
}

/** Whether VS Code has the tools of that server. Older versions go on listing those that are gone. */
export const hasOfferedTools = (): Promise<boolean> =>
  callOfferedTool("expertHub_listExperts", {}).then(
    () => true,
    (error: unknown) => !String(error).includes("was not contributed"),
  );

/** Has VS Code connect to that server, of which it learns a moment after it is turned on. */
export const connectToOfferedServer = (): Promise<void> =>
  until("VS Code has the tools", () => {
    void vscode.commands.executeCommand("workbench.mcp.startServer", id);
    return hasOfferedTools();
  });
