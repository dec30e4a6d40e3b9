import type { ChatModel } from "../../contract/chatModel";
import type { HubProgress } from "../../contract/progress";
import type { Cause } from "../../contract/purpose";
import type { AgentRequest, Expert, LlmRequest } from "../../contract/types";
import { t } from "../../kit/l10n";
import type { ToolRefusals } from "../../policy/toolRefusals";
import { fromHistory, messagesFor } from "../loop/messages";
import { runLoop } from "../loop/modelLoop";
import { SessionMemory } from "../loop/sessionMemory";
import type { WireStep } from "../tools/step";
import type { Tool } from "../tools/tool";
import { expectOwn } from "./searchAgent";
import { paragraphs } from "../markdown";
import { wireAnswer, type WireAnswer } from "./wireAnswer";

export interface ModelAgentParts {
  /** The tools of a request that are not refused. */
  tools(request: AgentRequest, refusals: ToolRefusals, cause: Cause): readonly Tool[];
  /** Milliseconds for one answer; absent: as long as the client waits. */
  deadlineMs?: (() => number) | undefined;
}

interface ModelQuestion<T> {
  readonly model: ChatModel;
  readonly request: T;
  /** The tools that it must not run. */
  readonly refusals: ToolRefusals;
  readonly onProgress?: ((progress: HubProgress<WireStep>) => void) | undefined;
}

/** Answers questions with a language model; remembers sessions whose requests bring no history. */
export class ModelAgent {
  readonly #parts: ModelAgentParts;
  readonly #sessions = new SessionMemory();

  constructor(parts: ModelAgentParts) {
    this.#parts = parts;
  }

  /** As an agent, with tools (4.3). Rejects with `ModelProblem`. */
  async invoke(
    { model, request, refusals, onProgress }: ModelQuestion<AgentRequest>,
    expert: Expert,
    signal: AbortSignal,
  ): Promise<WireAnswer> {
    const { session_id: session, temperature, ability_id: id, model_id: modelId } = request;
    expectOwn("ability", id, expert.abilities);
    const ability = expert.abilities.find((own) => own.id === id);
    const input = request.input_data ?? "";
    const history = request.conversation_history ?? this.#sessions.of(session);
    const cause: Cause = {
      by: "program",
      expertId: expert.id,
      abilityId: id,
      modelId,
      sessionId: session,
    };
    const tools = this.#parts.tools(request, refusals, cause);
    const answer = await runLoop(
      {
        model,
        purpose: { ...cause, kind: "model", model: model.identifier },
        messages: messagesFor(expert, ability, history, input),
        isRemembered: request.conversation_history === undefined,
        tools,
        temperature,
        onProgress,
        deadlineMs: this.#parts.deadlineMs?.(),
      },
      signal,
    );
    const output = paragraphs(answer.output, unavailableToolNotes(request, refusals, tools));
    const made = wireAnswer({ input, history, output, steps: answer.steps });
    this.#sessions.keep(session, made.chat_history);
    return made;
  }

  /** The model alone, without tools or an expert's words (4.4). Rejects with `ModelProblem`. */
  async complete(
    { model, request, refusals, onProgress }: ModelQuestion<LlmRequest>,
    signal: AbortSignal,
  ): Promise<{ output: string }> {
    const { input_data: messages = [], temperature, msx_tokens: maxTokens } = request;
    const cause: Cause = {
      by: "program",
      expertId: request.expert_id,
      modelId: request.model_id,
    };
    const { output } = await runLoop(
      {
        model,
        purpose: { ...cause, kind: "model", model: model.identifier },
        messages: messages.map((message) =>
          message.role === "system"
            ? { role: "system", content: message.content }
            : fromHistory(message),
        ),
        tools: this.#parts.tools({}, refusals, cause),
        temperature,
        maxTokens,
        onProgress,
        deadlineMs: this.#parts.deadlineMs?.(),
      },
      signal,
    );
    return { output };
  }
}

/** What was switched on for a language model, but this hub does not have. */
function unavailableToolNotes(
  { tool_activation: switches = {} }: AgentRequest,
  refusals: ToolRefusals,
  tools: readonly Tool[],
): string {
  if (switches.web_search !== true || tools.some(({ name }) => name === "web_search")) return "";
  return refusals.web_search
    ? `*${t("The web was not searched. {0}", refusals.web_search.sentence)}*`
    : `*${t("The web was not searched, because no search address is set.")}*`;
}
