import type { AgentRequest, Message } from "../../contract/types";
import { exactAnswerNote } from "../../contract/builtInHubApi";
import { t } from "../../kit/l10n";
import { exactAbilities } from "../exact/exactAbilities";
import type { ExactAbility } from "../exact/exactAbility";
import { paragraphs } from "../markdown";
import type { Tool } from "../tools/tool";
import type { BuiltInExpert } from "./catalog";

/** The last line of an answer: which ability gave it, and what had no part in it without a model. */
export function answeredBy(ability: ExactAbility, { file }: BuiltInExpert): string {
  const answered = exactAnswerNote(ability.name());
  const hasInstructions = file && (file.systemMessage !== "" || file.skills.length > 0);
  const unused = t("The instructions in the expert's file need one and were not used.");
  return hasInstructions ? `*${answered} ${unused}*` : `*${answered}*`;
}

/** The note, unless the last answer with such a note has the same: then that one still holds. */
export function unlessRepeated(note: string, history: readonly Message[]): string {
  const notes = new Set(exactAbilities.map(({ name }) => exactAnswerNote(name())));
  const isNote = (line: string) => [...notes].some((each) => line.startsWith(`*${each}`));
  const last = history.flatMap(({ content }) => content.split("\n").filter(isNote)).at(-1);
  return last === note ? "" : note;
}

/** States plainly what was requested but is not available. */
export function unusedToolNotes({
  tool_activation: switches = {},
  document_urls: documents = [],
}: AgentRequest) {
  const lines = (["web_search", "document_retriever"] as const)
    .filter((tool) => switches[tool] === true)
    .map((tool) => `- ${t("{0} needs a language model and was not used.", `\`${tool}\``)}`);
  if (documents.length > 0)
    lines.push(
      `- ${t("Reading document addresses needs a language model; none of {0} was read.", documents.length)}`,
    );
  return lines.join("\n");
}

/** What was switched on for a language model, but this hub does not have. */
export function unavailableToolNotes(
  { tool_activation: switches = {} }: AgentRequest,
  tools: readonly Tool[],
): string {
  const isMissing =
    switches.web_search === true && !tools.some(({ name }) => name === "web_search");
  return isMissing ? `*${t("The web was not searched, because no search address is set.")}*` : "";
}

/** What is answered without a model, with examples. */
export function introduction(expert: BuiltInExpert): string {
  const lines = exactAbilities.map(({ name, text, examples }) => {
    const [first] = examples;
    return `- **${name()}**: ${text()} \`${first?.question ?? ""}\``;
  });
  return paragraphs(
    t(
      "This is {0}. Without a language model, these questions are answered, in English and in exactly these forms:",
      expert.record.name ?? "",
    ),
    lines.join("\n"),
    t("Everything else needs a language model."),
  );
}
