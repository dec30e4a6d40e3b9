import type { Settings } from "./ports";
import type { AgentRequest, Message, ToolActivation } from "../hub/types";

/** Text of the editor that goes along with a question. */
export interface Attachment {
  readonly id: string;
  readonly text: string;
  readonly languageId: string;
  /** Such as `cart.ts:10–24`. */
  readonly label: string;
  /** Such as `15 lines · TypeScript · 1.2 KB`. */
  readonly detail: string;
}

/** What the user asks, before it is a request. */
export interface Question {
  readonly typed: string;
  readonly attachment?: Attachment;
  readonly expertId: number;
  readonly abilityId?: number;
  readonly modelId?: number;
  readonly temperature?: number;
  readonly tools?: ToolActivation;
  readonly webSearchMaxResults?: number;
  readonly documentUrls?: readonly string[];
}

/** What of the conversation and the account goes along. */
export interface Context {
  readonly sessionId: string;
  readonly history: readonly Message[];
  readonly userId?: string;
}

/** `input_data`: exactly the selection where nothing is typed, else the words with the selection below. */
export function inputData(typed: string, attachment: Attachment | undefined): string {
  if (!attachment) return typed;
  if (typed.trim() === "") return attachment.text;
  const fence = fenceFor(attachment.text);
  const code = attachment.text.endsWith("\n") ? attachment.text : `${attachment.text}\n`;
  return `${typed}\n\n${fence}${attachment.languageId}\n${code}${fence}`;
}

/** The body of `invoke_agent` (service 4.3): what is unset is left out. */
export function agentRequest(
  question: Question,
  context: Context,
  settings: Pick<Settings, "temperature" | "memory" | "sendUserId">,
): AgentRequest {
  const { memory } = settings;
  const temperature = question.temperature ?? settings.temperature;
  const withSession = memory === "both" || memory === "session";
  const withHistory = (memory === "both" || memory === "history") && context.history.length > 0;
  return {
    expert_id: question.expertId,
    ...(question.abilityId !== undefined && { ability_id: question.abilityId }),
    ...(question.modelId !== undefined && { model_id: question.modelId }),
    ...(withSession && { session_id: context.sessionId }),
    input_data: inputData(question.typed, question.attachment),
    ...(temperature !== undefined && { temperature }),
    ...(settings.sendUserId && context.userId !== undefined && { user_id: context.userId }),
    ...(question.documentUrls?.length && { document_urls: [...question.documentUrls] }),
    ...(withHistory && { conversation_history: [...context.history] }),
    ...(question.webSearchMaxResults !== undefined && {
      tool_config: { web_search_max_results: question.webSearchMaxResults },
    }),
    ...(question.tools &&
      Object.keys(question.tools).length > 0 && { tool_activation: question.tools }),
  };
}

/** A fence longer than any run of backticks inside. */
function fenceFor(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  return "`".repeat(Math.max(3, longest + 1));
}
