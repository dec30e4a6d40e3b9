import type { Message } from "../../../contract/types";
import type { Attachment } from "../../conversation/core/attachment";
import type { HubRequest } from "../../conversation/core/question";
import type { Hub } from "../../connection/core/connection";
import type { AskedExpert } from "../../conversation/core/turn";
import type { ConfirmationReason } from "../../../platform/core/confirmer";
import type { Chat } from "./chat";
import type { Options } from "./options";

/** Who asks, if it is not the user in the chat: what an answer says about files, they read. */
export interface Outsider {
  /** The same for all of its questions. */
  readonly id: string;
  /** As part of a sentence. */
  readonly name: string;
  /** Files that it attaches and that the user has not been shown by us. */
  readonly files?: readonly string[];
}

/** A question about to be sent, with the request built from it. */
export interface OutgoingQuestion {
  readonly typed: string;
  readonly attachments: readonly Attachment[];
  /** Messages from outside that go along. */
  readonly earlier?: readonly Message[];
  readonly sent: HubRequest;
  readonly outsider?: Outsider | undefined;
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
  readonly always?: {
    readonly label: string;
    /** Of a dialog, which has no check box; absent if it is offered in the chat alone. */
    readonly button?: string;
    agreed(): unknown;
  };
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
}
