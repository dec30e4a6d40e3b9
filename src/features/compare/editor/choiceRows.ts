import * as vscode from "vscode";
import { locale, t } from "../../../kit/l10n";
import { nameOf } from "../../../platform/core/naming";
import { plainText } from "../../../platform/editor/plainText";
import type { Connection, Hub } from "../../connection/core/connection";
import type { Roster, SavedExpert } from "../../experts/core/roster";
import { byUse, storedIn } from "../../experts/core/rosterStored";
import { roleOf } from "../../experts/editor/expertPicks";
import { type WayChoice, isSameChoice } from "../core/choices";

export interface ChoiceRow extends vscode.QuickPickItem {
  readonly choice?: WayChoice;
}

export interface ChoiceRowsParts {
  readonly connection: Connection;
  readonly roster: Roster;
}

/** Enough to see whether the temperature matters. */
const temperatures = [0, 0.5, 1];

/** The rows to pick from: variations of the same expert, then the experts of each hub. */
export async function choiceRows(
  parts: ChoiceRowsParts,
  first: WayChoice,
  known: readonly WayChoice[],
): Promise<ChoiceRow[]> {
  const { connection, roster } = parts;
  const isNew = ({ choice }: ChoiceRow): boolean =>
    !choice || !known.some((one) => isSameChoice(one, choice));
  const hubs: Hub[] = [...connection.hubs.list];
  const builtIn = connection.find("built-in");
  if (builtIn) hubs.push(builtIn);
  const ofFirst = hubs.findIndex(({ scope }) => scope === first.hubScope);
  const sorted = [...hubs.splice(ofFirst, ofFirst === -1 ? 0 : 1), ...hubs];
  const own = roster.getAt(first.hubScope, first.expertId);
  const sections = await Promise.all(
    sorted.map(async (hub): Promise<ChoiceRow[]> => {
      const missing = await connection.setupStep(hub).catch(() => undefined);
      if (missing) return [];
      const isInUse = hub.scope === connection.hub?.scope;
      const experts = isInUse ? roster.byUse : byUse(storedIn(roster.stored.of(hub.scope)));
      const isFirst = ({ id }: SavedExpert) =>
        hub.scope === first.hubScope && id === first.expertId;
      const rows = experts.filter((kept) => !isFirst(kept)).flatMap((kept) => waysOf(kept, hub));
      return under(hub.label, rows.filter(isNew));
    }),
  );
  const expertName = plainText(nameOf("Expert", first.expertId, own?.expert?.name));
  return [...under(expertName, own ? otherWays(own, first).filter(isNew) : []), ...sections.flat()];
}

function under(label: string, rows: readonly ChoiceRow[]): ChoiceRow[] {
  if (rows.length === 0) return [];
  return [{ label, kind: vscode.QuickPickItemKind.Separator }, ...rows];
}

/** The same expert with one setting changed. */
function otherWays({ expert }: SavedExpert, first: WayChoice): ChoiceRow[] {
  return [
    ...(expert?.expert_llm_models ?? []).map(({ id, name }) => ({
      label: plainText(nameOf("Model", id, name)),
      description: t("model"),
      choice: { ...first, modelId: id },
    })),
    ...(expert?.abilities ?? []).map(({ id, name }) => ({
      label: plainText(nameOf("Ability", id, name)),
      description: t("ability"),
      choice: { ...first, abilityId: id },
    })),
    ...temperatures.map((temperature) => ({
      label: t("Temperature {0}", temperature.toLocaleString(locale())),
      choice: { ...first, temperature },
    })),
  ];
}

/** An expert with its present options, then with each of its models and abilities. */
function waysOf(kept: SavedExpert, { scope: hubScope }: Hub): ChoiceRow[] {
  const { id: expertId, expert, abilityId, modelId } = kept;
  const name = plainText(nameOf("Expert", expertId, expert?.name));
  const chosen = {
    ...(abilityId !== undefined && { abilityId }),
    ...(modelId !== undefined && { modelId }),
  };
  const { abilities = [], expert_llm_models: models = [] } = expert ?? {};
  const how = [shortName(abilities, abilityId), shortName(models, modelId), roleOf(kept)];
  return [
    {
      label: name,
      description: how.filter(Boolean).join(" · "),
      choice: { hubScope, expertId, ...chosen },
    },
    ...models
      .filter(({ id }) => id !== modelId)
      .map((model) => ({
        label: `${name} · ${plainText(nameOf("Model", model.id, model.name))}`,
        description: t("model"),
        choice: { hubScope, expertId, ...chosen, modelId: model.id },
      })),
    ...abilities
      .filter(({ id }) => id !== abilityId)
      .map((ability) => ({
        label: `${name} · ${plainText(nameOf("Ability", ability.id, ability.name))}`,
        description: t("ability"),
        choice: { hubScope, expertId, ...chosen, abilityId: ability.id },
      })),
  ];
}

function shortName(list: readonly { id: number; name?: string }[], id: number | undefined): string {
  return plainText(list.find((one) => one.id === id)?.name ?? "", 60);
}
