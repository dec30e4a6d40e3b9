import { languageOf } from "../reading/languages";
import { code, count, fence, paragraphs } from "../reading/markdown";
import type { Match } from "../tools/workspace/ranking";
import { termsOf } from "../tools/workspace/terms";
import { cutShort, type Workspace } from "../tools/workspace/workspace";
import type { Question } from "../reading/question";
import { bare } from "../reading/request";
import type { Ability } from "./ability";

const shown = 8;
const shownBrief = 15;
const isName = /^[A-Za-z_$][\w$]*(?:[._-][\w$]+)*(?:\(\))?$/;
const asks =
  /^(?:where(?! (?:should|can|could|would)\b)(?:'s| is| are| does| do| did| was| in)?\b|(?:find(?! me an? )|search(?: for)?|locate|look for|grep(?: for)?|look up)\b|(?:which|what) (?:files?|places?|lines?|modules?|tests?)\b(?!.*\b(?:in this|selection)\b)|who (?:calls|uses|imports)\b|(?:show|list|find|give) (?:me )?(?:all |the |every )*(?:usages?|uses|references?|places|callers?|occurrences|definition)\b|(?:all )?(?:usages?|references?|callers?|definition) of\b|is .+ (?:used|defined|called|imported) (?:anywhere|somewhere)|(?:in )?(?:which|what) (?:files?|folders?)\b|(?:list |show |all |any |open |the )*(?:todos?|fixmes?)\b)/i;
const asksNotes = /^are there (?:any )?(?:open )?(?:todos?|fixmes?)\b/i;
const isCompound = /[a-z\d][A-Z]|[\w$][._-][\w$]|^[_$]|\(\)$/;
/** Words that ask for judgement on code, not for a place in the workspace. */
const judges =
  /\b(?:bugs?|errors? in|mistakes?|problems?|issues?|wrong|better|improve\w*|difference|average|mean|median|maximum|minimum|sum|duplicates?)\b|^find (?:out|a way)\b|\bmean by\b/i;

export const find: Ability = {
  id: 11,
  name: "Find in this workspace",
  text: "Searches the open folder for the words and identifiers of the question or the selection, and shows the best places with file and line.",
  example: "Where is the session id created?",
  opening: "List all TODOs",
  suits({ words, isAttached }) {
    const request = bare(words);
    if (isName.test(request)) return isCompound.test(request) ? "clear" : "likely";
    if (judges.test(request) || termsOf(isAttached ? `${request} x1` : request).length === 0)
      return "none";
    if (asks.test(request) || (!isAttached && asksNotes.test(request))) return "certain";
    return /\b(?:where|find|search|used|usages?|defined|declared|workspace)\b/i.test(request)
      ? "likely"
      : "none";
  },
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
      `Nothing in the ${count(walk.files, "file that was read", "files that were read")} holds ${searched}.`,
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
