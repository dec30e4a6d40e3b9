import {
  type AllowedExpert,
  isAllowed,
  type Program,
  withAllowed,
  ClientConsent,
  type Consent,
  type LastingConsent,
} from "../../core/mcpClients";
import { t } from "../../../../kit/l10n";
import type { Confirmer } from "../../../../platform/core/confirmer";
import type { TokenHolder } from "../../mcp/protocol";
import { decide } from "../../../../platform/editor/confirm";
import { plainText } from "../../../../platform/editor/plainText";
import { type AgentQuestion, askConfirmation, asReasons } from "../agentQuestions";
import type { McpTokens } from "./mcpTokens";

/** Asks the user before a client other than this editor, which asks by itself, sends a question. */
export class ConfirmClient {
  readonly #consent = new ClientConsent();
  readonly #tokens: Pick<McpTokens, "clients" | "change">;
  readonly #chat: () => Confirmer | undefined;

  constructor(tokens: Pick<McpTokens, "clients" | "change">, chat: () => Confirmer | undefined) {
    this.#tokens = tokens;
    this.#chat = chat;
  }

  /** False as soon as the question is over. */
  async allows(asked: AgentQuestion, holder: TokenHolder, over: AbortSignal): Promise<boolean> {
    if (holder === "editor") return true;
    const lasting = this.#lasting(asked, holder);
    const program = plainText(holder.name, 60);
    const ask = () =>
      dialog(asked, { program, offersAlways: lasting !== undefined, over, chat: this.#chat() });
    return this.#consent.allows({ client: holder.id, lasting, signal: over, ask });
  }

  /** Files are asked about each time: they are not what the user agreed to. */
  #lasting(asked: AgentQuestion, { id }: Program): LastingConsent | undefined {
    const { expertId } = asked.question;
    if (asked.files.length > 0 || expertId === undefined) return undefined;
    const name = plainText(asked.expertName, 80);
    const expert: AllowedExpert = { hubScope: asked.at.hub.scope, expertId, name };
    return {
      isGiven: () => this.#tokens.clients.some((one) => one.id === id && isAllowed(one, expert)),
      give: () => this.#tokens.change(id, (client) => withAllowed(client, expert)),
    };
  }
}

interface DialogOptions {
  readonly program: string;
  readonly offersAlways: boolean;
  readonly over: AbortSignal;
  readonly chat: Confirmer | undefined;
}

async function dialog(
  asked: AgentQuestion,
  { program, offersAlways, over: signal, chat }: DialogOptions,
): Promise<Consent> {
  const always = t("Send Without Asking Again for This Expert");
  const takenBack = t(
    "Without asking again is for {0} alone. The command Permissions… takes it back.",
    program,
  );
  const confirmation = askConfirmation(asked);
  const request = {
    sentence: confirmation.title,
    reasons: [
      { text: t("{0} wants to ask through MCP.", program) },
      ...asReasons(confirmation),
      ...(offersAlways ? [{ text: takenBack }] : []),
    ],
    choices: [t("Send Once"), ...(offersAlways ? [always] : [])],
    no: t("Do Not Send"),
  };
  const chosen = await decide(request, { chat, signal });
  return (["once", "always"] as const)[chosen ?? -1] ?? "no";
}
