import { HubError } from "../../../contract/errors";
import type { AgentRequest, ToolActivation } from "../../../contract/types";
import { toolNames } from "../../../contract/vocabulary";
import { t } from "../../../kit/l10n";
import { nameOf } from "../../../platform/core/naming";
import type { Settings } from "../../../platform/core/ports";
import type { Account } from "../../connection/core/account";
import type { Hub, HubAccount } from "../../connection/core/connection";
import type { Conversation } from "../../conversation/core/conversation";
import { type HubRequest, type Question, requestFor } from "../../conversation/core/question";
import type { AskedExpert } from "../../conversation/core/turn";
import type { Omitted } from "../../conversation/core/omitted";
import type { ContextRoom } from "./contextRoom";
import type { SavedExpert } from "../../experts/core/roster";
import { activationOf } from "../../../policy/toolRefusals";
import type { QuestionTools } from "./questionTools";

/** Where a question goes and what it may use there: fixed once it is prepared. */
export interface Destination {
  readonly at: HubAccount;
  readonly endpoint: HubRequest["endpoint"];
  readonly expertId: number;
  readonly abilityId?: number | undefined;
  readonly modelId?: number | undefined;
  readonly tools?: ToolActivation | undefined;
}

/** A question and the request built from it, not sent yet. */
export interface Prepared {
  readonly question: Question;
  readonly destination: Destination;
  readonly sent: HubRequest;
  readonly asked: AskedExpert;
  /** What is not in it because the model does not take it. */
  readonly omitted?: Omitted;
  /** Number of earlier answers that do not fit into the request. */
  readonly leftOut: number;
}

/** Where a question goes, and what it knows. */
export interface Target {
  readonly at: HubAccount;
  readonly expert: SavedExpert | undefined;
  /** It stands beside another question: this turn, or the next one of the conversation. */
  readonly beside?: { readonly turnId?: string };
}

interface PreparingParts {
  readonly tools: Pick<QuestionTools, "of">;
  readonly account: Pick<Account, "knownAt">;
  readonly settings: Settings;
  readonly room: Pick<ContextRoom, "fitted">;
}

/** The question with its request as it would be sent now. */
export function preparedQuestion(
  { tools: questionTools, account, settings, room }: PreparingParts,
  conversation: Conversation,
  given: Question,
  { at, expert, beside }: Target,
): Prepared {
  const { hub } = at;
  const { scope } = hub;
  const memory = given.memory ?? settings.memory;
  // The answers would mix in one session, so each has its own, and gets the conversation as messages.
  const question: Question = beside && memory === "session" ? { ...given, memory: "both" } : given;
  // What the user chose stays with the question, for when it is asked again.
  const tools = activationOf(given.tools, questionTools.of(given, hub));
  const userId = account.knownAt(hub)?.user_id;
  const context = {
    sessionId: beside ? crypto.randomUUID() : conversation.sessionFor(scope),
    history: conversation.history(scope, settings, beside?.turnId),
    ...(userId !== undefined && { userId }),
  };
  const remembers = (question.memory ?? settings.memory) !== "session" && !question.earlier;
  const withTools = { ...question, ...(tools && { tools }) };
  const sent = requestFor(withTools, context, settings);
  const asked = askedExpert(question, hub, expert);
  return {
    question,
    destination: destinationOf(withTools, at),
    sent,
    asked,
    ...room.fitted({ question, sent, asked }, expert),
    leftOut: remembers ? conversation.leftOut(scope, settings, beside?.turnId) : 0,
  };
}

function destinationOf(question: Question, at: HubAccount): Destination {
  const { expertId, abilityId, modelId, tools, mode } = question;
  if (mode === "model") return { at, endpoint: "invoke_llm", expertId, modelId };
  return { at, endpoint: "invoke_agent", expertId, abilityId, modelId, tools };
}

/** Throws `conflict` before a request would go elsewhere than its question says. */
export function expectDestination(sent: HubRequest, destination: Destination): void {
  const { endpoint, expertId, abilityId, modelId, tools = {} } = destination;
  const body: Omit<AgentRequest, "input_data"> = sent.body;
  const says = [sent.endpoint, body.expert_id, body.ability_id, body.model_id];
  const isSame =
    says.every((one, at) => one === [endpoint, expertId, abilityId, modelId][at]) &&
    toolNames.every((name) => body.tool_activation?.[name] === tools[name]);
  if (isSame) return;
  throw new HubError("conflict", t("The request is not what was shown, so it was not sent."));
}

function askedExpert(
  { expertId, abilityId, modelId, mode }: Question,
  { scope, builtIn }: Hub,
  saved: SavedExpert | undefined,
): AskedExpert {
  const expert = saved?.expert;
  const ability = expert?.abilities.find(({ id }) => id === abilityId);
  const model = expert?.expert_llm_models.find(({ id }) => id === modelId);
  return {
    expertId,
    expertName: nameOf("Expert", expertId, expert?.name),
    ...(abilityId !== undefined &&
      mode !== "model" && {
        abilityId,
        abilityName: nameOf("Ability", abilityId, ability?.name),
      }),
    ...(modelId !== undefined && { modelId, modelName: nameOf("Model", modelId, model?.name) }),
    hubScope: scope,
    builtIn,
  };
}
