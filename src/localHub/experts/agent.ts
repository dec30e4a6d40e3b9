import type { AgentRequest, LlmRequest, ToolActivation } from "../../hub/types";
import { findings } from "../abilities/find";
import { expressionsIn } from "../reading/expressions";
import { count, paragraphs } from "../reading/markdown";
import { readQuestion, type Question } from "../reading/question";
import { Refusal } from "../service/refusal";
import { Computation, Sessions } from "../tools/computation";
import type { ToolName, WireStep } from "../tools/step";
import { within } from "../tools/within";
import { Workspace } from "../tools/workspace";
import type { Ability, Desk } from "./ability";
import { abilities, experts, toolsOnlyBrief, type BuiltInExpert } from "./catalog";

/** Answer of `invoke_agent` as it goes over the wire (service 4.3). */
export interface WireAnswer {
  input: string;
  chat_history: { role: string; content: string }[];
  output: string;
  intermediate_steps: WireStep[][];
}

const milliseconds = 2000;
const noModel =
  "*Built-in hub: no language model is attached. This comes from tools and rules alone.*";
const needsModel =
  /\b(?:why|write|generate|refactor|rewrite|improve|summari[sz]e|translate|suggest|fix|implement|document|design|explain|describe|recommend|help)\b/i;

/** Answers questions with the experts' abilities; remembers the last result of each session. */
export class Agent {
  readonly #folder: string | undefined;
  readonly #sessions = new Sessions();

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  async invoke(request: AgentRequest, signal: AbortSignal): Promise<WireAnswer> {
    const expert = expertOf(request.expert_id);
    const named = abilityOf(expert, request.ability_id);
    expectModel(expert, request.model_id);
    const input = request.input_data ?? "";
    const history = request.conversation_history ?? [];
    const question = readQuestion(input, history);
    const ability = named ?? expert.order.find((each) => each.suits(question)) ?? expert.fallback;
    const steps: WireStep[][] = [];
    const desk = this.#desk(request, steps, signal);
    const output =
      input.trim() === ""
        ? introduction(expert)
        : await this.#answer(question, ability, desk, request);
    signal.throwIfAborted();
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

  /** Section 4.4: the answer of the same tools to the last message of the user. */
  async complete(request: LlmRequest, signal: AbortSignal): Promise<{ output: string }> {
    const messages = request.input_data ?? [];
    const asked = messages.findLast(({ role }) => role === "user") ?? messages.at(-1);
    const { output } = await this.invoke(
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
    if (this.#folder === undefined) {
      return "The built-in hub was started without a folder, so there is no workspace to search.";
    }
    return new Workspace(this.#folder, steps, signal);
  }

  async #answer(question: Question, ability: Ability, desk: Desk, request: AgentRequest) {
    const answer = await within(milliseconds, () => ability.answer(question, desk));
    const more = await additions(question, ability, desk, request.tool_activation ?? {});
    const isBeyond = needsModel.test(question.words) && !ability.explains;
    return paragraphs(
      isBeyond &&
        "This may need a language model, and none is attached to the built-in hub. Here is what its tools found.",
      answer,
      ...more,
      notes(request),
      noModel,
    );
  }
}

export function expertOf(id: number | undefined): BuiltInExpert {
  const found = experts.find(({ record }) => record.id === id);
  if (!found) throw new Refusal(404, `There is no expert ${id}.`);
  return found;
}

function abilityOf({ record }: BuiltInExpert, id: number | undefined): Ability | undefined {
  if (id === undefined) return undefined;
  const ability = record.abilities.some((own) => own.id === id) ? abilities.get(id) : undefined;
  if (!ability) throw new Refusal(422, `ability_id ${id} is no ability of expert ${record.id}.`);
  return ability;
}

function expectModel({ record }: BuiltInExpert, id: number | undefined): void {
  if (id !== undefined && !record.expert_llm_models.some((own) => own.id === id)) {
    throw new Refusal(422, `model_id ${id} is no model of expert ${record.id}.`);
  }
}

/** What the tools that were switched on find beyond the ability's own. */
async function additions(
  question: Question,
  ability: Ability,
  { computation, workspace, isBrief }: Desk,
  switches: ToolActivation,
): Promise<string[]> {
  const isExtra = (tool: ToolName) => switches[tool] === true && !ability.tools.includes(tool);
  const found: string[] = [];
  if (isExtra("computation_engine") && computation) {
    const expressions = expressionsIn(question);
    const computed = await computation.evaluate(expressions);
    found.push(
      computed.length === 0
        ? "`computation_engine` was on, but there is nothing to compute in this question."
        : `\`computation_engine\`: ${computed.map(({ query, value, problem }) => `${query} = ${value ?? problem}`).join("; ")}`,
    );
  }
  if (isExtra("workspace_connector")) {
    found.push(
      typeof workspace === "string"
        ? workspace
        : paragraphs("**In the workspace**", await findings(question, workspace, isBrief)),
    );
  }
  return found;
}

/** What was asked for and is not there, said plainly. */
function notes({ tool_activation: switches = {}, document_urls: documents = [] }: AgentRequest) {
  const lines = (["web_search", "document_retriever"] as const)
    .filter((tool) => switches[tool] === true)
    .map((tool) => `- \`${tool}\` is not attached to the built-in hub and was not used.`);
  if (documents.length > 0) {
    lines.push(
      `- ${count(documents.length, "document address", "document addresses")} came along; the built-in hub does not read documents.`,
    );
  }
  return lines.join("\n");
}

function introduction({ record, order, fallback }: BuiltInExpert): string {
  const own = new Set([...order, fallback]);
  const lines = [...own]
    .toSorted((a, b) => a.id - b.id)
    .map(
      ({ name, text, example }) =>
        `- **${name}**: ${text} Such as \`${example.replace(/\n[^]*/, " …")}\`.`,
    );
  return paragraphs(`I am ${record.name}. Ask me, or select a text:`, lines.join("\n"), noModel);
}
