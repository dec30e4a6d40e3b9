import * as vscode from "vscode";
import { ClientConsent, type Consent } from "../../core/clientConsent";
import { t } from "../../../../kit/l10n";
import type { McpCall } from "../../mcp/tools";
import type { Permission } from "../../../../platform/core/permission";
import { plainText } from "../../../../platform/editor/plainText";
import type { AgentQuestion } from "../agentQuestions";
import { askConfirmation, asDetail } from "../askConfirmation";

/** Asks the user before a client other than this editor, which asks by itself, sends a question. */
export class ConfirmClient {
  readonly #consent = new ClientConsent();

  async allows(asked: AgentQuestion, { holder, clientName, ...call }: McpCall): Promise<boolean> {
    if (holder === "editor") return true;
    // Files are named each time: they are not what the user agreed to.
    const key = asked.files.length > 0 ? undefined : `${asked.hubScope}#${asked.question.expertId}`;
    const ask = () => dialog(asked, clientName, key !== undefined);
    const signal = AbortSignal.any([call.signal, call.gone]);
    const name = plainText(asked.expertName, 80);
    return this.#consent.allows({ key, name, signal, ask });
  }

  get permissions(): readonly Permission[] {
    return this.#consent.permissions;
  }

  forget(): void {
    this.#consent.forget();
  }
}

/** Enter presses the first button, so it declines. */
async function dialog(
  asked: AgentQuestion,
  clientName: string | undefined,
  offersAlways: boolean,
): Promise<Consent> {
  const confirmation = askConfirmation(asked);
  const client = plainText(clientName ?? "", 60) || t("A program that does not give its name");
  const who = t("{0} wants to ask through MCP.", client);
  const once = t("Send Once");
  const always = t("Send Without Asking Again for This Expert");
  const buttons = [t("Do Not Send"), once, ...(offersAlways ? [always] : [])];
  const note = offersAlways ? [t("Without asking again means until VS Code closes.")] : [];
  const chosen = await vscode.window.showWarningMessage(
    confirmation.title,
    { modal: true, detail: [who, asDetail(confirmation), ...note].join("\n\n") },
    ...buttons,
  );
  if (chosen === once) return "once";
  return chosen === always ? "always" : "no";
}
