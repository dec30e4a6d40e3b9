import * as vscode from "vscode";
import type { Roster } from "../../../experts/core/roster";
import { t } from "../../../../kit/l10n";
import { inertMarkdown, plainText } from "../../../../platform/editor/plainText";
import { abilityName, expertName, type ResolvedExpert } from "./resolveExpert";

/** Names that are listed. */
const maxNames = 50;

/** What to type where a message names nobody or asks nothing. */
export function missingNameMessage(
  { expert, lacks }: ResolvedExpert,
  { list }: Pick<Roster, "list">,
): vscode.MarkdownString {
  const name = plainText(expertName(expert), 80);
  if (lacks === "expert")
    return listed(t("Begin your message with the name of an expert:"), list.map(expertName));
  if (lacks !== "ability")
    return listed(t("{0} answers in this chat. Type your question.", name), []);
  const abilities = expert.expert?.abilities ?? [];
  return abilities.length === 0
    ? listed(t("{0} has no abilities to choose from.", name), [])
    : listed(t("Begin your message with an ability of {0}:", name), abilities.map(abilityName));
}

function listed(sentence: string, names: readonly string[]): vscode.MarkdownString {
  const rows = names.slice(0, maxNames).map((name) => `- ${inertMarkdown(plainText(name, 80))}`);
  return new vscode.MarkdownString([inertMarkdown(sentence), rows.join("\n")].join("\n\n"));
}
