import type { AgentRequest, LlmRequest, Message, ToolActivation } from "../../contract/types";
import { t } from "../../kit/l10n";
import { exactAbilities, exactReading, nearestExample } from "../exact/exactAbilities";
import type { AbilityContext, ExactAbility } from "../exact/exactAbility";
import { paragraphs } from "../markdown";
import { Refusal, NoResult } from "../refusal";
import { Computation, Sessions } from "../tools/computation";
import type { LocalFolder } from "../../contract/builtInHubApi";
import type { WireStep } from "../tools/step";
import { TookTooLong, withOwnTimeLimit } from "../tools/timeLimit";
import { Workspace } from "../tools/workspace/workspace";
import { answeredBy, introduction, unlessRepeated, unusedToolNotes } from "./answerNotes";
import type { BuiltInExpert } from "./catalog";

/** Answer of `invoke_agent` as sent over the wire (service 4.3). */
export interface WireAnswer {
  input: string;
  chat_history: { role: string; content: string }[];
  output: string;
  intermediate_steps: WireStep[][];
}

/** An answer whose history ends with the question and itself. */
export function wireAnswer({
  input,
  history,
  output,
  steps,
}: {
  input: string;
  history: readonly Message[];
  output: string;
  steps: WireStep[][];
}): WireAnswer {
  const chat_history = [
    ...history.map(({ role, content }) => ({ role, content })),
    { role: "user", content: input },
    { role: "assistant", content: output },
  ];
  return { input, chat_history, output, intermediate_steps: steps };
}

const asksForHelp = /^\s*(?:help|what can you do)\s*[.?!]*\s*$/i;
const patternTimeMs = 1000;

/** Answers questions with the experts' abilities; remembers the last result of each session. */
export class Agent {
  readonly #folders: () => readonly LocalFolder[];
  readonly #exclude: () => readonly string[];
  readonly #sessions = new Sessions();

  /** `exclude` gives globs of files that no ability reads. */
  constructor(folders: () => readonly LocalFolder[], exclude: () => readonly string[]) {
    this.#folders = folders;
    this.#exclude = exclude;
  }

  async invoke(
    expert: BuiltInExpert,
    request: AgentRequest,
    signal: AbortSignal,
  ): Promise<WireAnswer> {
    const named = abilityOf(expert, request.ability_id);
    expectModel(expert, request.model_id);
    const input = request.input_data ?? "";
    const history = request.conversation_history ?? [];
    const steps: WireStep[][] = [];
    const context = this.#context(request, steps, signal);
    const output = await answerInTime(async () => {
      if (input.trim() === "" || asksForHelp.test(input)) return introduction(expert);
      const now = new Date();
      const found = withOwnTimeLimit(patternTimeMs, () =>
        exactReading(input, now, named && [named]),
      );
      if (!found) throw new Refusal(501, needsModel(input));
      const { ability, reading } = found;
      if ("refusal" in reading) throw new Refusal(501, reading.refusal);
      const answer = await reading.answer(context);
      const note = unlessRepeated(answeredBy(ability, expert), history);
      return paragraphs(answer, unusedToolNotes(request), note);
    });
    return wireAnswer({ input, history, output, steps });
  }

  /** Section 4.4: answers the last message of the user with the same tools. */
  async complete(
    expert: BuiltInExpert,
    request: LlmRequest,
    signal: AbortSignal,
  ): Promise<{ output: string }> {
    const messages = request.input_data ?? [];
    const asked = messages.findLast(({ role }) => role === "user") ?? messages.at(-1);
    const { output } = await this.invoke(
      expert,
      {
        ...(request.expert_id !== undefined && { expert_id: request.expert_id }),
        ...(request.model_id !== undefined && { model_id: request.model_id }),
        input_data: asked?.content ?? "",
        conversation_history: asked ? messages.slice(0, messages.lastIndexOf(asked)) : [],
      },
      signal,
    );
    return { output };
  }

  #context(request: AgentRequest, steps: WireStep[][], signal: AbortSignal): AbilityContext {
    const { tool_activation: switches = {}, session_id: session } = request;
    return {
      computation:
        switches.computation_engine === false
          ? undefined
          : new Computation(steps, session === undefined ? undefined : this.#sessions.of(session)),
      workspace: this.#workspace(switches, steps, signal),
    };
  }

  #workspace(switches: ToolActivation, steps: WireStep[][], signal: AbortSignal) {
    if (switches.workspace_connector === false) {
      return t(
        "{0} is switched off for this question, so the folder was not searched.",
        "`workspace_connector`",
      );
    }
    const folders = this.#folders();
    if (folders.length === 0) {
      return t("The built-in hub has no folder that it may search.");
    }
    return new Workspace(folders, this.#exclude(), steps, signal);
  }
}

async function answerInTime(answer: () => Promise<string>): Promise<string> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof NoResult) throw new Refusal(501, error.message);
    if (!(error instanceof TookTooLong)) throw error;
    return t("This text is too long or too complex to be answered in time.");
  }
}

/** Names the nearest form that would work, without running it. */
function needsModel(input: string): string {
  const sentence = t("This question needs a language model, and none is chosen.");
  const nearest = nearestExample(input);
  if (!nearest) return sentence;
  const form =
    nearest.attached === undefined ? nearest.question : `${nearest.question.replace(/:.*/, "")}: …`;
  return `${sentence} ${t("Without one, this form is answered: {0}", form)}`;
}

/** `undefined` if none is named, or a skill, which is text for a language model. */
function abilityOf({ record }: BuiltInExpert, id: number | undefined): ExactAbility | undefined {
  if (id === undefined) return undefined;
  if (!record.abilities.some((own) => own.id === id))
    throw new Refusal(422, `ability_id ${id} is no ability of expert ${record.id}.`);
  return exactAbilities.find((ability) => ability.id === id);
}

function expectModel({ record }: BuiltInExpert, id: number | undefined): void {
  if (id === undefined) return;
  if (!record.expert_llm_models.some((own) => own.id === id)) {
    throw new Refusal(422, `model_id ${id} is no model of expert ${record.id}.`);
  }
}
