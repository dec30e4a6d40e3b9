import { t } from "../../../kit/l10n";
import type { Connection } from "../../connection/core/connection";
import type { Roster } from "../../experts/core/roster";
import type { ColumnSettings } from "./comparison";

interface WayProblemParts {
  readonly connection: Connection;
  readonly roster: Roster;
}

/** Why a column can no longer be asked, in a sentence; determined without a request. */
export async function columnProblem(
  parts: WayProblemParts,
  { hubScope, expertId, abilityId, modelId }: ColumnSettings,
): Promise<string | undefined> {
  const { connection, roster } = parts;
  const hub = connection.find(hubScope);
  if (!hub) return t("This column cannot be asked: the hub is no longer in your list.");
  const kept = roster.getAt(hubScope, expertId);
  if (!kept) return t("This column cannot be asked: the expert is no longer in your list.");
  const { abilities = [], expert_llm_models: offered = [] } = kept.expert ?? {};
  if (kept.expert && abilityId !== undefined && !abilities.some(({ id }) => id === abilityId))
    return t("This column cannot be asked: the expert no longer has this ability.");
  if (kept.expert && modelId !== undefined && !offered.some(({ id }) => id === modelId))
    return t("This column cannot be asked: the model no longer exists.");
  // A keyring that does not answer says nothing about the key: the question itself will.
  const missing = await connection.setupStep(hub).catch(() => undefined);
  return missing === "key"
    ? t("This column cannot be asked: there is no API key for {0}.", hub.label)
    : undefined;
}
