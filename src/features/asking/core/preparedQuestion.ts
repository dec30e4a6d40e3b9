import { HubError } from "../../../contract/errors";
import { searchOnlyModelId } from "../../../contract/builtInHubApi";
import type { Cause } from "../../../contract/purpose";
import type { AgentRequest, ToolActivation } from "../../../contract/types";
import { type ShownState, toolNames } from "../../../contract/vocabulary";
import { t } from "../../../kit/l10n";
import type { ConfirmationReason } from "../../../platform/core/confirmer";
import { notFound } from "../../../platform/core/localError";
import { nameOf } from "../../../platform/core/naming";
import type { Settings } from "../../../platform/core/ports";
import type { Account } from "../../connection/core/account";
import type { Connection, Hub, HubAccount } from "../../connection/core/connection";
import { picturesAmong } from "../../conversation/core/attachment";
import type { Conversation } from "../../conversation/core/conversation";
import type { Omitted } from "../../conversation/core/omitted";
import { type HubRequest, type Question, requestFor } from "../../conversation/core/question";
import { type SentPicture, sentPictures } from "../../conversation/core/sentPictures";
import type { RequestedExpert, Turn } from "../../conversation/core/turn";
import type { ContextSizes } from "../../models/core/contextSizes";
import type { Roster, SavedExpert } from "../../experts/core/roster";
import { activationOf } from "../../../policy/toolRefusals";
import type { Chat } from "./chat";
import type { ContextBudget } from "./contextBudget";
import type { ToolChoice } from "../../models/core/editorTools";
import type { Options } from "./options";
import type { QuestionTools } from "./questionTools";

/** Lets a question wait for others; `run` rejects as cancelled if it is aborted before it begins. */
export interface ConcurrencyLimit {
  readonly isFree: boolean;
  run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** What is asked, whom, and how. */
export interface QuestionToAsk extends Question {
  /** The hub with the key that it is for; the hub in use if absent. */
  readonly at?: HubAccount | undefined;
  /** What the user saw: nothing is sent if that has changed. */
  readonly shown?: Partial<ShownState> | undefined;
  /** It was asked before: its tools and addresses are compared with the present options. */
  readonly isAgain?: boolean | undefined;
  /** The id of an unanswered turn that it replaces: an answer to it may arrive elsewhere. */
  readonly replacing?: string | undefined;
  /** The id of the turn that it stands beside, or `next` for the one that is sent with it. */
  readonly beside?: string | undefined;
  /** The id of the turn that it is asked in place of, and of all that follow that. */
  readonly inPlaceOf?: string | undefined;
  /** For the activity log, if the question names no caller; the chat if absent. */
  readonly by?: Cause["by"] | undefined;
  /** Who asks; found by the caller of the question if absent. */
  readonly outsider?: Outsider | undefined;
  /** Where it waits for others once it was confirmed. */
  readonly concurrencyLimit?: ConcurrencyLimit | undefined;
  /** Nothing is sent once it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Who asks, if it is not the user in the chat: what an answer says about files, they read. */
export interface Outsider {
  /** The same for all of its questions. */
  readonly id: string;
  /** As part of a sentence. */
  readonly name: string;
  /** Files that it attaches and that the user has not been shown by us. */
  readonly files?: readonly string[];
}

/** Where a question goes and what it may use there: fixed once it is prepared. */
interface Destination {
  readonly at: HubAccount;
  readonly endpoint: HubRequest["endpoint"];
  readonly expertId: number;
  readonly abilityId?: number | undefined;
  readonly modelId?: number | undefined;
  readonly tools?: ToolActivation | undefined;
  readonly editorTools?: readonly string[];
}

/** A question with its request and its destination, not sent yet. */
export interface PreparedQuestion extends Pick<
  QuestionToAsk,
  "replacing" | "beside" | "inPlaceOf" | "by"
> {
  readonly question: Question;
  readonly destination: Destination;
  readonly sent: HubRequest;
  readonly asked: RequestedExpert;
  /** What is not in it because the model does not take it. */
  readonly omitted?: Omitted;
  /** Those of the question, and of earlier ones that are sent with it. */
  readonly pictures: readonly SentPicture[];
  /** Number of earlier answers that do not fit into the request. */
  readonly leftOut: number;
  readonly outsider?: Outsider | undefined;
  /** For a question of an earlier turn: it may reach more than these options allow. */
  readonly present?: Options;
}

/** Something that the user has to agree to before a question is sent. */
export interface RequiredConfirmation {
  readonly sentence: string;
  readonly reasons: readonly ConfirmationReason[];
  /** It is warned of, rather than asked once. */
  readonly isWarning?: boolean;
  /** Notes that the user agreed, so that it is not asked again. */
  agreed?(): unknown;
}

/** What has to be confirmed before questions are sent. */
export interface Confirmation {
  /**
   * False if the user declined, or the signal was aborted. Rejects with `too-large` above 10 MiB, and
   * with `storage` if the key cannot be read. `summary` says of questions that are sent together how
   * many there are, and where they go.
   */
  confirm(
    chat: Chat,
    questions: readonly PreparedQuestion[],
    options: { readonly signal: AbortSignal; readonly summary?: string | undefined },
  ): Promise<boolean>;
}

interface PreparingParts {
  readonly connection: Pick<Connection, "accountAt" | "assertUnchanged">;
  readonly account: Pick<Account, "knownAt">;
  readonly roster: Pick<Roster, "getAt">;
  readonly settings: Settings;
  readonly tools: Pick<QuestionTools, "of" | "ofEditor">;
  readonly budget: Pick<ContextBudget, "fitted">;
  readonly contexts: Pick<ContextSizes, "keyOf" | "seesPictures">;
}

/** The question with its request as it would be sent now. Throws if there is no hub, or another one by now. */
export function preparedQuestion(
  { connection, account, roster, settings, contexts, budget, tools: questionTools }: PreparingParts,
  conversation: Conversation,
  asking: QuestionToAsk,
): PreparedQuestion {
  const { at = connection.accountAt(), replacing, beside, by, outsider, ...others } = asking;
  const { inPlaceOf, ...more } = others;
  const { shown: _, isAgain: __, signal: ___, concurrencyLimit: ____, ...given } = more;
  if (!at) throw new HubError("no-key", t("No hub is connected yet."));
  connection.assertUnchanged(at);
  const { hub } = at;
  const { scope } = hub;
  const expert = roster.getAt(scope, given.expertId);
  const isApart = (beside ?? inPlaceOf) !== undefined;
  const turnId = inPlaceOf ?? (beside === "next" ? undefined : beside);
  const memory = given.memory ?? settings.memory;
  // The answers would mix in one session, so each has its own, and gets the conversation as messages.
  const question: Question = isApart && memory === "session" ? { ...given, memory: "both" } : given;
  // What the user chose stays with the question, for when it is asked again.
  const tools = activationOf(given.tools, questionTools.of(given, hub));
  const withTools = {
    ...question,
    ...(tools && { tools }),
    // Another hub may refuse a field that it does not know.
    reasoningEffort: hub.builtIn ? question.reasoningEffort : undefined,
  };
  const reader = outsider ?? outsiderOf(question.caller ?? by ?? "chat");
  const userId = account.knownAt(hub)?.user_id;
  const context = {
    sessionId: isApart ? crypto.randomUUID() : conversation.sessionFor(scope),
    history: conversation.history(scope, settings, turnId),
    ...(userId !== undefined && { userId }),
    // What these tools find is for the user alone.
    editorTools: reader ? [] : namesOf(questionTools.ofEditor(given, hub)),
  };
  const remembers = (question.memory ?? settings.memory) !== "session" && !question.earlier;
  const sent = requestFor(withTools, context, settings);
  const asked = requestedExpert(question, hub, expert);
  assertSeen(question, hub, asked, contexts);
  const fitted = { sent, ...budget.fitted({ question, sent, asked }, expert) };
  return {
    question,
    destination: destinationOf(withTools, at, context.editorTools),
    asked,
    ...fitted,
    pictures: sentPictures({ question, asked, ...fitted }, conversation.turns),
    leftOut: remembers ? conversation.leftOut(scope, settings, turnId) : 0,
    replacing,
    beside,
    inPlaceOf,
    by,
    outsider: reader,
  };
}

function namesOf(tools: readonly ToolChoice[]): string[] {
  return tools.filter(({ isOn }) => isOn).map(({ name }) => name);
}

/** Throws before pictures would go to something that cannot see them. */
function assertSeen(
  { attachments }: Question,
  { builtIn, label }: Hub,
  asked: RequestedExpert,
  contexts: Pick<ContextSizes, "keyOf" | "seesPictures">,
): void {
  if (picturesAmong(attachments).length === 0) return;
  if (!builtIn)
    throw unseen(
      t("{0} takes only text, so no picture can be sent to it. Remove it to ask.", label),
    );
  const { modelId = searchOnlyModelId, modelName = "" } = asked;
  if (modelId === searchOnlyModelId)
    throw unseen(
      t("Only a language model can see pictures. Choose a model, or remove the picture."),
    );
  if (contexts.seesPictures(contexts.keyOf(asked)) === false)
    throw unseen(
      t("{0} cannot see pictures. Choose another model, or remove the picture.", modelName),
    );
}

function unseen(sentence: string): HubError {
  return new HubError("invalid-request", sentence);
}

/** Who reads the answer besides the user; `undefined` if nobody does. */
export function outsiderOf(by: Cause["by"]): Outsider | undefined {
  switch (by) {
    case "tool":
      return { id: by, name: t("an agent in VS Code") };
    case "mcp":
      return { id: by, name: t("an MCP client") };
    case "participant":
      return { id: by, name: t("VS Code's chat") };
    case "languageModel":
      return { id: by, name: t("another extension") };
    case "command":
      return { id: by, name: t("another extension or a key") };
    default:
      return undefined;
  }
}

function destinationOf(
  question: Question,
  at: HubAccount,
  editorTools: readonly string[],
): Destination {
  const { expertId, abilityId, modelId, tools, mode } = question;
  if (mode === "model") return { at, endpoint: "invoke_llm", expertId, modelId };
  return { at, endpoint: "invoke_agent", expertId, abilityId, modelId, tools, editorTools };
}

/** Throws `conflict` before a request would go elsewhere than its question says. */
export function assertDestination(sent: HubRequest, destination: Destination): void {
  const { endpoint, expertId, abilityId, modelId, tools = {}, editorTools = [] } = destination;
  const body: Omit<AgentRequest, "input_data"> = sent.body;
  const isSame =
    sent.endpoint === endpoint &&
    body.expert_id === expertId &&
    body.ability_id === abilityId &&
    body.model_id === modelId &&
    toolNames.every((name) => body.tool_activation?.[name] === tools[name]) &&
    (body.tool_config?.editor_tools ?? []).join() === editorTools.join();
  if (isSame) return;
  throw new HubError("conflict", t("The request is not what was shown, so it was not sent."));
}

/** Throws before a request without a word of a question would be sent. */
export function assertContent({ endpoint, body }: HubRequest): void {
  const input = endpoint === "invoke_llm" ? body.input_data?.at(-1)?.content : body.input_data;
  if (!input?.trim()) throw nothingToSend();
}

function requestedExpert(
  { expertId, abilityId, modelId, mode }: Question,
  { scope, builtIn }: Hub,
  saved: SavedExpert | undefined,
): RequestedExpert {
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

/** The question of a turn, to be asked again with some parts changed. */
export function questionAgain(
  turn: Turn,
  roster: Pick<Roster, "get">,
  chosen: Partial<QuestionToAsk> = {},
): QuestionToAsk {
  const modelId = modelChosenSince(turn, roster);
  const present = modelId === undefined ? {} : { modelId };
  return stillOffered({ ...turn.question, ...present, ...chosen }, roster);
}

/** Without an ability that no longer exists, it is a different question, which the user has to ask. */
function stillOffered(question: QuestionToAsk, roster: Pick<Roster, "get">): QuestionToAsk {
  const expert = roster.get(question.expertId)?.expert;
  if (expert && isMissing(question.abilityId, expert.abilities))
    throw notFound(
      t(
        "The expert no longer has the ability that this question used. Edit the question and resend it with another one.",
      ),
    );
  if (expert && isMissing(question.modelId, expert.expert_llm_models))
    throw notFound(
      t(
        "The expert no longer has the model that this question used. Edit the question and resend it with another one.",
      ),
    );
  return question;
}

function isMissing(id: number | undefined, offered: readonly { id: number }[]): boolean {
  return id !== undefined && !offered.some((one) => one.id === id);
}

/** The language model that was chosen since the hub had none for this question. */
export function modelChosenSince(
  { asked, result }: Turn,
  roster: Pick<Roster, "get">,
): number | undefined {
  if (asked.modelId !== undefined || result.state !== "failed") return undefined;
  const { about, status } = result.error.details;
  const isMissing = about === "model" && status === 501;
  return isMissing ? roster.get(asked.expertId)?.modelId : undefined;
}

export function hubChanged(): HubError {
  return new HubError("conflict", t("The hub changed in the meantime. Nothing was sent."));
}

export function nothingToSend(): HubError {
  return new HubError(
    "invalid-request",
    t("There is nothing to send. Type a question, or attach a selection or a file."),
  );
}

export function stillAnswering(): HubError {
  return new HubError("conflict", t("The previous question is still being answered."));
}
