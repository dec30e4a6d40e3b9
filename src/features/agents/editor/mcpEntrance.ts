import * as vscode from "vscode";
import type { Disposable } from "../../../kit/disposable";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { section } from "../../../platform/editor/manifest";
import type { Agents } from ".";

const isOn = (): boolean =>
  vscode.workspace.getConfiguration(section).inspect("mcpServer.enabled")?.globalValue === true;

/**
 * Offers the MCP server to VS Code and starts it, once the user has turned it on. VS Code asks for
 * what it is offered as soon as the extension is active.
 */
export function registerMcp(agents: () => Promise<Agents>): Disposable {
  const changed = new vscode.EventEmitter<void>();
  const owned: Disposable[] = [changed];
  const mcp = async () => (await agents()).mcp();
  let isOffered = false;
  const offer = (): void => {
    if (isOffered || !isOn()) return;
    isOffered = true;
    const provider: vscode.McpServerDefinitionProvider<vscode.McpHttpServerDefinition> = {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: async () => (await mcp()).definitions(),
      resolveMcpServerDefinition: async (definition) => (await mcp()).resolved(definition),
    };
    owned.push(vscode.lm.registerMcpServerDefinitionProvider("expertHub", provider));
    fireAndForget(async () => {
      const loaded = await mcp();
      owned.push(loaded.onDidChange(() => changed.fire()));
      await loaded.start();
    });
  };
  // Reading the settings is not part of the activation.
  const soon = setImmediate(offer);
  owned.push({ dispose: () => clearImmediate(soon) });
  owned.push(vscode.workspace.onDidChangeConfiguration(offer));
  return { dispose: () => owned.forEach((one) => one.dispose()) };
}
