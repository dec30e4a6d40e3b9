import { tokenEstimate } from "./tokenEstimate";
import * as vscode from "vscode";
import {
  ModelProblem,
  type ModelAnswer,
  type ModelCall,
  type ModelMessage,
  type ModelRequest,
} from "../../../contract/chatModel";
import type { OnSent } from "../../../contract/purpose";
import { parsedJson } from "../../../contract/record";
import { usageMimeType, ReportedUsage } from "../../../contract/usage";
import { contextErrorIn } from "../../../contract/contextSize";
import { refusedParts } from "../../../contract/refusedParts";
import { abortable } from "../../../kit/abort";
import { Owner } from "../../../kit/disposable";
import { t } from "../../../kit/l10n";
import { seesPicturesOf } from "../core/chosenModels";
import { modelVendor } from "../../../platform/editor/manifest";
import {
  dataPart,
  isDataPart,
  knownModels,
  languageModels,
} from "../../../platform/editor/optionalApi";
import { EditorRequest } from "./editorRequest";

/** A model as VS Code selects it. */
interface EditorModelName {
  readonly vendor: string;
  readonly id: string;
  readonly name: string;
  /** VS Code says how many tokens it takes, and whether it sees pictures. */
  learned(tokens: number, seesPictures: boolean | undefined): void;
  readonly onSent: OnSent;
}

/** False in editors whose models take nothing but text. */
const canBeSentData = dataPart(new Uint8Array(), "") !== undefined;

/** Asks a language model that VS Code knows. Rejects with `ModelProblem`, or the signal's reason. */
export async function askEditorModel(
  { vendor, id, name, learned, onSent }: EditorModelName,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const model = vendor === modelVendor ? undefined : await selectedModel({ vendor, id }, signal);
  if (!model)
    throw new ModelProblem(
      "not-found",
      t("VS Code no longer offers {0}. Choose another model.", name),
    );
  const seesPictures = seesPicturesOf(model);
  learned(model.maxInputTokens, seesPictures);
  const withPictures = request.messages.some((each) => "pictures" in each);
  if (withPictures && (seesPictures === false || !canBeSentData))
    throw new ModelProblem("no-pictures", t("{0} cannot see pictures.", name), {
      nothingRan: true,
    });
  const cancelling = new vscode.CancellationTokenSource();
  const cancel = () => cancelling.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  let sending: EditorRequest | undefined;
  /** VS Code gives no status: what is refused before a part of an answer came did not run. */
  let nothingRan = true;
  try {
    signal.throwIfAborted();
    sending = new EditorRequest(request, vendor, onSent);
    const accepting = sending.sent(
      model.sendRequest(
        request.messages.map(messageOf),
        {
          justification: t("An expert of the built-in hub answers your question."),
          ...(request.tools.length > 0 && { tools: request.tools.map(toolOf) }),
          ...optionsOf(request),
        },
        cancelling.token,
      ),
    );
    // A provider need not listen to the token.
    const response = await abortable(signal, () => accepting);
    const answer = await modelAnswerOf(response, request, {
      name,
      signal,
      onPart: () => (nothingRan = false),
    });
    sending.end();
    if (answer.usage) return answer;
    const approximateTokens = await abortable(signal, () => tokenEstimate(model, request, answer));
    return { ...answer, ...(approximateTokens !== undefined && { approximateTokens }) };
  } catch (error) {
    sending?.fail(signal);
    signal.throwIfAborted();
    throw ModelProblem.is(error) ? error : problemOf(error, name, nothingRan);
  } finally {
    signal.removeEventListener("abort", cancel);
    cancelling.dispose();
  }
}

/** Providers start after the window, and may take this long until VS Code knows their models. */
const startMs = 10_000;

/** The model as soon as VS Code knows it; `undefined` if it does not in time. */
async function selectedModel(
  named: Pick<EditorModelName, "vendor" | "id">,
  signal: AbortSignal,
): Promise<vscode.LanguageModelChat | undefined> {
  if (!languageModels().selectChatModels) return undefined;
  const late = AbortSignal.timeout(startMs);
  const changes = new Changes(AbortSignal.any([signal, late]));
  try {
    for (;;) {
      const next = changes.next();
      const [model] = await abortable(signal, () => knownModels(named));
      if (model) return model;
      if (late.aborted) return undefined;
      await next;
    }
  } finally {
    changes.dispose();
  }
}

/** Waits for VS Code's list of models to change, until a signal aborts. */
class Changes extends Owner {
  #next = Promise.withResolvers<void>();

  constructor(until: AbortSignal) {
    super();
    const change = () => {
      this.#next.resolve();
    };
    const listening = languageModels().onDidChangeChatModels?.(change);
    if (listening) this.register(listening);
    until.addEventListener("abort", change, { once: true });
    if (until.aborted) change();
  }

  next(): Promise<void> {
    this.#next = Promise.withResolvers();
    return this.#next.promise;
  }
}

/** More than any answer has, in characters. */
const maxAnswer = 16 * 1024 * 1024;

async function modelAnswerOf(
  { stream }: Pick<vscode.LanguageModelChatResponse, "stream">,
  { onText }: ModelRequest,
  { name, signal, onPart }: { readonly name: string; readonly signal: AbortSignal; onPart(): void },
): Promise<ModelAnswer> {
  let text = "";
  let size = 0;
  const calls: ModelCall[] = [];
  const taken = new Set<string>();
  const reported = new ReportedUsage();
  for await (const part of untilAborted(stream, signal)) {
    onPart();
    if (part instanceof vscode.LanguageModelTextPart) {
      text += part.value;
      size += part.value.length;
      reported.add(undefined, part.value !== "");
      if (part.value !== "") onText?.(part.value);
    } else if (part instanceof vscode.LanguageModelToolCallPart) {
      const isFree = part.callId !== "" && !taken.has(part.callId);
      const id = isFree ? part.callId : `call_${calls.length + 1}`;
      taken.add(id);
      const given = JSON.stringify(part.input ?? {});
      size += part.name.length + given.length;
      calls.push({ id, name: part.name, arguments: given });
      reported.add(undefined, true);
    } else if (isDataPart(part) && part.mimeType === usageMimeType)
      reported.add(parsedJson(new TextDecoder().decode(part.data)) ?? {}, false);
    if (size > maxAnswer)
      throw new ModelProblem("bad-answer", t("The answer of {0} is too large.", name));
  }
  const usage = reported.value;
  return { text, calls, ending: "complete", ...(usage && { usage }) };
}

/** Parts that are there already come without a pause, in which nothing else would run. */
const partsAtOnce = 200;

/** Ends with the signal, also where the stream hangs, and waits for nothing of it after that. */
async function* untilAborted<T>(stream: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const parts = stream[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (let count = 1; ; count++) {
      if (count % partsAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
      const next = await abortable(signal, () => parts.next());
      if (next.done === true) {
        isDone = true;
        return;
      }
      yield next.value;
    }
  } finally {
    if (!isDone) void close(parts);
  }
}

async function close(parts: AsyncIterator<unknown>): Promise<void> {
  try {
    await parts.return?.();
  } catch {
    // Nobody waits for it.
  }
}

/** VS Code has no role for the system: its message goes first, as the user's. */
function messageOf(message: ModelMessage): vscode.LanguageModelChatMessage {
  const { User, Assistant } = vscode.LanguageModelChatMessageRole;
  if (message.role === "tool") {
    const result = new vscode.LanguageModelToolResultPart(message.callId, [
      new vscode.LanguageModelTextPart(message.content),
    ]);
    return new vscode.LanguageModelChatMessage(User, [result]);
  }
  if (message.role === "user" && message.pictures) {
    const pictures = message.pictures.map(({ type, data }) =>
      dataPart(Buffer.from(data, "base64"), type),
    );
    const parts = [new vscode.LanguageModelTextPart(message.content), ...pictures];
    return new vscode.LanguageModelChatMessage(
      User,
      parts.filter((part) => part !== undefined),
    );
  }
  if (message.role !== "assistant")
    return new vscode.LanguageModelChatMessage(User, message.content);
  const calls = (message.calls ?? []).map(
    ({ id, name, arguments: given }) =>
      new vscode.LanguageModelToolCallPart(id, name, objectIn(given)),
  );
  const words = message.content === "" ? [] : [new vscode.LanguageModelTextPart(message.content)];
  return new vscode.LanguageModelChatMessage(Assistant, [...words, ...calls]);
}

function toolOf({ name, description, parameters }: ModelRequest["tools"][number]) {
  return { name, description, inputSchema: parameters };
}

function optionsOf({ temperature, reasoningEffort, maxTokens }: ModelRequest) {
  const modelOptions = {
    ...(temperature !== undefined && { temperature }),
    ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
  };
  return Object.keys(modelOptions).length > 0 ? { modelOptions } : {};
}

function objectIn(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** A provider's own words are not passed on: they may hold anything. */
function problemOf(error: unknown, name: string, nothingRan: boolean): ModelProblem {
  const code = error instanceof vscode.LanguageModelError ? error.code : "";
  const words = wordsOf(error);
  const context = contextErrorIn(words);
  if (context)
    return new ModelProblem(
      "too-long",
      t("The question, with everything sent along with it, is too long for {0}.", name),
      { context, nothingRan },
    );
  if (code === "NoPermissions")
    return new ModelProblem("refused", t("VS Code does not allow Expert Hub to use {0}.", name));
  if (code === "Blocked") return new ModelProblem("refused", t("{0} declined to answer.", name));
  if (code === "NotFound")
    return new ModelProblem(
      "not-found",
      t("VS Code no longer offers {0}. Choose another model.", name),
    );
  const refused = nothingRan
    ? refusedParts({ status: 400, words, code: "", places: [] })
    : undefined;
  // Words that name nothing are mostly about something else.
  const details = { refused: refused?.isGuess === false ? refused : undefined };
  return new ModelProblem("failed", t("{0} failed to answer.", name), details);
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const { message, cause } = error;
  return cause instanceof Error ? `${message}\n${cause.message}` : message;
}
