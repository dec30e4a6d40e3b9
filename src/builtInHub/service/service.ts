import { type ChatModel, ModelProblem } from "../../contract/chatModel";
import {
  isPicture,
  maxPictureBytes,
  pictureTypes,
  type WithPictures,
} from "../../contract/picture";
import type { HubProgress } from "../../contract/progress";
import type { Expert } from "../../contract/types";
import { stamp, type ExpertList, withInstructions } from "../experts/catalog";
import { ModelAgent, type ModelAgentParts } from "../experts/modelAgent";
import { assertOwn, SearchAgent } from "../experts/searchAgent";
import type { OfferedModels } from "../models/offeredModels";
import { toolRefusals } from "../../policy/toolRefusals";
import type { ToolName } from "../../contract/vocabulary";
import { t } from "../../kit/l10n";
import { Refusal } from "../refusal";
import type { WireStep } from "../tools/step";
import type { SearchIndex } from "../tools/workspace/searchIndex";
import type { Account } from "./account";
import type { Call } from "./call";

interface ServiceParts extends ModelAgentParts {
  readonly account: Account;
  readonly experts: ExpertList;
  readonly models: OfferedModels;
  readonly index: SearchIndex;
  /** Why a tool must not run now, whatever a request says. */
  readonly toolRefusal?: ((tool: ToolName) => string | undefined) | undefined;
}

export interface Answering {
  readonly signal: AbortSignal;
  /** Hears of the progress of a model on the question. */
  readonly onProgress?: ((progress: HubProgress<WireStep>) => void) | undefined;
}

/** The four endpoints, for requests that conform to the description. */
export class Service {
  readonly #parts: ServiceParts;
  readonly #search: SearchAgent;
  readonly #modelAgent: ModelAgent;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.#search = new SearchAgent(parts.index);
    this.#modelAgent = new ModelAgent(parts);
  }

  async answer(call: Call, answering: Answering): Promise<unknown> {
    try {
      return await this.#answer(call, answering);
    } catch (error) {
      throw ModelProblem.is(error) ? refusalFor(error) : error;
    }
  }

  async #answer(call: Call, { signal, onProgress }: Answering): Promise<unknown> {
    const { account, experts } = this.#parts;
    switch (call.endpoint) {
      case "get_user":
        return account.record();
      case "get_expert":
        return [this.#withModels((await experts.find(call.expertId)).record)];
      default:
        return this.#answerQuestion(call, { signal, onProgress });
    }
  }

  async #answerQuestion(
    call: Extract<Call, { body: unknown }>,
    { signal, onProgress }: Answering,
  ): Promise<unknown> {
    const { experts, models, toolRefusal } = this.#parts;
    const expert = await experts.find(call.expertId);
    const model = models.find(call.body.model_id, expert.file?.models);
    const reasoningEffort = call.body.reasoning_effort ?? expert.file?.reasoningEffort;
    const refusals = toolRefusals({
      endpoint: call.endpoint,
      chosen: call.endpoint === "invoke_agent" ? call.body.tool_activation : undefined,
      policyRefusal: (tool) => toolRefusal?.(tool),
      // An untrusted workspace has no folders here.
      isTrusted: true,
      ofExpert: expert.file?.tools,
      builtIn: { hasModel: model !== undefined },
    });
    assertSeen(call.body, model);
    if (call.endpoint === "invoke_agent") {
      const request = call.body;
      if (!model) return this.#search.invoke(expert, request, refusals.workspace_connector, signal);
      const named = expert.file?.namedTools;
      const asked = { model, request, reasoningEffort, refusals, named, onProgress };
      return this.#modelAgent.invoke(asked, withInstructions(expert), signal);
    }
    if (!model) {
      assertOwn("model", call.body.model_id, expert.record.expert_llm_models);
      throw new Refusal(501, t("This question needs a language model, and none is chosen."));
    }
    const asked = { model, request: call.body, reasoningEffort, refusals, onProgress };
    return this.#modelAgent.complete(asked, signal);
  }

  #withModels(expert: Expert): Expert {
    const models = [...expert.expert_llm_models, ...this.#parts.models.records(stamp)];
    return { ...expert, expert_llm_models: models };
  }
}

function assertSeen({ pictures = [] }: WithPictures, model: ChatModel | undefined) {
  if (pictures.length === 0) return;
  if (!pictures.every(isPicture))
    throw new Refusal(
      400,
      `Each of pictures must have a type (${pictureTypes.join(", ")}), and data of that type as Base64, at most ${maxPictureBytes / 1024 / 1024} MiB.`,
    );
  if (!model)
    throw new Refusal(501, t("This question needs a language model, and none is chosen."));
}

/** Says when to ask again only where the model's server said so. */
function refusalFor(problem: ModelProblem): Refusal {
  const { kind, message, retryAfterSeconds: seconds, nothingRan } = problem;
  if (kind === "rate-limited" || (nothingRan && seconds !== undefined)) {
    const after = seconds === undefined ? undefined : String(Math.ceil(seconds));
    const headers: Record<string, string> = after === undefined ? {} : { "retry-after": after };
    const status = kind === "rate-limited" ? 429 : 503;
    return new Refusal(status, message, headers, status, true);
  }
  if (kind === "bad-key") return new Refusal(502, message, {}, 401);
  if (kind === "no-pictures") return new Refusal(502, message, {}, 415);
  if (kind === "no-quota") return new Refusal(502, message, {}, 402);
  // The question may be sent again with less.
  return new Refusal(502, message, {}, kind === "too-long" && nothingRan ? 413 : undefined);
}
