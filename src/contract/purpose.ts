import type { ErrorKind } from "./errors";
import type { Caller } from "./vocabulary";

export type RequestKind =
  | "account"
  | "expert"
  | "question"
  /** A language model, on behalf of a question or as a test. */
  | "model"
  /** The list of a server's models. */
  | "models"
  | "document"
  | "search"
  /** A tool of the editor, on behalf of a question. */
  | "tool";

/** What caused a request: who asks, and for which question. */
export interface Cause {
  readonly by:
    | Caller
    | "chat"
    | "compare"
    | "commitMessage"
    /** A command that another extension, a task or a key has run with a question. */
    | "command"
    /** A view or the status bar shows it. */
    | "view"
    /** The user enters a key or chooses a model. */
    | "setup"
    | "checkConnection"
    /** Another program, which asks the built-in hub itself. */
    | "program";
  readonly turnId?: string | undefined;
  readonly expertId?: number | undefined;
  readonly abilityId?: number | undefined;
  readonly modelId?: number | undefined;
  /** `session_id` of the question's request. */
  readonly sessionId?: string | undefined;
  /** As the user sees it named. */
  readonly model?: string | undefined;
  /** Paths of attached files, relative to their folder. */
  readonly attachments?: readonly string[];
}

/** Why a request is made. It travels with the request to the socket; nothing in it is content. */
export interface Purpose extends Cause {
  readonly kind: RequestKind;
  /** Scope of the hub; absent if it goes elsewhere. */
  readonly hubScope?: string | undefined;
  /** The name of the tool that is called. */
  readonly tool?: string | undefined;
}

/** A request that has just gone onto a socket. */
export interface StartedRequest {
  readonly purpose: Purpose;
  /** Origin of the server, the vendor of a model in the editor, or the server or extension of a tool there. */
  readonly to: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Bytes of the body; 0 where it was denied. */
  readonly bytesOut: number;
}

export interface EndedRequest {
  /** Bytes of the body that came back. */
  readonly bytesIn: number;
  /** HTTP status; absent if no answer came. */
  readonly status?: number | undefined;
  /** Why it ended before its answer was complete; `denied` where the editor did not let it leave. */
  readonly error?: ErrorKind | "denied" | undefined;
}

/**
 * Called as a request goes onto a socket; what it returns is called once as the request ends. Both
 * must return at once.
 */
export type OnSent = (started: StartedRequest) => ((ended: EndedRequest) => void) | undefined;
