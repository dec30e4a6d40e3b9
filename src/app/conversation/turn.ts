import type { ErrorKind, HubError } from "../../hub/errors";
import type { AgentAnswer, Received } from "../../hub/types";
import type { Question, Sent } from "./question";

/** Who is asked, in words, as it was when the question left. */
export interface Asked {
  readonly expertId: number;
  readonly expertName: string;
  readonly abilityId?: number;
  readonly abilityName?: string;
  readonly modelId?: number;
  readonly modelName?: string;
  /** Scope of the hub; a session never crosses hubs. */
  readonly hubScope: string;
  readonly builtIn: boolean;
}

/** The hub did not take the question; it goes out once more by itself. */
export interface Again {
  readonly why: ErrorKind;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export type Result =
  /** This window waits for the answer. */
  | { readonly state: "waiting"; readonly again?: Again }
  | { readonly state: "done"; readonly received: Received<AgentAnswer> }
  | { readonly state: "failed"; readonly error: HubError }
  | { readonly state: "stopped" }
  /** It was out when its window closed, or still is in another one; it may have run. */
  | { readonly state: "interrupted" };

/** A question and what became of it. Never changed in place: each change is another object. */
export interface Turn {
  readonly id: string;
  readonly question: Question;
  /** The body as it was sent. */
  readonly sent: Sent;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  readonly asked: Asked;
  readonly result: Result;
  /** Tokens that it cost, about: the balance before less the balance after. */
  readonly approximateTokens?: number;
}

/** One thing that became different; the changes in their order make the conversation. */
export type Change =
  | { readonly kind: "turn"; readonly turn: Turn }
  /** What became of a question that was put before. */
  | { readonly kind: "result"; readonly turnId: string; readonly result: Result }
  /** What an answer cost, known later than the answer. */
  | { readonly kind: "cost"; readonly turnId: string; readonly approximateTokens: number }
  | { readonly kind: "removed"; readonly turnId: string }
  /** The user's own title; without one it is made from the first question. */
  | { readonly kind: "title"; readonly title: string | undefined }
  | { readonly kind: "session"; readonly hubScope: string; readonly sessionId: string };

/** A turn as it is now, and what of it became different: all of it, or what it cost alone. */
export interface TurnChange {
  readonly turn: Turn;
  readonly what: "turn" | "cost";
}

/** What became different of the conversation as a whole. */
export type WholeChange = Extract<Change, { kind: "removed" | "title" }>;

/** A conversation that was there before, as its changes. */
export interface SavedConversation {
  readonly id: string;
  readonly changes: readonly Change[];
}
