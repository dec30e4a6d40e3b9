import { hubLabelOf, type OtherHub } from "../../asking/core/conversationHubs";
import { callerLabel, hasSameContent } from "../../conversation/core/question";
import {
  explain,
  type Circumstances,
  remedyLabel,
  remedyLabels,
} from "../../../platform/core/explain";
import type { LiveAnswer } from "../../conversation/core/liveAnswer";
import { earlierLength, reasoningIn, reasoningStep } from "../../conversation/core/reasoning";
import {
  doneSteps,
  stepFound,
  stepSentence,
  type DoneStep,
} from "../../conversation/core/stepHeads";
import { tokensExplained, tokensInWords } from "../../conversation/core/tokens";
import { omittedInWords } from "../../conversation/core/omitted";
import { sourcesOf } from "../../conversation/core/sources";
import type { Conversation } from "../../conversation/core/conversation";
import { answerOf, onlySearched, type Turn } from "../../conversation/core/turn";
import type { Attachment } from "../../conversation/core/attachment";
import type { AgentAnswer } from "../../../contract/types";
import type {
  AnswerView,
  AttachmentView,
  LiveView,
  OtherAnswerView,
  ResultView,
  ReviewView,
  SourceView,
  StepView,
  TurnView,
  InvitationView,
  RemedyView,
} from "../../../page/protocol/views";
import { maxWaitSeconds } from "../../../contract/serverWait";
import type { Remedy } from "../../../contract/vocabulary";
import { t } from "../../../kit/l10n";
import type { PlaceSummary } from "../../attachments/editor/attachmentOrigins";
import { withoutServer } from "../../../platform/core/naming";
import { inSentence, type Hub } from "../../connection/core/hub";
import { plainText } from "../../../platform/editor/plainText";

/** The choice before a conversation with one hub is continued while another one is in use. */
export function otherHubInvitation(otherHub: OtherHub, inUse: Hub): InvitationView {
  const [its, present] = [plainText(otherHub.label, 60), plainText(inSentence(inUse), 60)];
  const isWith = t("This conversation is with {0}", its);
  const back = switchRemedy(otherHub);
  const onward = { action: "continueHere" as const, label: t("Continue with {0}", present) };
  return back
    ? {
        title: isWith,
        sentence: t(
          "Questions go to {0} now. Switch to {1} to ask its experts, or continue with {0}: the answers from {1} are not sent to it.",
          present,
          its,
        ),
        remedies: [back, onward],
      }
    : {
        title: isWith,
        sentence: t(
          "{0} is not one of your hubs. You can continue with {1}: the answers from {0} are not sent to it.",
          its,
          present,
        ),
        remedies: [onward],
      };
}

/** `undefined` if that hub is no longer one of the user's. */
function switchRemedy({ label, hub }: OtherHub): RemedyView | undefined {
  return hub && { action: "switchHub", label: t("Switch to {0}", plainText(label, 60)) };
}

/** Longer previews are cut; the whole text is in the editor. */
const previewLength = 20_000;

/** The rest is in the raw response. */
const maxReasoningLength = 100_000;

/** What a turn does not know by itself. */
export interface TurnViewContext extends Omit<Circumstances, "isBuiltIn"> {
  readonly target: PlaceSummary | undefined;
  readonly hubScope: string | undefined;
  hubLabel?(scope: string): string;
  /** The hub that it went to, if another one is in use. */
  readonly otherHub?: OtherHub | undefined;
  /** The answer so far, if it is known before its end. */
  readonly live?: LiveView | undefined;
  /** How far the review of its changes has come. */
  readonly review?: ReviewView | undefined;
  /** Something of it is in files, to be undone. */
  readonly canUndo?: boolean;
}

/** A turn as the page renders it. */
export function turnView(turn: Turn, context: TurnViewContext): TurnView {
  const { id, question, sent, omitted, askedAt, asked } = turn;
  return {
    id,
    question: question.typed,
    attachments: (question.attachments ?? []).map(({ id: of, label }) => ({ id: of, label })),
    ...(omitted && { omitted: omittedInWords(omitted, question.attachments) }),
    askedAt: new Date(askedAt).toISOString(),
    ...(question.caller && { caller: callerLabel(question.caller) }),
    expertName: asked.expertName,
    ...(asked.abilityName !== undefined && { abilityName: asked.abilityName }),
    ...(asked.modelName !== undefined && modelNames(asked.modelName, asked.builtIn)),
    builtIn: asked.builtIn,
    ...(asked.hubScope !== context.hubScope && {
      otherHub: (context.hubLabel ?? hubLabelOf)(asked.hubScope),
    }),
    modelOnly: sent.endpoint === "invoke_llm",
    result: resultView(turn, context),
  };
}

/** The server of a model is seldom worth its room in a line. */
export function modelNames(
  name: string,
  builtIn: boolean,
): Pick<TurnView, "modelName" | "modelFullName"> {
  const modelName = builtIn ? withoutServer(name) : name;
  return { modelName, ...(modelName !== name && { modelFullName: name }) };
}

export function attachmentView({ text, ...attachment }: Attachment): AttachmentView {
  const { id, label, detail, languageId, path, picture } = attachment;
  return {
    id,
    label,
    detail,
    languageId,
    ...(path !== undefined && { path }),
    text: text.slice(0, previewLength),
    ...(picture && { isPicture: true }),
  };
}

const isAskedTooOften = t("The hub is receiving too many requests.");
const isNotAvailable = t("The hub is temporarily unavailable.");

/** What helps whichever hub is in use; the others would act on the wrong one. */
const anywhere: ReadonlySet<Remedy> = new Set(["openSettings", "showLog"]);

function resultView(
  turn: Turn,
  { target, live, model, otherHub, review, canUndo, ...circumstances }: TurnViewContext,
): ResultView {
  const { asked, result } = turn;
  const back = otherHub && switchRemedy(otherHub);
  if (result.state === "failed") {
    const isBuiltIn = asked.builtIn;
    const explanation = explain(result.error, { ...circumstances, isBuiltIn, model });
    const { sentence, details, remedies, isMended } = explanation;
    return {
      state: "failed",
      problem: {
        sentence,
        ...(details !== undefined && { details }),
        remedies: [
          ...(back ? [back] : []),
          ...remedies
            .filter((action) => !otherHub || anywhere.has(action))
            .map((action) => ({ action, label: remedyLabel(action, result.error, model) })),
        ],
        ...(isMended && { isMended }),
      },
    };
  }
  if (result.state === "waiting") {
    const { again, isQueued } = result;
    const inMs = again ? again.at - Date.now() : 0;
    // Longer than any wait, where the clock was set back meanwhile.
    if (again === undefined || inMs <= 0 || inMs > (maxWaitSeconds + 1) * 1000)
      return { state: "waiting", ...(live && { live }), ...(isQueued && { isQueued }) };
    const why = again.why === "rate-limited" ? isAskedTooOften : isNotAvailable;
    return { state: "waiting", again: { why, inMs }, ...(live && { live }) };
  }
  const found = answerOf(turn);
  const answer = found && answerView(turn, found, { target, review, canUndo });
  if (result.state === "done" && answer)
    return {
      state: "done",
      answer: { ...answer, ...(!otherHub && onlySearched(turn) && { remedy: chooseModel }) },
    };
  return {
    state: result.state === "done" ? "stopped" : result.state,
    ...(answer && { answer }),
    ...(back && { remedy: back }),
  };
}

function answerView(
  turn: Turn,
  value: AgentAnswer,
  { target, review, canUndo }: Pick<TurnViewContext, "target" | "review" | "canUndo">,
): AnswerView {
  const { result } = turn;
  const earlier = earlierLength(value);
  const sources = sourcesView(value);
  return {
    output: value.output,
    ...(earlier > 0 && { earlierLength: earlier }),
    ...stepsView(value.intermediate_steps),
    ...(result.state === "done" && {
      elapsedMs: result.received.elapsedMs,
      bytes: result.received.bytes,
    }),
    ...tokensView(turn),
    ...(review && { review }),
    ...(canUndo && { canUndo }),
    ...(sources.length > 0 && { sources }),
    ...(target && { target: { label: target.label, canReplace: target.single } }),
  };
}

const chooseModel = { action: "addModel", label: remedyLabels.addModel } as const;

/** Of answers that name many, and of files that are named in many pieces. */
const maxSources = 1_000;
const maxRanges = 100;

function sourcesView(answer: AgentAnswer): SourceView[] {
  return sourcesOf(answer)
    .slice(0, maxSources)
    .map((one) => (one.kind === "file" ? { ...one, lines: one.lines.slice(0, maxRanges) } : one));
}

/** The token usage of an answer, if known. */
export function tokensView(turn: Turn): Pick<AnswerView, "tokens"> {
  const words = tokensInWords(turn);
  return words === undefined ? {} : { tokens: { words, meaning: tokensExplained(turn) } };
}

export function liveView({ steps, text, reasoning = "", running }: LiveAnswer): LiveView {
  const present = reasoning.trim() === "" ? [] : [[reasoningStep(reasoning.trim())]];
  return {
    ...stepsView([...steps, ...present]),
    text,
    running: [...running],
  };
}

function stepsView(groups: LiveAnswer["steps"]): Pick<AnswerView, "steps" | "reasoning"> {
  const reasoning = reasoningIn(groups).slice(0, maxReasoningLength);
  return {
    steps: doneSteps(groups).map(stepView),
    ...(reasoning !== "" && { reasoning }),
  };
}

function stepView(done: DoneStep): StepView {
  const found = stepFound(done);
  return { sentence: stepSentence(done), ...(found !== "" && { found }) };
}

/** Characters: a longer answer takes noticeable time to reach the page. */
const minLongAnswer = 200_000;
/** Characters that are sent ahead of it: more than a screenful, and drawn before the next frame. */
const beginningLength = 8_000;

/** A turn with only the first lines of its answer, if the answer is long. */
export function beginningOf(turn: TurnView): TurnView | undefined {
  if (turn.result.state !== "done" || turn.result.answer.output.length < minLongAnswer)
    return undefined;
  const { answer } = turn.result;
  const lineEnd = answer.output.lastIndexOf("\n", beginningLength);
  const output = answer.output.slice(0, lineEnd > 0 ? lineEnd : beginningLength);
  return { ...turn, result: { state: "done", answer: { ...answer, output } } };
}

/** What stands beside a turn, by what was sent, and what was asked before in its place. */
export function otherAnswersOf(
  turn: Turn,
  conversation: Conversation,
  otherHub: (turn: Turn) => string | undefined,
): OtherAnswerView[] {
  const isSame = ({ question }: Turn) => hasSameContent(question, turn.question);
  return [
    ...conversation.alternatives(turn.id).filter(isSame),
    ...asideFor(turn, conversation),
  ].map((other): OtherAnswerView => {
    const { asked, sent, result } = other;
    const hub = otherHub(other);
    return {
      turnId: other.id,
      ...(other.aside !== undefined && { question: questionOf(other) }),
      expertName: asked.expertName,
      ...(asked.abilityName !== undefined && { abilityName: asked.abilityName }),
      ...(asked.modelName !== undefined && { modelName: asked.modelName }),
      ...(sent.body.temperature !== undefined && { temperature: sent.body.temperature }),
      modelOnly: sent.endpoint === "invoke_llm",
      ...(hub !== undefined && { otherHub: hub }),
      state: result.state,
      ...(result.state === "done" && { elapsedMs: result.received.elapsedMs }),
    };
  });
}

/** Also what was edited more than once. */
function asideFor({ id }: Turn, conversation: Conversation): readonly Turn[] {
  return conversation.asideFor(id).flatMap((turn) => [turn, ...asideFor(turn, conversation)]);
}

const questionOf = ({ question: { typed, attachments = [] } }: Turn): string =>
  typed.trim() || (attachments[0]?.label ?? "");

/** What pages show of turns that failed: by and by, something else may help. */
export class ShownProblems {
  readonly #shown = new WeakMap<Conversation, Map<string, string>>();

  add(conversation: Conversation, { id, result }: TurnView): void {
    const shown = this.#shown.get(conversation) ?? new Map<string, string>();
    this.#shown.set(conversation, shown);
    if (result.state === "failed") shown.set(id, JSON.stringify(result));
    else shown.delete(id);
  }

  /** Those that look different now. */
  changed(conversation: Conversation, view: (turn: Turn) => TurnView): TurnView[] {
    return [...(this.#shown.get(conversation) ?? [])].flatMap(([id, shown]) => {
      const turn = conversation.get(id);
      if (turn?.result.state !== "failed") return [];
      const now = view(turn);
      return JSON.stringify(now.result) === shown ? [] : [now];
    });
  }
}
