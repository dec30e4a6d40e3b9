import type * as vscode from "vscode";
import type { Roster } from "../../../experts/core/roster";
import { t } from "../../../../kit/l10n";
import { plainText } from "../../../../platform/editor/plainText";
import { notedIn } from "./shownHistory";
import { abilityName } from "./resolveExpert";

const maxFollowUps = 3;
/** Characters of a question that a follow-up repeats: VS Code puts it into the input. */
const maxFollowUpLength = 2_000;

/** The same question with another ability of the expert: a click sends it. */
export function followUps(
  result: vscode.ChatResult,
  roster: Pick<Roster, "get">,
): vscode.ChatFollowup[] {
  const { turnId, expertId, abilityId, prompt } = notedIn(result);
  if (turnId === undefined || expertId === undefined || prompt === undefined) return [];
  if (prompt.length > maxFollowUpLength) return [];
  const { expert, abilityId: chosen } = roster.get(expertId) ?? {};
  const used = abilityId ?? chosen;
  return (expert?.abilities ?? [])
    .filter(({ id }) => id !== used)
    .slice(0, maxFollowUps)
    .map((ability) => ({
      command: "ability",
      prompt: `${abilityName(ability)}: ${prompt}`,
      label: t("Ask again with the ability {0}", plainText(abilityName(ability), 60)),
    }));
}
