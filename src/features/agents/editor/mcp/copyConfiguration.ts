import * as vscode from "vscode";
import { t } from "../../../../kit/l10n";
import type { ServerAddress } from "./runningServer";
import type { Command } from "../../../../platform/editor/commands";
import { configurations, tokenVariable, type ConfigurationFormat } from "./configurations";
import type { Notify } from "../../../../platform/editor/notify";
import type { McpTokens } from "./mcpTokens";

interface FormatItem extends vscode.QuickPickItem {
  readonly format: ConfigurationFormat | "token";
}

function formats(): FormatItem[] {
  const variable = t("Takes the token from the environment variable {0}", tokenVariable);
  return [
    {
      format: "vscode",
      label: "VS Code",
      description: "mcp.json",
      detail: t("Asks for the token, and keeps it in the secret storage"),
    },
    {
      format: "mcpServers",
      label: t("Other clients"),
      description: "mcpServers",
      detail: variable,
    },
    { format: "claude", label: "Claude Code", description: "claude mcp add", detail: variable },
    { format: "codex", label: "Codex", description: "codex mcp add", detail: variable },
    {
      format: "token",
      label: t("Token Only"),
      detail: t("The same token as before, for a client that is configured already"),
    },
  ];
}

/** Copies how another client reaches the server; the token only in a second step. */
export function copyConfiguration(
  server: () => Promise<ServerAddress | undefined>,
  tokens: McpTokens,
  notify: Pick<Notify, "tell">,
): Command {
  return {
    id: "expertHub.copyMcpConfiguration",
    async run(): Promise<void> {
      const running = await server();
      if (!running) {
        const turnOn = t("Turn On MCP Server");
        const off = t("The MCP server is off.");
        if (
          (await notify.tell(off, [turnOn], { commands: ["expertHub.turnOnMcpServer"] })) === turnOn
        )
          await vscode.commands.executeCommand("expertHub.turnOnMcpServer");
        return;
      }
      const picked = await vscode.window.showQuickPick(formats(), {
        title: t("Copy MCP Configuration"),
        placeHolder: t("Choose the client that the configuration is for"),
        matchOnDescription: true,
      });
      if (!picked) return;
      if (picked.format === "token") return copyToken(tokens, notify);
      await vscode.env.clipboard.writeText(configurations[picked.format](running.url));
      await offerToken(picked.format, tokens, notify);
    },
  };
}

async function offerToken(
  format: ConfigurationFormat,
  tokens: McpTokens,
  notify: Pick<Notify, "tell">,
): Promise<void> {
  const button = t("Copy Token");
  const copied =
    format === "vscode"
      ? t("The configuration was copied. VS Code asks for the token when it starts the server.")
      : t(
          "The configuration was copied. The client needs the token in the environment variable {0}.",
          tokenVariable,
        );
  if ((await notify.tell(copied, [button])) === button) await copyToken(tokens, notify);
}

async function copyToken(tokens: McpTokens, notify: Pick<Notify, "tell">): Promise<void> {
  await vscode.env.clipboard.writeText(await tokens.client());
  void notify.tell(
    t("The token was copied. Whoever has it can ask your experts, after you allow it here."),
  );
}
