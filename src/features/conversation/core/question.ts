import type {
  AgentRequest,
  LlmRequest,
  Message,
  ToolActivation,
  ToolConfig,
} from "../../../contract/types";
import type { Settings } from "../../../platform/core/ports";
import type { Caller, MemoryMode, ReasoningEffort } from "../../../contract/vocabulary";
import { type Attachment, withoutInstructions } from "./attachment";
import { inputData } from "./inputData";
import { t } from "../../../kit/l10n";

/** A request by its endpoint: `invoke_agent` (service 4.3) or `invoke_llm` (4.4). */
export type HubRequest =
  | { readonly endpoint: "invoke_agent"; readonly body: AgentRequest }
  | { readonly endpoint: "invoke_llm"; readonly body: LlmRequest };

/** What the user asks, before it becomes a request. */
export interface Question {
  readonly typed: string;
  readonly attachments?: readonly Attachment[];
  readonly expertId: number;
  readonly abilityId?: number;
  readonly modelId?: number;
  readonly temperature?: number;
  /** For a language model of the built-in hub. */
  readonly reasoningEffort?: ReasoningEffort | undefined;
  readonly tools?: ToolActivation;
  readonly webSearchMaxResults?: number;
  readonly documentUrls?: readonly string[];
  /** `model` asks the language model alone. */
  readonly mode?: "agent" | "model";
  /** Overrides the setting. */
  readonly memory?: MemoryMode;
  /** Maximum tokens in the answer; `model` only. */
  readonly maxTokens?: number;
  /** Who asks, if it is not the user in the chat. */
  readonly caller?: Caller;
  /** What the caller's own conversation has, sent instead of the history of ours. */
  readonly earlier?: readonly Message[];
}

/** The same was typed and attached, whoever is asked. */
export function hasSameContent(one: Question, other: Question): boolean {
  const [texts, others] = [one, other].map(({ typed, attachments = [] }) => [
    typed,
    ...withoutInstructions(attachments).flatMap(({ label, text, picture }) => [
      label,
      picture?.digest ?? text,
    ]),
  ]);
  return texts!.length === others!.length && texts!.every((text, at) => text === others![at]);
}

/** Which parts of the conversation and the account are sent. */
interface Context {
  readonly sessionId: string;
  readonly history: readonly Message[];
  readonly userId?: string;
  /** Names of tools of the editor that the model may call. */
  readonly editorTools?: readonly string[];
}

/** The body of `invoke_agent` (service 4.3): unset fields are omitted. */
export function agentRequest(
  question: Question,
  context: Context,
  settings: Pick<Settings, "temperature" | "memory" | "sendUserId">,
): AgentRequest {
  const memory = question.memory ?? settings.memory;
  const history = question.earlier ?? context.history;
  const temperature = question.temperature ?? settings.temperature;
  const withSession = memory === "both" || memory === "session";
  const toolConfig: ToolConfig = {
    ...(question.webSearchMaxResults !== undefined && {
      web_search_max_results: question.webSearchMaxResults,
    }),
    ...(context.editorTools?.length && { editor_tools: [...context.editorTools] }),
  };
  const withHistory = (memory === "both" || memory === "history") && history.length > 0;
  return {
    expert_id: question.expertId,
    ...(question.abilityId !== undefined && { ability_id: question.abilityId }),
    ...(question.modelId !== undefined && { model_id: question.modelId }),
    ...(withSession && { session_id: context.sessionId }),
    input_data: inputData(question),
    ...(temperature !== undefined && { temperature }),
    ...(question.reasoningEffort && { reasoning_effort: question.reasoningEffort }),
    ...(settings.sendUserId && context.userId !== undefined && { user_id: context.userId }),
    ...(question.documentUrls?.length && { document_urls: [...question.documentUrls] }),
    ...(withHistory && { conversation_history: [...history] }),
    ...(Object.keys(toolConfig).length > 0 && { tool_config: toolConfig }),
    ...(question.tools &&
      Object.keys(question.tools).length > 0 && { tool_activation: question.tools }),
  };
}

/** The body of `invoke_llm` (service 4.4): without a session, so memory is the history or nothing. */
export function llmRequest(
  question: Question,
  context: Context,
  settings: Pick<Settings, "temperature" | "memory" | "roles">,
): LlmRequest {
  const memory = question.memory ?? settings.memory;
  const temperature = question.temperature ?? settings.temperature;
  const withHistory = memory === "both" || memory === "history";
  return {
    expert_id: question.expertId,
    ...(question.modelId !== undefined && { model_id: question.modelId }),
    input_data: [
      ...(question.earlier ?? (withHistory ? context.history : [])),
      { role: settings.roles.user, content: inputData(question) },
    ],
    ...(temperature !== undefined && { temperature }),
    ...(question.reasoningEffort && { reasoning_effort: question.reasoningEffort }),
    ...(question.maxTokens !== undefined && { msx_tokens: question.maxTokens }),
  };
}

/** The request for a question: what is previewed is what is sent. */
export function requestFor(
  question: Question,
  context: Context,
  settings: Pick<Settings, "temperature" | "memory" | "roles" | "sendUserId">,
): HubRequest {
  return question.mode === "model"
    ? { endpoint: "invoke_llm", body: llmRequest(question, context, settings) }
    : { endpoint: "invoke_agent", body: agentRequest(question, context, settings) };
}

/** Who asked, as part of a line. */
export function callerLabel(caller: Caller): string {
  switch (caller) {
    case "tool":
      return t("asked by an agent");
    case "mcp":
      return t("asked through MCP");
    case "participant":
      return t("asked in VS Code's chat");
    default:
      return t("asked as a language model");
  }
}
