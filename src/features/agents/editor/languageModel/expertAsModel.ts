import * as vscode from "vscode";
import type { LanguageModelDataPart } from "vscode";
import type { CallerQuestions } from "../../core/callerQuestions";
import {
  asHistory,
  type OutsideMessage,
  questionIn,
  ContinuedConversations,
} from "../../core/outsideMessages";
import type { ExpertModel } from "../../core/expertModels";
import type { Question } from "../../../conversation/core/question";
import { explanationLine } from "../../../../platform/core/explain";
import type { Settings } from "../../../../platform/core/ports";
import { HubError } from "../../../../contract/errors";
import { type Usage, usageMimeType } from "../../../../contract/usage";
import { t } from "../../../../kit/l10n";
import type { Connection } from "../../../connection/core/connection";
import type { Notify } from "../../../../platform/editor/notify";
import { abortedBy } from "../../../../platform/editor/progress";
import { dataPart, isDataPart } from "../../../../platform/editor/optionalApi";

/** What VS Code's own chat adds for a model's cache, and what answers report: no part of the message. */
const marks = new Set(["cache_control", "stateful_marker", usageMimeType]);

/** A message as text. Throws if it has anything that experts cannot be sent, such as an image. */
function messageIn({ role, content }: vscode.LanguageModelChatRequestMessage): OutsideMessage {
  const { Assistant } = vscode.LanguageModelChatMessageRole;
  return {
    from: role === Assistant ? "assistant" : "user",
    text: content.map(textOfPart).join(""),
  };
}

function textOfPart(part: unknown): string {
  if (part instanceof vscode.LanguageModelTextPart) return part.value;
  if (isDataPart(part)) {
    if (marks.has(part.mimeType)) return "";
    throw invalidMessage(t("Experts can read text only, not images or other files."));
  }
  throw invalidMessage(
    part instanceof vscode.LanguageModelToolCallPart ||
      part instanceof vscode.LanguageModelToolResultPart
      ? t("Experts cannot read tool calls and their results.")
      : t("Experts can read text only."),
  );
}

/** For counting: what would be refused counts as nothing. */
export function readableText(counted: string | vscode.LanguageModelChatRequestMessage): string {
  if (typeof counted === "string") return counted;
  return counted.content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ""))
    .join("");
}

function invalidMessage(sentence: string): HubError {
  return new HubError("invalid-request", sentence);
}

const caller = "languageModel";

interface AnsweringParts {
  readonly connection: Pick<Connection, "accountAt">;
  readonly settings: Pick<Settings, "roles">;
  readonly questions: CallerQuestions;
  readonly notify: Pick<Notify, "explain">;
}

export interface ModelRequest {
  readonly model: ExpertModel;
  readonly messages: readonly vscode.LanguageModelChatRequestMessage[];
  readonly options: vscode.ProvideLanguageModelChatResponseOptions;
}

interface ModelResponse {
  readonly text: string;
  /** Absent where it is not known exactly. */
  readonly usage?: Usage;
}

export class ExpertAsModel {
  readonly #parts: AnsweringParts;
  readonly #continued = new ContinuedConversations();

  constructor(parts: AnsweringParts) {
    this.#parts = parts;
  }

  /** In the parts that VS Code reads. Rejects as `answer` does. */
  async respond(
    request: ModelRequest,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const { text, usage } = await this.answer(request, token);
    progress.report(new vscode.LanguageModelTextPart(text));
    const part = usage && usagePart(usage);
    if (part) progress.report(part);
  }

  /** Rejects with an error whose message the user may read. */
  async answer(request: ModelRequest, token: vscode.CancellationToken): Promise<ModelResponse> {
    const { signal, dispose } = abortedBy(token);
    try {
      return await this.#answer(request, signal);
    } catch (error) {
      if (token.isCancellationRequested) throw new vscode.CancellationError();
      throw this.#told(error);
    } finally {
      dispose();
    }
  }

  async #answer(
    { model, messages, options }: ModelRequest,
    signal: AbortSignal,
  ): Promise<ModelResponse> {
    const { connection, settings, questions } = this.#parts;
    if (options.toolMode === vscode.LanguageModelChatToolMode.Required)
      throw new HubError("invalid-request", t("Experts cannot call the tools of VS Code."));
    const at = connection.accountAt();
    if (at?.hub.scope !== model.hubScope)
      throw new HubError("conflict", t("Another hub is in use now, so nothing was sent."));
    const { input, earlier } = questionIn(messages.map(messageIn));
    const known = await this.#continued.find(model.id, earlier);
    const goesOn = known !== undefined && (await questions.toContinue(known, caller)) !== undefined;
    const { answer, turn, conversationId } = await questions.ask(
      {
        caller,
        mode: "model",
        input,
        earlier: asHistory(earlier, settings),
        expertId: model.expertId,
        at,
        ...(goesOn && { conversationId: known }),
        ...limitsIn(options),
      },
      { signal },
    );
    const said: OutsideMessage[] = [
      ...earlier,
      { from: "user", text: input },
      { from: "assistant", text: answer.output },
    ];
    await this.#continued.remember(model.id, said, conversationId);
    const usage = turn.result.state === "done" ? turn.result.usage : undefined;
    return { text: answer.output, ...(usage && { usage }) };
  }

  #told(error: unknown): Error {
    const message = explanationLine(this.#parts.notify.explain(error));
    if (!(error instanceof HubError)) return new Error(message);
    if (error.kind === "not-found") return vscode.LanguageModelError.NotFound(message);
    return error.kind === "cancelled"
      ? vscode.LanguageModelError.Blocked(message)
      : new Error(message);
  }
}

/** What callers may set of a question. */
function limitsIn({ modelOptions = {} }: vscode.ProvideLanguageModelChatResponseOptions) {
  const { temperature, max_tokens: maxTokens } = modelOptions as Record<string, unknown>;
  return {
    ...(typeof temperature === "number" && Number.isFinite(temperature) && { temperature }),
    ...(Number.isSafeInteger(maxTokens) && Number(maxTokens) > 0 && { maxTokens }),
  } as Pick<Question, "temperature" | "maxTokens">;
}

/**
 * What an answer took, in the part that VS Code's own chat reads for its context window. It drops a
 * report without a total. No API describes this part, so that other readers may ignore it.
 */
export function usagePart({ input, output, total }: Usage): LanguageModelDataPart | undefined {
  const report = {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: total,
  };
  const data = new TextEncoder().encode(JSON.stringify(report));
  return dataPart(data, usageMimeType);
}
