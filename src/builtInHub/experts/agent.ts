import type { AgentRequest, LlmRequest, ToolActivation } from "../../hub/types";
import { paragraphs } from "../reading/markdown";
import { readQuestion } from "../reading/question";
import { Refusal } from "../refusal";
import { Computation, Sessions } from "../tools/computation";
import type { Folder } from "../tools/workspace/roots";
import type { WireStep } from "../tools/step";
import { TookTooLong } from "../tools/timeLimit";
import { Workspace } from "../tools/workspace/workspace";
import { inTime, type Ability, type Desk } from "../abilities/ability";
import { answeredBy, introduction, unlessRepeated, unusedToolNotes } from "./answerNotes";
import { abilities, toolsOnlyBrief, type BuiltInExpert } from "./catalog";
import { abilityFor } from "./routing";

/** Answer of `invoke_agent` as sent over the wire (service 4.3). */
export interface WireAnswer {
  input: string;
  chat_history: { role: string; content: string }[];
  output: string;
  intermediate_steps: WireStep[][];
}

const needsModel = "This question needs a language model, and none is chosen.";
const asksForHelp = /^(?:help|what can you do)\b/i;

/** Answers questions with the experts' abilities; remembers the last result of each session. */
export class Agent {
  readonly #folders: () => readonly Folder[];
  readonly #exclude: () => readonly string[];
  readonly #sessions = new Sessions();

  /** `exclude` gives globs of files that no ability reads. */
  constructor(folders: () => readonly Folder[], exclude: () => readonly string[]) {
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
    const desk = this.#desk(request, steps, signal);
    const output = await answerInTime(async () => {
      const { question, ability } = inTime(() => {
        const question = readQuestion(input, history);
        return { question, ability: named ?? abilityFor(question, expert) };
      });
      if (input.trim() === "" || asksForHelp.test(question.words)) return introduction(expert);
      if (!ability) throw new Refusal(501, needsModel);
      const answer = await ability.answer(question, desk);
      const note = unlessRepeated(answeredBy(ability, expert), history);
      return paragraphs(answer, unusedToolNotes(request), note);
    });
    return {
      input,
      chat_history: [
        ...history.map(({ role, content }) => ({ role, content })),
        { role: "user", content: input },
        { role: "assistant", content: output },
      ],
      output,
      intermediate_steps: steps,
    };
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

  #desk(request: AgentRequest, steps: WireStep[][], signal: AbortSignal): Desk {
    const { tool_activation: switches = {}, session_id: session, model_id: model } = request;
    return {
      isBrief: model === toolsOnlyBrief,
      now: new Date(),
      computation:
        switches.computation_engine === false
          ? undefined
          : new Computation(steps, session === undefined ? undefined : this.#sessions.of(session)),
      workspace: this.#workspace(switches, steps, signal),
    };
  }

  #workspace(switches: ToolActivation, steps: WireStep[][], signal: AbortSignal) {
    if (switches.workspace_connector === false) {
      return "`workspace_connector` is switched off for this question, so the workspace was not searched.";
    }
    const folders = this.#folders();
    if (folders.length === 0) {
      return "The built-in hub has no folder that it may search, so there is no workspace to search.";
    }
    return new Workspace(folders, this.#exclude(), steps, signal);
  }
}

async function answerInTime(answer: () => Promise<string>): Promise<string> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
    return `This text is too long or too intricate. ${error.message}`;
  }
}

/** `undefined` if none is named, or a skill, which is text for a language model. */
function abilityOf({ record }: BuiltInExpert, id: number | undefined): Ability | undefined {
  if (id === undefined) return undefined;
  if (!record.abilities.some((own) => own.id === id))
    throw new Refusal(422, `ability_id ${id} is no ability of expert ${record.id}.`);
  return abilities.get(id);
}

function expectModel({ record }: BuiltInExpert, id: number | undefined): void {
  if (id !== undefined && !record.expert_llm_models.some((own) => own.id === id)) {
    throw new Refusal(422, `model_id ${id} is no model of expert ${record.id}.`);
  }
}
