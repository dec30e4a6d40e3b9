import type { ReasoningEffort, ToolName } from "./vocabulary";

/**
 * Sections 2 and 4 of the service description in wire spelling. Response fields are optional
 * wherever the service may omit them or send null; only what a record cannot do without (an id, an
 * output) is required.
 */

/** What is kept of `User` (2.1): an allow-list. Tokens, keys, addresses and free-form data never pass. */
export interface User {
  user_id?: string;
  name?: string;
  given_name?: string;
  family_name?: string;
  nickname?: string;
  email_verified?: boolean;
  created_at?: string;
  updated_at?: string;
  last_login?: string;
  logins_count?: number;
  user_metadata?: UserMetadata;
}

/** What is kept of `UserMetadata` (2.1): the preferences and the token balance. */
export interface UserMetadata {
  message_me?: boolean;
  newsletter?: boolean;
  updates?: boolean;
  features?: boolean;
  follows_me?: boolean;
  mentions_me?: boolean;
  /** Number of tokens the user has. */
  tokens?: number;
}

/** What models, abilities and experts have in common (2.2). */
interface Published {
  id: number;
  name?: string;
  createdAt?: string;
  updatedAt?: string;
  publishedAt?: string;
  locale?: string;
}

/** `Model` (2.2). */
export interface Model extends Published {
  /** The underlying model identifier. */
  identifier?: string;
}

/** `Ability` (2.2). */
export interface Ability extends Published {
  /** Description of the skill. */
  text?: string;
}

/** `Expert` (2.2). */
export interface Expert extends Published {
  description?: string;
  function_name?: string;
  function_description?: string;
  system_message?: string;
  profession?: string;
  /** Free-form: show as JSON, never merge into another object. */
  apps?: unknown;
  expert_llm_models: Model[];
  abilities: Ability[];
}

/** `Conversation message` (2.3). The service does not say which roles it allows. */
export interface Message {
  role: string;
  content: string;
}

/** `Error` (2.4). */
export interface ErrorBody {
  error: number;
  message: string;
  /** An extension (docs/built-in-hub.md): it is about the language model that the user chose, or has yet to. */
  about?: "model";
}

/** `tool_activation` of `invoke_agent` (4.3). */
export type ToolActivation = Partial<Record<ToolName, boolean>>;

/** `tool_config` of `invoke_agent` (4.3). */
export interface ToolConfig {
  web_search_max_results?: number;
  /** An extension (docs/built-in-hub.md): names of tools of the editor that the model may call. */
  editor_tools?: string[];
}

/** Request body of `invoke_agent` (4.3). Omit unset fields: never null, never an invented default. */
export interface AgentRequest {
  expert_id?: number;
  ability_id?: number;
  model_id?: number;
  session_id?: string;
  input_data?: string;
  temperature?: number;
  /** An extension (docs/built-in-hub.md): sent to the built-in hub alone. */
  reasoning_effort?: ReasoningEffort;
  user_id?: string;
  document_urls?: string[];
  conversation_history?: Message[];
  tool_config?: ToolConfig;
  tool_activation?: ToolActivation;
}

/** One tool call inside a step's `message_log` (4.3). `arguments` is text, which need not be JSON. */
export interface ToolCall {
  index?: number;
  id?: string;
  type?: string;
  function?: { name?: string; arguments?: string };
}

/** `MessageLogEntry` (4.3). */
export interface MessageLogEntry {
  content?: string;
  additional_kwargs?: { tool_calls?: ToolCall[] };
}

/** `Step` (4.3). Anything that is not of that shape is preserved as `raw`. */
export interface Step {
  tool?: string;
  /** `{ query }` according to the description; in practice a string or any object. */
  tool_input?: unknown;
  log?: string;
  message_log?: MessageLogEntry[];
  tool_call_id?: string;
  /** The step exactly as received. */
  raw: unknown;
}

/** Response body of `invoke_agent` (4.3), without what it repeats of the request. */
export interface AgentAnswer {
  output: string;
  /** Inner arrays contain steps that belong together, as the hub grouped them. */
  intermediate_steps: Step[][];
}

/** Request body of `invoke_llm` (4.4); `msx_tokens` is spelled so by the service. */
export interface LlmRequest {
  expert_id?: number;
  model_id?: number;
  input_data?: Message[];
  temperature?: number;
  /** An extension (docs/built-in-hub.md): sent to the built-in hub alone. */
  reasoning_effort?: ReasoningEffort;
  msx_tokens?: number;
}

/** Answer of `invoke_llm` (4.4), whose shape the service does not describe. */
export interface LlmAnswer {
  /** The generated text, if one of the known shapes contained it. */
  output?: string;
}

/** An answer with details on how it was received. */
export interface Received<T> {
  value: T;
  /** The body as parsed, the API key masked; of an agent, without what it repeats of its request. */
  raw: unknown;
  /** Bytes of the body on the wire. */
  bytes: number;
  /** Milliseconds from the call to the last byte, retries included. */
  elapsedMs: number;
}
