import { isMadeId } from "../../../client/modelId";
import { t } from "../../../kit/l10n";
import type { Keys } from "../../../platform/core/ports";
import type { Connection } from "../../connection/core/connection";
import type { Roster, SavedExpert } from "../../experts/core/roster";
import type { ChosenModels } from "../../models/core/chosenModels";
import type { Way } from "./comparison";

interface WayProblemParts {
  readonly connection: Connection;
  readonly roster: Roster;
  readonly models: Pick<ChosenModels, "find">;
  readonly keys: Pick<Keys, "get">;
}

/** A saved expert of a hub, in use or not. */
export function expertAt(
  { connection, roster }: Pick<WayProblemParts, "connection" | "roster">,
  hubScope: string,
  id: number,
): SavedExpert | undefined {
  return hubScope === connection.hub?.scope ? roster.get(id) : roster.stored.expertAt(hubScope, id);
}

/** Why nothing can be asked in this way any more, in a sentence. Nothing is sent to find out. */
export async function wayProblem(
  parts: WayProblemParts,
  { hubScope, expertId, abilityId, modelId }: Way,
): Promise<string | undefined> {
  const { connection, models, keys } = parts;
  const hub = connection.find(hubScope);
  if (!hub) return t("Nothing can be asked here: the hub is no longer one of yours.");
  const kept = expertAt(parts, hubScope, expertId);
  if (!kept) return t("Nothing can be asked here: the expert is no longer one of yours.");
  const { abilities = [], expert_llm_models: offered = [] } = kept.expert ?? {};
  if (kept.expert && abilityId !== undefined && !abilities.some(({ id }) => id === abilityId))
    return t("Nothing can be asked here: the expert no longer has this ability.");
  const isOffered =
    hub.builtIn && modelId !== undefined && isMadeId(modelId)
      ? models.find(modelId) !== undefined
      : !kept.expert || modelId === undefined || offered.some(({ id }) => id === modelId);
  if (!isOffered) return t("Nothing can be asked here: this model no longer exists.");
  // A keyring that does not answer says nothing about the key: the question itself will.
  const isSignedOut =
    !hub.builtIn &&
    (await keys.get(hubScope).then(
      (key) => key === undefined,
      () => false,
    ));
  return isSignedOut
    ? t("Nothing can be asked here: there is no API key for {0}.", hub.label)
    : undefined;
}
