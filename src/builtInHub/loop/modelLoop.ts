import { t } from "../../kit/l10n";
import { setTimeout } from "node:timers/promises";
import {
  ModelProblem,
  type ChatModel,
  type ModelAnswer,
  type ModelCall,
  type ModelMessage,
  type ModelRequest,
} from "../../contract/chatModel";
import type { RequestPart } from "../../contract/refusedParts";
import type { HubProgress, Tokens } from "../../contract/progress";
import type { Purpose } from "../../contract/purpose";
import { maxWaitSeconds } from "../../contract/serverWait";
import type { ReasoningEffort } from "../../contract/vocabulary";
import { abortable } from "../../kit/abort";
import { paragraphs } from "../markdown";
import { stepOfCall, stepOfReasoning, type WireStep } from "../tools/step";
import type { Tool } from "../tools/tool";
import { argumentsOf, writtenCalls } from "./writtenCalls";
import { FittedMessages, toolDefinition } from "./fittedMessages";
import { RoundText } from "./roundText";
import { sumOfUsage, type Usage } from "../../contract/usage";

export interface LoopParts {
  readonly model: ChatModel;
  readonly purpose: Purpose;
  /** The last one is the question. */
  readonly messages: readonly ModelMessage[];
  /** Whether those before it may be left out from the first round on: nobody was shown them. */
  readonly isRemembered?: boolean;
  readonly tools: readonly Tool[];
  readonly temperature?: number | undefined;
  readonly reasoningEffort?: ReasoningEffort | undefined;
  readonly maxTokens?: number | undefined;
  readonly onProgress?: ((progress: HubProgress<WireStep>) => void) | undefined;
  /** Milliseconds for the whole answer. */
  readonly deadlineMs?: number | undefined;
}

interface LoopAnswer {
  readonly output: string;
  readonly steps: WireStep[][];
}

export const bounds = {
  rounds: 8,
  calls: 32,
  resultCharacters: 60_000,
  /** Of all that the model writes and thinks: a client gets it as progress, as steps, and whole. */
  answerBytes: 5 * 1024 * 1024,
  /** For each round. */
  waits: 2,
};

/** For a server that says that it can be asked again at once, in milliseconds. */
const leastWaitMs = 500;

const lastRound = "No more tools can be called. Answer with what you know now.";

/**
 * Asks a model, runs the tools that it calls, and asks again until it answers, within the bounds.
 * Rejects with `ModelProblem` if the model fails before it did anything; later, the answer says so.
 */
export async function runLoop(parts: LoopParts, signal: AbortSignal): Promise<LoopAnswer> {
  const deadline =
    parts.deadlineMs === undefined ? undefined : AbortSignal.timeout(parts.deadlineMs);
  const loop = new Loop(parts, deadline ? AbortSignal.any([signal, deadline]) : signal);
  try {
    const answer = await loop.run();
    const tokens = loop.tokens.sum;
    if (tokens) parts.onProgress?.({ kind: "tokens", ...tokens });
    return answer;
  } catch (error) {
    const problem = deadline?.aborted
      ? new ModelProblem("failed", t("{0} did not finish in time.", parts.model.name))
      : error;
    if (!ModelProblem.is(problem) || loop.isEmpty) throw problem;
    loop.keepReasoning();
    const output = paragraphs(loop.written, loop.leftOut, `**${problem.message}**`);
    return { output, steps: loop.steps };
  }
}

class Loop {
  readonly steps: WireStep[][] = [];
  readonly tokens = new RoundTokens();
  /** The text of the rounds before. */
  #earlier = "";
  #round = new RoundText();
  /** The round whose reasoning is a step. */
  #kept: RoundText | undefined;
  readonly #parts: LoopParts;
  readonly #signal: AbortSignal;
  readonly #enough = new AbortController();
  /** When the answer has to be complete. */
  readonly #end: number;
  readonly #messages: FittedMessages;
  readonly #without = new Set<RequestPart>();
  /** The context window that was too small for a round. */
  #window: number | undefined;
  #calls = 0;
  #bytes = 0;

  constructor(parts: LoopParts, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = AbortSignal.any([signal, this.#enough.signal]);
    this.#end = performance.now() + (parts.deadlineMs ?? Infinity);
    this.#messages = new FittedMessages(parts);
  }

  /** All text so far. */
  get written(): string {
    const { isBlank, text } = this.#round;
    if (isBlank) return this.#earlier;
    return this.#earlier === "" ? text : `${this.#earlier}\n\n${text}`;
  }

  get leftOut(): string | undefined {
    return this.#messages.note;
  }

  /** True while there is nothing to show. */
  get isEmpty(): boolean {
    return this.steps.length === 0 && this.written === "";
  }

  async run(): Promise<LoopAnswer> {
    for (let round = 1; ; round++) {
      const bound = this.#boundMet(round);
      const answer = await this.#ask(bound !== undefined);
      if (answer.calls.length === 0 || bound !== undefined)
        return { output: this.#output(answer, bound), steps: this.steps };
      await this.#call(answer);
    }
  }

  #boundMet(round: number): string | undefined {
    if (round > bounds.rounds) return t("{0} rounds of tool calls", bounds.rounds);
    if (this.#calls >= bounds.calls) return t("{0} tool calls", bounds.calls);
    return undefined;
  }

  async #ask(isLast: boolean): Promise<ModelAnswer> {
    const { model, purpose, tools, temperature, reasoningEffort, maxTokens } = this.#parts;
    this.#earlier = this.written;
    this.#messages.fit(tools);
    for (let waits = 0; ;) {
      try {
        const { list } = this.#messages;
        const request: ModelRequest = {
          purpose,
          messages: isLast
            ? list.map((each) => (each === list.at(-1) ? ending(each) : each))
            : list,
          temperature,
          reasoningEffort,
          maxTokens,
          // A server may refuse calls in earlier messages of tools that are not named.
          tools: tools.map(toolDefinition),
          ...(isLast && { toolChoice: "none" }),
          ...this.#newRound(),
        };
        const answer = await abortable(this.#signal, () => model.complete(request, this.#signal));
        for (const part of answer.without ?? []) this.#without.add(part);
        if (answer.window !== undefined && this.#messages.exceeds(answer.window, this.#tools))
          this.#window = answer.window;
        return this.#read(answer, isLast);
      } catch (error) {
        // What was written would be lost, and what ran would run twice.
        if (!ModelProblem.is(error) || !error.nothingRan || !this.#round.isBlank) throw error;
        if (!this.#messages.shrink(error, tools)) {
          if (++waits > bounds.waits) throw error;
          await this.#wait(error);
        }
      }
    }
  }

  /**
   * Waits as long as the server says. Throws the problem again if it does not say, if that is too
   * long, or if nothing was done yet, since the client of the hub waits then.
   */
  async #wait(problem: ModelProblem): Promise<void> {
    const { retryAfterSeconds: seconds = Infinity } = problem;
    const waitMs = Math.max(leastWaitMs, seconds * 1000);
    const isLate = performance.now() + waitMs >= this.#end;
    if (this.isEmpty || seconds > maxWaitSeconds || isLate) throw problem;
    this.#parts.onProgress?.({ kind: "wait", seconds });
    await abortable(this.#signal, () => setTimeout(waitMs, undefined, { signal: this.#signal }));
  }

  #newRound(): Required<Pick<ModelRequest, "onText" | "onReasoning">> {
    const round = new RoundText();
    this.#round = round;
    this.#announce();
    /** What is left of a piece; nothing of what comes after the end. */
    const heard = (piece: string): string => {
      if (round !== this.#round || this.#signal.aborted) return "";
      const left = bounds.answerBytes - this.#bytes;
      this.#bytes += Buffer.byteLength(piece);
      if (this.#bytes <= bounds.answerBytes) return piece;
      this.#enough.abort(this.#endless());
      return piece.slice(0, left);
    };
    const add = (piece: string, put: (text: string) => void) => {
      const text = heard(piece);
      if (text === "") return;
      put(text);
      this.#announce();
    };
    return {
      onText: (piece) => add(piece, (text) => round.addText(text)),
      onReasoning: (piece) => add(piece, (text) => round.addReasoning(text)),
    };
  }

  #endless(): ModelProblem {
    const sentence = t(
      "{0} wrote more than {1} MiB, so its answer was broken off.",
      this.#parts.model.name,
      bounds.answerBytes / 1024 / 1024,
    );
    return new ModelProblem("bad-answer", sentence);
  }

  #announce(): void {
    const { reasoning } = this.#round;
    const thought = reasoning === "" ? {} : { reasoning };
    this.#parts.onProgress?.({ kind: "text", text: this.written, ...thought });
  }

  /** The answer of a round, its reasoning set apart. */
  #read(answer: ModelAnswer, isLast: boolean): ModelAnswer {
    this.tokens.add(answer);
    const round = new RoundText();
    round.addReasoning(answer.reasoning ?? "");
    round.addText(answer.text);
    this.keepReasoning(round);
    const { text } = round;
    const offered = isLast ? [] : this.#tools;
    const written = answer.calls.length === 0 ? writtenCalls(text, offered) : [];
    this.#round = written.length === 0 ? round : new RoundText();
    if (written.length === 0) return { ...answer, text };
    this.#announce();
    return { ...answer, text: "", calls: written };
  }

  /** None for a model that does not take them. */
  get #tools(): readonly Tool[] {
    return this.#without.has("tools") ? [] : this.#parts.tools;
  }

  /** Makes a step of what the model thought. */
  keepReasoning(round = this.#round): void {
    round.end();
    const reasoning = round.reasoning.trim();
    if (reasoning === "" || round === this.#kept) return;
    this.#kept = round;
    const steps = [stepOfReasoning(reasoning)];
    this.steps.push(steps);
    this.#parts.onProgress?.({ kind: "steps", steps });
  }

  /** Runs the calls of one round side by side; each is a step, in the order of the calls. */
  async #call({ text, reasoning, calls: wanted }: ModelAnswer): Promise<void> {
    const { onProgress } = this.#parts;
    const calls = wanted.slice(0, bounds.calls - this.#calls);
    this.#calls += calls.length;
    onProgress?.({ kind: "calls", calls: calls.map((call) => this.#labelOf(call)) });
    const results = await Promise.all(calls.map((call) => this.#run(call)));
    this.#signal.throwIfAborted();
    this.#messages.push(
      { role: "assistant", content: text, calls, ...(reasoning !== undefined && { reasoning }) },
      ...calls.map(({ id }, at) => ({
        role: "tool" as const,
        callId: id,
        content: results[at] ?? "",
      })),
    );
    const steps = calls.map((call, at) =>
      stepOfCall(call, results[at] ?? "", at === 0 ? text : "", this.#labelOf(call)),
    );
    this.steps.push(steps);
    onProgress?.({ kind: "steps", steps });
  }

  #labelOf({ name }: ModelCall): string {
    return this.#parts.tools.find((tool) => tool.name === name)?.label ?? name;
  }

  async #run({ name, arguments: given }: ModelCall): Promise<string> {
    const tools = this.#tools;
    const tool = tools.find((each) => each.name === name);
    if (!tool) {
      const offered = tools.map((each) => each.name).join(", ");
      return `Error: there is no tool "${name.slice(0, 80)}". ${offered === "" ? "No tools can be called." : `The tools are: ${offered}.`}`;
    }
    const read = argumentsOf(given);
    if (typeof read === "string") return read;
    const result = await abortable(this.#signal, () => tool.run(read.value, this.#signal));
    if (result.length <= bounds.resultCharacters) return result;
    return `${result.slice(0, bounds.resultCharacters)}\n(The rest was cut off: ${result.length} characters are too many.)`;
  }

  #output({ text, ending }: ModelAnswer, bound: string | undefined): string {
    const { name } = this.#parts.model;
    const why =
      ending === "refused"
        ? t("{0} declined to answer.", name)
        : this.#round.reasoning.trim() === ""
          ? t("{0} gave an empty answer.", name)
          : t("{0} wrote only its reasoning and no answer.", name);
    if (this.isEmpty) throw new ModelProblem(ending === "refused" ? "refused" : "bad-answer", why);
    const hasText = text.trim() !== "";
    const notes = [
      !hasText && `**${why}**`,
      bound !== undefined && `*${t("The answer ends here because of a limit: {0}.", bound)}*`,
      ending === "length" &&
        `*${t("The model reached its limit of tokens; the answer is cut off.")}*`,
      hasText &&
        ending === "refused" &&
        `*${t("{0} declined to go on; the answer is cut off.", name)}*`,
      ending === "unknown" &&
        `*${t("{0} did not say that the answer is complete; it may be cut off.", name)}*`,
      this.#window !== undefined &&
        `*${t("{0} reads {1} tokens at most, so it may not have read all of what was sent. In Ollama, num_ctx sets that.", name, this.#window)}*`,
      this.leftOut,
      ...this.#withoutNotes(),
    ];
    return paragraphs(this.written, ...notes);
  }

  /** What was left out and changes the answer. */
  #withoutNotes(): string[] {
    const { name } = this.#parts.model;
    const notes: Partial<Record<RequestPart, string>> = {
      ...(this.#calls === 0 && { tools: t("{0} cannot call tools, so none was used.", name) }),
      reasoning_effort: t("{0} cannot be told how long to think, so it was not.", name),
      temperature: t("{0} takes no temperature, so it was asked without.", name),
      max_completion_tokens: t("{0} takes no such limit of tokens, so it was asked without.", name),
    };
    return [...this.#without].flatMap((part) => (notes[part] ? [`*${notes[part]}*`] : []));
  }
}

/** The end of the messages of the last round, which no message of the user may follow. */
function ending(last: ModelMessage): ModelMessage {
  return { ...last, content: `${last.content}\n\n${lastRound}`.trim() };
}

/** The token usage of the rounds of one answer; exact and estimated numbers are never added up. */
export class RoundTokens {
  readonly #exact: Usage[] = [];
  readonly #approximate: number[] = [];
  #isUnknown = false;

  add({ usage, approximateTokens }: Pick<ModelAnswer, "usage" | "approximateTokens">): void {
    if (usage) this.#exact.push(usage);
    else if (approximateTokens !== undefined) this.#approximate.push(approximateTokens);
    else this.#isUnknown = true;
  }

  /** `undefined` unless something is known of every round. */
  get sum(): Tokens | undefined {
    if (this.#isUnknown) return undefined;
    const usage = sumOfUsage(this.#exact);
    const about = this.#approximate;
    return {
      ...(usage && { usage }),
      ...(about.length > 0 && { approximateTokens: about.reduce((sum, one) => sum + one, 0) }),
    };
  }
}
