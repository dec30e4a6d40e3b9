import * as vscode from "vscode";
import { t } from "../../../../kit/l10n";
import type { Command } from "../../../../platform/editor/commands";
import type { Notify } from "../../../../platform/editor/notify";
import type { Program } from "../../core/mcpClients";
import {
  type Configuration,
  configurations,
  otherConfiguration,
  programs,
  tokenVariable,
} from "./configurations";
import type { McpTokens } from "./mcpTokens";
import type { OfferedAddress, RunningServer } from "./runningServer";
import { showInputBox, showQuickPick } from "../../../../platform/editor/inputs";

type Chosen = "other" | "token" | Configuration;

interface ConfigurationRow extends vscode.QuickPickItem {
  readonly chosen: Chosen;
}

function tokenDetail(configuration: Configuration): string {
  if (configuration.token === "asked")
    return t("Asks for the token, and keeps it in the secret storage");
  if (configuration.token === "variable")
    return t("Token from the variable {0}", tokenVariable(configuration));
  return t("Contains the token: for your own settings, not for those of a project");
}

function rows(): ConfigurationRow[] {
  return [
    ...configurations.map((chosen) => ({
      chosen,
      label: chosen.name,
      description: chosen.place,
      detail: tokenDetail(chosen),
    })),
    {
      chosen: "other",
      label: t("Other Program…"),
      description: "mcpServers",
      detail: t("Token from a variable that is named after the program"),
    },
    {
      chosen: "token",
      label: t("Token Only…"),
      detail: t("The same token as before, for a program that is configured already"),
    },
  ];
}

/** Copies how another program reaches the server; its token only where there is no other way. */
export function copyConfiguration(
  server: Pick<RunningServer, "keep" | "offered">,
  tokens: McpTokens,
  notify: Pick<Notify, "announce">,
): Command {
  return {
    id: "expertHub.copyMcpConfiguration",
    async run(): Promise<void> {
      if (!(await server.offered())) {
        const turnOn = t("Turn On MCP Server");
        const off = t("The MCP server is off.");
        if ((await notify.announce(off, [turnOn])) === turnOn)
          await vscode.commands.executeCommand("expertHub.turnOnMcpServer");
        return;
      }
      const picked = await showQuickPick(rows(), {
        title: t("Copy MCP Configuration"),
        placeHolder: t("Choose the program that the configuration is for"),
        matchOnDescription: true,
      });
      const configuration = picked?.chosen === "other" ? await askForOther() : picked?.chosen;
      // Whose port it is may have changed while the user chose.
      const address = configuration && (await server.offered());
      if (!address) return;
      if (configuration === "token") return copyTokenOnly(address, tokens, notify);
      await copy(configuration, address.url, tokens, notify);
      await server.keep(address);
    },
  };
}

async function askForOther(): Promise<Configuration | undefined> {
  const name = await showInputBox({
    title: t("MCP Configuration for Another Program"),
    prompt: t("Name of the program, which you see when it asks"),
    validateInput: (typed) => {
      if (typed.trim() === "") return t("Enter a name.");
      return typed.trim().length > 60 ? t("At most {0} characters.", "60") : undefined;
    },
  });
  return name?.trim() ? otherConfiguration(name.trim()) : undefined;
}

async function copy(
  configuration: Configuration,
  url: string,
  tokens: McpTokens,
  notify: Pick<Notify, "announce">,
): Promise<void> {
  const { name } = configuration;
  const { clipboard } = vscode.env;
  if (configuration.token === "contained") {
    await clipboard.writeText(
      configuration.text(url, await tokens.tokenOf(programOf(configuration))),
    );
    void notify.announce(
      t(
        "The configuration was copied. It contains the token of {0}, so keep it to your own settings.",
        name,
      ),
    );
    return;
  }
  await clipboard.writeText(configuration.text(url));
  const button = t("Copy Token");
  const copied =
    configuration.token === "asked"
      ? t("The configuration was copied. {0} asks for the token when it starts the server.", name)
      : t(
          "The configuration was copied. {0} needs the token in the environment variable {1}.",
          name,
          tokenVariable(configuration),
        );
  if ((await notify.announce(copied, [button])) === button)
    await copyToken(configuration, tokens, notify);
}

async function copyTokenOnly(
  { takenPort }: OfferedAddress,
  tokens: McpTokens,
  notify: Pick<Notify, "announce">,
): Promise<void> {
  if (takenPort !== undefined) {
    const sentence = t(
      "Another program has port {0}, which the configurations contain that you copied before, and would get the token. Copy the configuration again first.",
      String(takenPort),
    );
    await notify.announce(sentence, [], { severity: "warning" });
    return;
  }
  await tokens.read();
  const others = tokens.clients.filter(({ id }) => !programs.some((one) => one.id === id));
  const items = [...programs, ...others].map((program) => ({ label: program.name, program }));
  const picked = await showQuickPick(items, {
    title: t("Copy Token"),
    placeHolder: t("Choose the program that the token is for"),
  });
  if (picked) await copyToken(picked.program, tokens, notify);
}

async function copyToken(
  program: Program,
  tokens: McpTokens,
  notify: Pick<Notify, "announce">,
): Promise<void> {
  await vscode.env.clipboard.writeText(await tokens.tokenOf(programOf(program)));
  void notify.announce(
    t(
      "The token of {0} was copied. Whoever has it can ask your experts, after you allow it here.",
      program.name,
    ),
  );
}

const programOf = ({ id, name }: Program): Program => ({ id, name });
