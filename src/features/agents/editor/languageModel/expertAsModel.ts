import * as vscode from "vscode";
import type { CallerQuestions } from "../../core/callerQuestions";
import type { ExpertModel } from "../../core/expertModels";
import {
  asHistory,
  ContinuedConversations,
  type OutsideMessage,
  questionIn,
} from "../../core/outsideMessages";
import type { Question } from "../../../conversation/core/question";
import { explanationLine } from "../../../../platform/core/explain";
import type { Settings } from "../../../../platform/core/ports";
import { HubError } from "../../../../contract/errors";
import { type Usage, usageMimeType } from "../../../../contract/usage";
import { t } from "../../../../kit/l10n";
import type { Connection } from "../../../connection/core/connection";
import type { Notify } from "../../../../platform/editor/notify";
import { abortedBy } from "../../../../platform/editor/progress";
import { messageIn } from "./messageIn";
import type { LanguageModelDataPart } from "vscode";
import { dataPart } from "../../../../platform/editor/optionalApi";

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
      throw this.#explained(error);
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

  #explained(error: unknown): Error {
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
