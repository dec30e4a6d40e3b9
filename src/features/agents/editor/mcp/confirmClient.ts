import * as vscode from "vscode";
import { ClientConsent, type Consent, type LastingConsent } from "../../core/clientConsent";
import { type AllowedExpert, isAllowed, withAllowed } from "../../core/mcpClients";
import { t } from "../../../../kit/l10n";
import type { McpCall } from "../../mcp/tools";
import { plainText } from "../../../../platform/editor/plainText";
import type { AgentQuestion } from "../agentQuestions";
import { askConfirmation, asDetail } from "../askConfirmation";
import type { McpTokens } from "./mcpTokens";

type Client = Pick<McpCall, "holder">;

/** Asks the user before a client other than this editor, which asks by itself, sends a question. */
export class ConfirmClient {
  readonly #consent = new ClientConsent();
  readonly #tokens: Pick<McpTokens, "clients" | "change">;

  constructor(tokens: Pick<McpTokens, "clients" | "change">) {
    this.#tokens = tokens;
  }

  async allows(asked: AgentQuestion, call: McpCall): Promise<boolean> {
    if (call.holder === "editor") return true;
    const signal = AbortSignal.any([call.signal, call.gone]);
    const lasting = this.#lasting(asked, call);
    const ask = () => dialog(asked, call, lasting !== undefined);
    return this.#consent.allows({ lasting, signal, ask });
  }

  /** Only for a program that its token names. Files are asked about each time: they are not what the user agreed to. */
  #lasting(asked: AgentQuestion, { holder }: Client): LastingConsent | undefined {
    const { expertId } = asked.question;
    if (typeof holder === "string" || asked.files.length > 0 || expertId === undefined)
      return undefined;
    const name = plainText(asked.expertName, 80);
    const expert: AllowedExpert = { hubScope: asked.hubScope, expertId, name };
    const { id } = holder;
    return {
      isGiven: () => this.#tokens.clients.some((one) => one.id === id && isAllowed(one, expert)),
      give: () => this.#tokens.change(id, (client) => withAllowed(client, expert)),
    };
  }
}

/** Enter presses the first button, so it declines. */
async function dialog(asked: AgentQuestion, client: Client, offersAlways: boolean) {
  const confirmation = askConfirmation(asked);
  const once = t("Send Once");
  const always = t("Send Without Asking Again for This Expert");
  const buttons = [t("Do Not Send"), once, ...(offersAlways ? [always] : [])];
  const note = noteAbout(client, offersAlways);
  const chosen = await vscode.window.showWarningMessage(
    confirmation.title,
    { modal: true, detail: [whoAsks(client), asDetail(confirmation), ...note].join("\n\n") },
    ...buttons,
  );
  if (chosen === once) return "once" satisfies Consent;
  return (chosen === always ? "always" : "no") satisfies Consent;
}

function whoAsks({ holder }: Client): string {
  return typeof holder === "string"
    ? t("A program that does not give its name wants to ask through MCP.")
    : t("{0} wants to ask through MCP.", plainText(holder.name, 60));
}

function noteAbout({ holder }: Client, offersAlways: boolean): string[] {
  if (typeof holder === "string")
    return [
      t(
        "Several programs may have its token, so you are asked about each question. Copy the configuration again to give the program a token of its own.",
      ),
    ];
  if (!offersAlways) return [];
  const name = plainText(holder.name, 60);
  return [
    t("Without asking again is for {0} alone. The command Permissions… takes it back.", name),
  ];
}
