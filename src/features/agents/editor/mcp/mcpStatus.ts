import * as vscode from "vscode";
import { Owner } from "../../../../kit/disposable";
import { t } from "../../../../kit/l10n";
import type { ServerAddress } from "./runningServer";

/** Shows that the server is running. */
export class McpStatus extends Owner {
  #item: vscode.StatusBarItem | undefined;

  show(server: ServerAddress | undefined): void {
    if (!server) {
      this.#item?.hide();
      return;
    }
    this.#item ??= this.#create();
    this.#item.tooltip = t(
      "The MCP server of Expert Hub is running on port {0}. Click to copy a configuration for a client.",
      String(server.port),
    );
    this.#item.accessibilityInformation = { label: this.#item.tooltip, role: "button" };
    this.#item.show();
  }

  #create(): vscode.StatusBarItem {
    const item = this.register(
      vscode.window.createStatusBarItem("expertHub.mcp", vscode.StatusBarAlignment.Right, 9),
    );
    item.name = t("Expert Hub: MCP server");
    item.text = "$(plug) MCP";
    item.command = "expertHub.copyMcpConfiguration";
    return item;
  }
}
