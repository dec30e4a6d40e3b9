import type { AgentRequest, LlmRequest, Message } from "../../../contract/types";
import type { Conversation } from "../../conversation/core/conversation";
import type { Attachment } from "../../conversation/core/attachment";
import type { Question, HubRequest } from "../../conversation/core/question";
import type { Options } from "./options";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";

/** A question about to be sent, with the request built from it. */
export interface OutgoingQuestion {
  readonly typed: string;
  readonly attachments: readonly Attachment[];
  /** Messages from outside that go along. */
  readonly earlier?: readonly Message[];
  readonly body: AgentRequest | LlmRequest;
  /** Number of earlier answers that do not fit. */
  readonly leftOut?: number;
}

/** Confirmations before a question is sent. Each resolves to false if the user declines. */
export interface Confirmation {
  /** For secrets and size. Rejects with `too-large` above 10 MiB, `storage` if the key cannot be read. */
  confirmContent(question: OutgoingQuestion): Promise<boolean>;
  /**
   * For the language model and what the question lets the hub access, each once. A question of an
   * earlier turn may access more than the `present` options allow.
   */
  confirmReach(conversation: Conversation, sent: HubRequest, present?: Options): Promise<boolean>;
  /** False in Restricted Mode. */
  isTrusted(): boolean;
}

/** Throws if a question would give a tool access to an untrusted workspace. */
export function expectTrust({ tools }: Question, confirmation: Confirmation): void {
  if (tools?.workspace_connector !== true || confirmation.isTrusted()) return;
  throw new HubError(
    "invalid-request",
    t(
      "The workspace connector is not available in Restricted Mode. Turn it off for this question, or trust the workspace.",
    ),
  );
}

export type Consent = "once" | "always" | "no";

/** Whether the user agrees. For good where there is a name, which then joins what was agreed to before. */
export async function hasConsent(
  agreed: { has(name: string): boolean; add(name: string): unknown },
  name: string | undefined,
  ask: () => Promise<Consent>,
): Promise<boolean> {
  if (name !== undefined && agreed.has(name)) return true;
  const answer = await ask();
  if (answer === "always" && name !== undefined) await agreed.add(name);
  return answer !== "no";
}
