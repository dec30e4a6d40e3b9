import * as vscode from "vscode";
import { ClientConsent, type Consent, type LastingConsent } from "../../core/clientConsent";
import { type AllowedExpert, isAllowed, type Program, withAllowed } from "../../core/mcpClients";
import { t } from "../../../../kit/l10n";
import type { McpCall } from "../../mcp/tools";
import { plainText } from "../../../../platform/editor/plainText";
import type { AgentQuestion } from "../agentQuestions";
import { askConfirmation, asDetail } from "../askConfirmation";
import type { McpTokens } from "./mcpTokens";

/** Asks the user before a client other than this editor, which asks by itself, sends a question. */
export class ConfirmClient {
  readonly #consent = new ClientConsent();
  readonly #tokens: Pick<McpTokens, "clients" | "change">;

  constructor(tokens: Pick<McpTokens, "clients" | "change">) {
    this.#tokens = tokens;
  }

  async allows(asked: AgentQuestion, { holder, signal, gone }: McpCall): Promise<boolean> {
    if (holder === "editor") return true;
    const lasting = this.#lasting(asked, holder);
    const ask = () => dialog(asked, plainText(holder.name, 60), lasting !== undefined);
    return this.#consent.allows({ lasting, signal: AbortSignal.any([signal, gone]), ask });
  }

  /** Files are asked about each time: they are not what the user agreed to. */
  #lasting(asked: AgentQuestion, { id }: Program): LastingConsent | undefined {
    const { expertId } = asked.question;
    if (asked.files.length > 0 || expertId === undefined) return undefined;
    const name = plainText(asked.expertName, 80);
    const expert: AllowedExpert = { hubScope: asked.hubScope, expertId, name };
    return {
      isGiven: () => this.#tokens.clients.some((one) => one.id === id && isAllowed(one, expert)),
      give: () => this.#tokens.change(id, (client) => withAllowed(client, expert)),
    };
  }
}

/** Enter presses the first button, so it declines. */
async function dialog(asked: AgentQuestion, program: string, offersAlways: boolean) {
  const confirmation = askConfirmation(asked);
  const once = t("Send Once");
  const always = t("Send Without Asking Again for This Expert");
  const buttons = [t("Do Not Send"), once, ...(offersAlways ? [always] : [])];
  const detail = [t("{0} wants to ask through MCP.", program), asDetail(confirmation)];
  if (offersAlways)
    detail.push(
      t("Without asking again is for {0} alone. The command Permissions… takes it back.", program),
    );
  const chosen = await vscode.window.showWarningMessage(
    confirmation.title,
    { modal: true, detail: detail.join("\n\n") },
    ...buttons,
  );
  if (chosen === once) return "once" satisfies Consent;
  return (chosen === always ? "always" : "no") satisfies Consent;
}
