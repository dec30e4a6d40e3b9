import type { Message } from "../../../contract/types";
import type { Attachment } from "../../conversation/core/attachment";
import type { Question, HubRequest } from "../../conversation/core/question";
import type { Hub } from "../../connection/core/connection";
import type { AskedExpert } from "../../conversation/core/turn";
import type { ConfirmationReason } from "../../../platform/core/confirmer";
import type { Chat } from "./chat";
import type { Options } from "./options";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";

/** A question about to be sent, with the request built from it. */
export interface OutgoingQuestion {
  readonly typed: string;
  readonly attachments: readonly Attachment[];
  /** Messages from outside that go along. */
  readonly earlier?: readonly Message[];
  readonly sent: HubRequest;
  /** As it was asked; `caller` is who asks, if it is not the user in the chat. */
  readonly question?: Pick<Question, "caller">;
  readonly asked: Pick<AskedExpert, "expertId" | "expertName">;
  /** Where it goes, if that is not the hub in use. */
  readonly hub?: Pick<Hub, "scope" | "builtIn">;
  /** Number of earlier answers that do not fit. */
  readonly leftOut?: number;
  /** For a question of an earlier turn: it may reach more than these options allow. */
  readonly present?: Options;
}

/** Something that the user has to agree to before a question is sent. */
export interface Doubt {
  readonly sentence: string;
  readonly reasons: readonly ConfirmationReason[];
  /** It is warned of, rather than asked once. */
  readonly isWarning?: boolean;
  /** Notes that the user agreed, so that it is not asked again. */
  agreed?(): unknown;
  /** What agreeing for good covers, in the words of a check box. */
  readonly always?: { readonly label: string; agreed(): unknown };
}

/** What has to be confirmed before a question is sent. */
export interface Confirmation {
  /**
   * False if the user declined, or the signal was aborted. Rejects with `too-large` above 10 MiB, and
   * with `storage` if the key cannot be read.
   */
  confirm(chat: Chat, question: OutgoingQuestion, signal?: AbortSignal): Promise<boolean>;
  /** The same for questions that are sent together; `summary` says how many there are, and where they go. */
  confirmAll(
    chat: Chat,
    questions: readonly OutgoingQuestion[],
    options: { readonly signal?: AbortSignal; readonly summary: string },
  ): Promise<boolean>;
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
