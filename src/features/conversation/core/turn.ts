import { searchOnlyModelId } from "../../../contract/builtInHubApi";
import type { ErrorKind, HubError } from "../../../contract/errors";
import type { AgentAnswer, LlmAnswer, Received } from "../../../contract/types";
import type { Usage } from "../../../contract/usage";
import { fenced } from "../../../kit/fence";
import type { Omitted } from "./omitted";
import type { Question, HubRequest } from "./question";

/** Who is asked, in words, at the time the question is sent. */
export interface RequestedExpert {
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

/** The hub did not accept the question; it is retried automatically. */
export interface Again {
  readonly why: ErrorKind;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export type Result =
  /** This window waits for the answer; `isQueued`: for its turn, since nothing was sent yet. */
  | { readonly state: "waiting"; readonly again?: Again; readonly isQueued?: boolean }
  | {
      readonly state: "done";
      readonly received: Received<AgentAnswer>;
      /** Exact token usage, if the server of a built-in hub's model reported it. */
      readonly usage?: Usage;
    }
  | { readonly state: "failed"; readonly error: HubError }
  /** With what there was of the answer, if a model of the built-in hub was at work on it. */
  | { readonly state: "stopped"; readonly soFar?: AgentAnswer }
  /** In progress when its window closed, or still in progress in another one; it may have run. */
  | { readonly state: "interrupted" };

/** A question and its result. Never modified in place: each change creates a new object. */
export interface Turn {
  readonly id: string;
  readonly question: Question;
  readonly sent: HubRequest;
  /** What is not in it because the model does not take it. */
  readonly omitted?: Omitted;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  readonly asked: RequestedExpert;
  /** The id of the turn that this one is compared with, and stands beside. */
  readonly beside?: string;
  /** `by` was asked, or brought back, in place of the turn `from`, which this one is or followed. */
  readonly aside?: { readonly by: string; readonly from: string };
  readonly result: Result;
  /**
   * About how many tokens it took: the balance before minus the balance after, or what VS Code counts
   * for a model. It never contains what is counted in the result's `usage`.
   */
  readonly approximateTokens?: number;
}

/** Whether the built-in hub answered without a language model, so that the answer is what it found. */
export function onlySearched({ asked, sent }: Pick<Turn, "asked" | "sent">): boolean {
  const model = asked.modelId ?? searchOnlyModelId;
  return asked.builtIn && sent.endpoint === "invoke_agent" && model === searchOnlyModelId;
}

/** The answer, or as much of it as there was when the user stopped it. */
export function answerOf({ result }: Pick<Turn, "result">): AgentAnswer | undefined {
  if (result.state === "done") return result.received.value;
  return result.state === "stopped" ? result.soFar : undefined;
}

/** One change; applied in order, the changes produce the conversation. */
export type Change =
  | { readonly kind: "turn"; readonly turn: Turn }
  /** The result of a question recorded before. */
  | { readonly kind: "result"; readonly turnId: string; readonly result: Result }
  /** The cost of an answer, known later than the answer. */
  | { readonly kind: "cost"; readonly turnId: string; readonly approximateTokens: number }
  /** What stands beside it goes with it, or stands beside `by` from now on. */
  | { readonly kind: "removed"; readonly turnId: string; readonly by?: string }
  /** The turn takes the place of the one that it stands beside. */
  | { readonly kind: "continued"; readonly turnId: string }
  /** `by` was asked in place of this turn, which is set aside with those that follow it. */
  | { readonly kind: "aside"; readonly turnId: string; readonly by: string }
  /** The turn, and those that were set aside with it, change places with those that took theirs. */
  | { readonly kind: "back"; readonly turnId: string }
  /** The user's own title; without one it is made from the first question. */
  | { readonly kind: "title"; readonly title: string | undefined }
  | { readonly kind: "session"; readonly hubScope: string; readonly sessionId: string };

/** A turn as it is now, and what changed: all of it, or only its cost. */
export interface TurnChange {
  readonly turn: Turn;
  readonly what: "turn" | "cost";
}

export type WholeChange = Extract<
  Change,
  { kind: "removed" | "continued" | "aside" | "back" | "title" }
>;

/** An existing conversation as its changes. */
export interface SavedConversation {
  readonly id: string;
  readonly changes: readonly Change[];
}

/** An answer of the language model alone, shown like any other; as JSON if no text was found in it. */
export function fromModel({ value, ...received }: Received<LlmAnswer>): Received<AgentAnswer> {
  const output =
    value.output ?? fenced(JSON.stringify(received.raw, undefined, 2) ?? "null", "json");
  return { ...received, value: { output, intermediate_steps: [] } };
}
