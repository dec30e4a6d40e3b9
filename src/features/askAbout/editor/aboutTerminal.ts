import * as vscode from "vscode";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import { confirm } from "../../../platform/editor/confirm";
import { askAbout, type AskAboutParts } from "./askAbout";
import { textAttachment } from "./attachments";

/** Asks about the text that is selected in the terminal. */
export function askAboutTerminalSelection(
  parts: AskAboutParts,
  clipboard = vscode.env.clipboard,
): Command {
  return {
    id: "expertHub.askAboutTerminalSelection",
    async run(): Promise<void> {
      if (!(await mayBeUsed(clipboard))) return;
      const text = await copied(clipboard, "workbench.action.terminal.copySelection");
      if (text === undefined)
        throw new HubError("invalid-request", t("Nothing is selected in the terminal."));
      const label = t("Terminal selection");
      await askAbout(parts, { attachments: [textAttachment({ text, label })] });
    },
  };
}

/** Asks about the last command of the terminal and what it printed. */
export function askAboutLastCommand(
  parts: AskAboutParts,
  clipboard = vscode.env.clipboard,
): Command {
  return {
    id: "expertHub.askAboutLastCommand",
    async run(): Promise<void> {
      if (!(await mayBeUsed(clipboard))) return;
      const copyCommand = "workbench.action.terminal.copyLastCommandAndLastCommandOutput";
      const text = await copied(clipboard, copyCommand);
      if (text === undefined)
        throw new HubError(
          "invalid-request",
          t(
            "The last command is not known. Shell integration has to be active in the terminal; you can also select the output and ask about the selection.",
          ),
        );
      const typed = t("Explain what this command printed and, if it failed, how to fix it.");
      const label = t("Last command");
      await askAbout(parts, { attachments: [textAttachment({ text, label })], typed });
    },
  };
}

/** Extensions see text only: where there is none, there may be a picture that cannot be put back. */
async function mayBeUsed(clipboard: vscode.Clipboard): Promise<boolean> {
  if ((await clipboard.readText()) !== "") return true;
  return confirm(t("Copy the text of the terminal to the clipboard?"), {
    detail: t(
      "Expert Hub can only read the terminal through the clipboard. The clipboard has no text now; if it has a picture or files, they will be lost.",
    ),
    yes: t("Copy"),
    no: t("Do Not Copy"),
  });
}

/**
 * What a command copies: extensions cannot read a terminal otherwise. The clipboard has its text back
 * afterwards. `undefined` if nothing was copied.
 */
async function copied(clipboard: vscode.Clipboard, command: string): Promise<string | undefined> {
  const before = await clipboard.readText();
  const marker = `expert-hub-${crypto.randomUUID()}`;
  await clipboard.writeText(marker);
  try {
    await vscode.commands.executeCommand(command);
    const text = await clipboard.readText();
    return text === marker || text === "" ? undefined : text;
  } finally {
    await clipboard.writeText(before);
  }
}
