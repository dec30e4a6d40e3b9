import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import type { Notify } from "../../../platform/editor/notify";
import type { Command } from "../../../platform/editor/commands";
import { type CommandId, modelVendor, section } from "../../../platform/editor/manifest";
import { hasChat, knownModels } from "../../../platform/editor/optionalApi";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { byOrganisation, assertAllowed } from "../../../policy/policy";
import type { EditorSettings } from "../../../platform/editor/settings";
import type { Mcp } from "./mcp";
import { runChosen, showQuickPick } from "../../../platform/editor/inputs";

export type Enabled = Pick<EditorSettings, "offersExpertsInChat" | "mcpServerEnabled" | "policy">;

const mcpIds = [
  "expertHub.copyMcpConfiguration",
  "expertHub.newMcpToken",
  "expertHub.turnOffMcpServer",
  "expertHub.turnOnMcpServer",
] as const;

interface OfferRow extends vscode.QuickPickItem {
  readonly command: CommandId;
}

function chatOffers(isOn: boolean): OfferRow[] {
  if (isOn)
    return [
      {
        label: `$(circle-slash) ${t("Turn Off Experts in VS Code's Chat")}`,
        command: "expertHub.turnOffChat",
      },
    ];
  if (!hasChat()) return [];
  return [
    {
      label: `$(comment) ${t("Turn On Experts in VS Code's Chat")}`,
      detail: t("As @expert, and as language models that VS Code and other extensions can use."),
      command: "expertHub.turnOnChat",
    },
  ];
}

/** What is on, and what can be done about it. */
function offers({ offersExpertsInChat, mcpServerEnabled, policy }: Enabled): OfferRow[] {
  const { editorChatRefusal, mcpServerRefusal } = policy.current;
  const rows: OfferRow[] = [
    ...chatOffers(offersExpertsInChat),
    ...(mcpServerEnabled
      ? ([
          {
            label: `$(copy) ${t("Copy MCP Configuration…")}`,
            command: "expertHub.copyMcpConfiguration",
          },
          {
            label: `$(key) ${t("Revoke All MCP Tokens")}`,
            detail: t("Permissions… revokes that of one program."),
            command: "expertHub.newMcpToken",
          },
          {
            label: `$(debug-disconnect) ${t("Turn Off MCP Server")}`,
            command: "expertHub.turnOffMcpServer",
          },
        ] as const)
      : ([
          {
            label: `$(plug) ${t("Turn On MCP Server")}`,
            detail: t("For other programs on this computer, such as Claude Code and Codex."),
            command: "expertHub.turnOnMcpServer",
          },
        ] as const)),
  ];
  const refusals: Partial<Record<CommandId, string | undefined>> = {
    "expertHub.turnOnChat": editorChatRefusal,
    "expertHub.turnOnMcpServer": mcpServerRefusal,
  };
  return rows.map((row) =>
    refusals[row.command] === undefined
      ? row
      : { ...row, label: row.label.replace(/^\$\([a-z-]+\)/, "$(lock)"), detail: byOrganisation() },
  );
}

/** Whether VS Code's chat offers the experts, and the MCP server, which the first of its commands loads. */
export function agentCommands(
  mcp: () => Promise<Mcp>,
  settings: Enabled,
  notify: Pick<Notify, "announce">,
): Command[] {
  return [
    {
      id: "expertHub.offerExperts",
      async run(): Promise<void> {
        const chosen = await showQuickPick(offers(settings), {
          title: t("Offer experts to VS Code's chat and MCP clients"),
          matchOnDetail: true,
        });
        if (chosen) await runChosen(chosen.command);
      },
    },
    {
      id: "expertHub.turnOnChat",
      async run(): Promise<void> {
        if (!hasChat()) {
          await notify.announce(t("This editor has no chat in which experts can be offered."), [], {
            severity: "warning",
          });
          return;
        }
        assertAllowed(settings.policy.current.editorChatRefusal);
        await set(true);
        fireAndForget(() => invite(notify));
      },
    },
    { id: "expertHub.turnOffChat", run: () => set(undefined) },
    ...mcpIds.map((id) => ({
      id,
      run: async () => {
        const isAsked =
          id === "expertHub.turnOnMcpServer" || id === "expertHub.copyMcpConfiguration";
        if (isAsked) assertAllowed(settings.policy.current.mcpServerRefusal);
        const { commands } = await mcp();
        await commands.find((command) => command.id === id)?.run();
      },
    })),
  ];
}

async function set(enabled: true | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration(section)
    .update("chat.enabled", enabled, vscode.ConfigurationTarget.Global);
}

async function invite(notify: Pick<Notify, "announce">): Promise<void> {
  const chatIsOff = "chat.disableAIFeatures";
  if (vscode.workspace.getConfiguration().get(chatIsOff) === true) {
    const change = t("Open Settings");
    const chosen = await notify.announce(
      t(
        "VS Code's chat is turned off by the setting {0}, so experts cannot be asked there.",
        chatIsOff,
      ),
      [change],
      { severity: "warning" },
    );
    if (chosen === change)
      await vscode.commands.executeCommand("workbench.action.openSettings", chatIsOff);
    return;
  }
  const open = t("Open Chat");
  const manage = t("Manage Language Models");
  const isOnly = !(await hasOtherModels());
  const chosen = await notify.announce(
    isOnly
      ? t(
          "Experts are now offered in VS Code's chat. As VS Code has no other language model, Open Chat starts it in the mode Ask, the only one in which experts answer; then begin a message with @expert.",
        )
      : t("Experts are now offered in VS Code's chat. Begin a message with @expert to ask one."),
    [open, ...(isOnly ? [manage] : [])],
  );
  if (chosen === manage) await vscode.commands.executeCommand("workbench.action.chat.manage");
  if (chosen === open)
    await vscode.commands.executeCommand("workbench.action.chat.open", {
      query: "@expert ",
      isPartialQuery: true,
      // VS Code calls a participant only with a model, and ours are offered in this mode alone.
      ...(!(await hasOtherModels()) && { mode: "ask" }),
    });
}

async function hasOtherModels(): Promise<boolean> {
  const models = await knownModels();
  return models.some(({ vendor }) => vendor !== modelVendor);
}
