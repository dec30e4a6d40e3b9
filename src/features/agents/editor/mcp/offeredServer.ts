import * as vscode from "vscode";
import { Owner } from "../../../../kit/disposable";
import { fireAndForget } from "../../../../kit/unexpectedErrors";
import type { Log } from "../../../../platform/core/ports";
import { languageModels, registerOptional } from "../../../../platform/editor/optionalApi";
import type { Agents } from "../index";

/** Offers the server to VS Code, which asks for what it is offered at once, and starts it. */
export class OfferedServer extends Owner {
  constructor(log: Log, mcp: Agents["mcp"]) {
    super();
    const changed = this.register(new vscode.EventEmitter<void>());
    const provider: vscode.McpServerDefinitionProvider<vscode.McpHttpServerDefinition> = {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: async () => (await mcp()).definitions(),
      resolveMcpServerDefinition: async (definition) => (await mcp()).resolved(definition),
    };
    this.register(
      registerOptional(log, "MCP servers", () =>
        languageModels().registerMcpServerDefinitionProvider?.("expertHub", provider),
      ),
    );
    fireAndForget(async () => {
      const loaded = await mcp();
      this.register(loaded.onDidChange(() => changed.fire()));
      await loaded.start();
    });
  }
}
