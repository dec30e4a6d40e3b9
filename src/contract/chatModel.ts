import type { AddressExtras } from "./addressExtras";
import type { ContextError } from "./contextSize";
import type { Picture } from "./picture";
import type { Purpose } from "./purpose";
import type { RefusedParts, RequestPart } from "./refusedParts";
import type { SendOne } from "./send";
import type { Usage } from "./usage";
import type { ReasoningEffort } from "./vocabulary";

/** The tool that a step names whose log is what a model thought (service 4.3). */
export const reasoningTool = "reasoning";

/**
 * A language model that can call tools: the port between the built-in hub, which asks models, and
 * whoever supplies them.
 */
export interface ChatModel {
  /** Stable for a model of an address or vendor: `vscode-lm copilot/gpt-4o`. */
  readonly key: string;
  /** As shown to the user. */
  readonly name: string;
  /** The model's own identifier, such as `llama3.2:3b`. */
  readonly identifier: string;
  /** Where it runs, as shown to the user: `localhost:11434` or `Copilot`. */
  readonly provider: string;
  /** Its context window in tokens, the answer included; `undefined` if unknown. */
  readonly contextTokens?: number | undefined;
  /**
   * One round: resolves with the text and the tool calls of the answer. Rejects with `ModelProblem`,
   * or with the signal's reason once it is aborted.
   */
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer>;
}

/** A model of a server with OpenAI-compatible Chat Completions. */
export interface ServedModel {
  /** The base address of the server: https, or http on this computer or in the local network. */
  readonly address: string;
  readonly identifier: string;
  /** The way to the network. */
  readonly send: SendOne;
  /** The key of this address; `undefined` if it needs none. */
  readonly key: () => Promise<string | undefined>;
  /** The headers and fields that go along with each request to this address. */
  readonly extras?: (() => Promise<AddressExtras>) | undefined;
  /** What is known about its context window. */
  readonly context?: {
    readonly tokens: number | undefined;
    /** Its server has refused a request and reported the size of the context window. */
    learned(tokens: number): void;
    /** Its server has refused a request because of its pictures. */
    seesNoPictures?(): void;
  };
}

/** A model that the built-in hub's experts may use. */
export type OfferedModel = ChatModel | ServedModel;

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** For the activity log. */
  readonly purpose: Purpose;
  readonly tools: readonly ToolDefinition[];
  /** The tools are named, since earlier messages call them, but may not be called any longer. */
  readonly toolChoice?: "none" | undefined;
  readonly temperature?: number | undefined;
  readonly reasoningEffort?: ReasoningEffort | undefined;
  /** Maximum tokens in the answer. */
  readonly maxTokens?: number | undefined;
  /** Called with each piece of the answer's text as it arrives. */
  readonly onText?: (text: string) => void;
  /** Called with each piece of reasoning that the server sets apart from the text. */
  readonly onReasoning?: (reasoning: string) => void;
}

export type ModelMessage =
  | { readonly role: "system"; readonly content: string }
  | {
      readonly role: "user";
      readonly content: string;
      readonly pictures?: readonly Picture[] | undefined;
    }
  | {
      readonly role: "assistant";
      readonly content: string;
      readonly calls?: readonly ModelCall[];
      /** What the server had set apart; sent back only to a server that insists on it. */
      readonly reasoning?: string;
    }
  | { readonly role: "tool"; readonly callId: string; readonly content: string };

/** A call as the model wrote it: nothing about it is checked yet. */
export interface ModelCall {
  /** Unique within its answer. */
  readonly id: string;
  readonly name: string;
  /** Text, which need not be JSON. */
  readonly arguments: string;
  /** What its server wants back with it, such as a signature. */
  readonly extra?: unknown;
}

export interface ModelAnswer {
  /** May contain reasoning in tags. */
  readonly text: string;
  /** Absent if the server sets none apart. */
  readonly reasoning?: string;
  readonly calls: readonly ModelCall[];
  /**
   * `length` if it was cut off, `refused` if the model or its provider declined, `unknown` if nobody
   * said that it is complete.
   */
  readonly ending: "complete" | "length" | "refused" | "unknown";
  /** Its context window in tokens, where its server cuts what is longer without saying so. */
  readonly window?: number;
  /** What the model does not take, so that it was asked without it. */
  readonly without?: readonly RequestPart[];
  /** The exact usage of this round, if known. */
  readonly usage?: Usage;
  /** The estimated number of tokens, if `usage` is unknown. */
  readonly approximateTokens?: number;
}

/** A tool as it is offered to a model. */
interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: object;
}

/** Why a model did not answer. */
export type ModelProblemKind =
  | "unreachable"
  | "bad-key"
  | "not-found"
  | "rate-limited"
  | "no-quota"
  | "too-long"
  /** The model cannot see the pictures of the request. */
  | "no-pictures"
  | "refused"
  | "failed"
  | "bad-answer";

interface ModelProblemDetails {
  readonly retryAfterSeconds?: number | undefined;
  readonly nothingRan?: boolean | undefined;
  readonly context?: ContextError | undefined;
  readonly refused?: RefusedParts | undefined;
}

/** A model that could not answer; the message is a sentence for the user, without any secret. */
export class ModelProblem extends Error {
  override readonly name = "ModelProblem";
  readonly kind: ModelProblemKind;
  /** When the server said that it can be asked again; absent where it did not. */
  readonly retryAfterSeconds: number | undefined;
  /** The request was refused: it may be sent again without what it was refused for. */
  readonly nothingRan: boolean;
  /** What the server reported about its context window; only for `too-long`. */
  readonly context: ContextError | undefined;
  /** The parts of the request without which it may be sent once more. */
  readonly refused: RefusedParts | undefined;

  constructor(kind: ModelProblemKind, message: string, details: ModelProblemDetails = {}) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.nothingRan = details.nothingRan === true;
    this.context = details.context;
    this.refused = details.refused;
  }

  /** By its name: the built-in hub and the extension are two bundles with a class each. */
  static is(error: unknown): error is ModelProblem {
    return error instanceof Error && error.name === "ModelProblem";
  }
}

export function servedModelKey({
  address,
  identifier,
}: Pick<ServedModel, "address" | "identifier">) {
  return `${address} ${identifier}`;
}
