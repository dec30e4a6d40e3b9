import type { AgentRequest, ToolActivation } from "../../hub/types";
import { findings } from "../abilities/find";
import { expressionsIn } from "../reading/expressions";
import { count, paragraphs } from "../reading/markdown";
import type { Question } from "../reading/question";
import type { ToolName } from "../tools/step";
import type { Ability, Desk } from "../abilities/ability";
import type { BuiltInExpert } from "./catalog";

/** Appended to every answer. */
export const noModel =
  "*Built-in hub: no language model is attached. This comes from tools and rules alone.*";

/** What the enabled tools find beyond the ability's own results. */
export async function toolFindings(
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

/** States plainly what was requested but is not available. */
export function unusedToolNotes({
  tool_activation: switches = {},
  document_urls: documents = [],
}: AgentRequest) {
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

/** What an expert can do, with examples. */
export function introduction(
  { record, order, fallback }: BuiltInExpert,
  isForNone: boolean,
): string {
  const own = new Set([...order, fallback]);
  const lines = [...own]
    .toSorted((a, b) => a.id - b.id)
    .map(
      ({ name, text, example }) =>
        `- **${name}**: ${text} Such as \`${example.replace(/\n[^]*/, " …")}\`.`,
    );
  const first = isForNone
    ? "This needs a language model, and none is attached to the built-in hub. What its tools can do here:"
    : `I am ${record.name}. Ask me, or select a text:`;
  return paragraphs(first, lines.join("\n"), noModel);
}
