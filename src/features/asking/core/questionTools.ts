import type { AgentRequest } from "../../../contract/types";
import { HubError } from "../../../contract/errors";
import { type ToolRefusals, toolRefusals } from "../../../policy/toolRefusals";
import type { Connection, Hub } from "../../connection/core/connection";
import type { HubRequest, Question } from "../../conversation/core/question";
import type { EditorTools, ToolChoice } from "../../models/core/editorTools";
import type { FileExperts } from "../../experts/core/fileExperts";
import type { ChosenModels } from "../../models/core/chosenModels";

interface QuestionToolsParts {
  readonly connection: Pick<Connection, "policy">;
  readonly models: Pick<ChosenModels, "find">;
  readonly fileExperts: Pick<FileExperts, "toolsOf">;
  readonly editorTools: Pick<EditorTools, "of" | "choose" | "refusal" | "onDidChange">;
  /** False in Restricted Mode. */
  isTrusted(): boolean;
}

interface RequestedModel extends Pick<Question, "expertId" | "mode"> {
  readonly modelId?: number | undefined;
}

type RequestedHub = Pick<Hub, "builtIn"> | undefined;

/** Which tools questions may use: the built-in hub decides with the same function. */
export class QuestionTools {
  readonly #parts: QuestionToolsParts;

  constructor(parts: QuestionToolsParts) {
    this.#parts = parts;
  }

  of(
    { expertId, modelId, mode, tools }: Pick<Question, "expertId" | "modelId" | "mode" | "tools">,
    hub: RequestedHub,
  ): ToolRefusals {
    const { connection, models, fileExperts, isTrusted } = this.#parts;
    const { current } = connection.policy;
    return toolRefusals({
      endpoint: mode === "model" ? "invoke_llm" : "invoke_agent",
      chosen: tools,
      policyRefusal: (tool) => current.toolRefusal(tool),
      isTrusted: isTrusted(),
      ofExpert: hub?.builtIn ? fileExperts.toolsOf(expertId) : undefined,
      builtIn: hub?.builtIn ? { hasModel: models.find(modelId) !== undefined } : undefined,
    });
  }

  get editor(): QuestionToolsParts["editorTools"] {
    return this.#parts.editorTools;
  }

  /** The tools of the editor that the model of the built-in hub may call, by name. */
  ofEditor({ expertId, modelId, mode }: RequestedModel, hub: RequestedHub): readonly ToolChoice[] {
    const { models, editorTools } = this.#parts;
    const mayCall = hub?.builtIn === true && mode !== "model" && models.find(modelId);
    return mayCall ? editorTools.of(expertId) : [];
  }

  ofRequest({ endpoint, body }: HubRequest, hub: RequestedHub): ToolRefusals {
    const {
      expert_id: expertId = 0,
      model_id: modelId,
      tool_activation: tools,
    } = body as AgentRequest;
    const mode = endpoint === "invoke_llm" ? "model" : "agent";
    return this.of(
      { expertId, mode, ...(modelId !== undefined && { modelId }), ...(tools && { tools }) },
      hub,
    );
  }

  /** Throws if a question turns on a tool that Restricted Mode does not have. */
  assertTrusted(question: Question, hub: RequestedHub): void {
    const refusal = this.of(question, hub).workspace_connector;
    if (refusal?.by === "trust" && question.tools?.workspace_connector === true)
      throw new HubError("invalid-request", refusal.sentence);
  }
}
