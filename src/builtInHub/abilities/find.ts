import type { Ability } from "./ability";
import { languageOf } from "../reading/languages";
import { code, count, fence, paragraphs } from "../reading/markdown";
import type { Match } from "../tools/workspace/ranking";
import { termsOf } from "../tools/workspace/terms";
import { cutShort, type Workspace } from "../tools/workspace/workspace";
import type { Question } from "../reading/question";

const shown = 8;
const shownBrief = 15;

export const find: Ability = {
  id: 11,
  name: "Find in this workspace",
  text: "Searches the open folder for the words and identifiers of the question or the selection, and shows the best places with file and line.",
  example: "Where is the session id created?",
  tools: ["workspace_connector"],
  suits: ({ words }) =>
    /\b(?:where|find|search|who|which|look for|locate|used|usages?|defined)\b/i.test(words),
  async answer(question, { workspace, isBrief }) {
    if (typeof workspace === "string") return workspace;
    return findings(question, workspace, isBrief);
  },
};

/** The best matches in the workspace for a question, as Markdown. */
export async function findings(
  { words, text }: Question,
  workspace: Workspace,
  isBrief: boolean,
): Promise<string> {
  const fromWords = termsOf(words);
  const terms = fromWords.length > 0 ? fromWords : termsOf(text.slice(0, 4000));
  if (terms.length === 0) return "There is no word in this question that is worth searching for.";
  const { matches, walk } = await workspace.search(terms);
  const searched = terms.map((term) => code(term.text)).join(", ");
  if (matches.length === 0) {
    return paragraphs(
      `Nothing in the ${count(walk.files, "file")} that were read holds ${searched}.`,
      cutShort(walk),
    );
  }
  if (isBrief) {
    return paragraphs(
      fence(matches.slice(0, shownBrief).map(place).join("\n"), "text"),
      cutShort(walk),
    );
  }
  const best = matches.slice(0, shown);
  const files = new Set(matches.map(({ name }) => name)).size;
  return paragraphs(
    `Searched ${count(walk.files, "file")} for ${searched}: ${count(matches.length, "place")} in ${count(files, "file")}${matches.length > shown ? `, the best ${shown} shown` : ""}.`,
    cutShort(walk),
    ...best.map((match) =>
      paragraphs(
        `**${code(`${match.name}:${match.line}`)}**`,
        fence(match.excerpt.join("\n"), languageOf(match.name)),
      ),
    ),
  );
}

function place({ name, line, excerpt, from }: Match): string {
  return `${name}:${line}: ${(excerpt[line - from] ?? "").trim()}`;
}
