import type { AgentRequest, Message } from "../../hub/types";
import type { Ability } from "../abilities/ability";
import type { Tool } from "../tools/tool";
import { count, paragraphs } from "../reading/markdown";
import { ownerOf, type BuiltInExpert } from "./catalog";

/** The last line of an answer: which ability gave it, and what had no part in it without a model. */
export function answeredBy(ability: Ability, { file }: BuiltInExpert): string {
  const answered = `Answered by ${ability.name} (${ownerOf(ability).record.name}), without a language model.`;
  const hasInstructions = file && (file.systemMessage !== "" || file.skills.length > 0);
  return hasInstructions
    ? `*${answered} The instructions in the expert's file need one and were not used.*`
    : `*${answered}*`;
}

/** The note, unless it is the last one in the conversation so far: then that one still holds. */
export function unlessRepeated(note: string, history: readonly Message[]): string {
  const notes = history.flatMap(({ content }) => content.match(/^\*Answered by .*\*$/gm) ?? []);
  return notes.at(-1) === note ? "" : note;
}

/** States plainly what was requested but is not available. */
export function unusedToolNotes({
  tool_activation: switches = {},
  document_urls: documents = [],
}: AgentRequest) {
  const lines = (["web_search", "document_retriever"] as const)
    .filter((tool) => switches[tool] === true)
    .map((tool) => `- \`${tool}\` needs a language model and was not used.`);
  if (documents.length > 0) {
    lines.push(
      `- ${count(documents.length, "document address was", "document addresses were")} not read: that needs a language model.`,
    );
  }
  return lines.join("\n");
}

/** What was switched on for a language model, but this hub does not have. */
export function unavailableToolNotes(
  { tool_activation: switches = {} }: AgentRequest,
  tools: readonly Tool[],
): string {
  const isMissing =
    switches.web_search === true && !tools.some(({ name }) => name === "web_search");
  return isMissing ? "*The web was not searched, because no search address is set.*" : "";
}

/** What an expert can do without a model, with examples. */
export function introduction(expert: BuiltInExpert): string {
  const lines = expert.abilities
    .toSorted((a, b) => a.id - b.id)
    .map(
      ({ name, text, example }) =>
        `- **${name}**: ${text} Example: \`${example.replace(/\n[^]*/, " …")}\``,
    );
  return paragraphs(
    `I am ${expert.record.name}. Ask me, or select a text. Without a language model I can do this:`,
    lines.join("\n"),
    "Everything else needs a language model.",
  );
}
