import * as vscode from "vscode";
import { locale, t } from "../../../kit/l10n";
import { nameOf } from "../../../platform/core/naming";
import { plainText } from "../../../platform/editor/plainText";
import type { Connection, Hub } from "../../connection/core/connection";
import type { Roster, SavedExpert } from "../../experts/core/roster";
import { byUse, storedIn } from "../../experts/core/savedExpert";
import { roleOf } from "../../experts/editor/expertPicks";
import { type ModelChoice, modelIdOf } from "../../models/core/chosenModels";
import { isSameChoice, type ColumnChoice } from "../core/choices";

export interface ChoiceRow extends vscode.QuickPickItem {
  readonly choice?: ColumnChoice;
}

export interface ChoiceRowsParts {
  readonly connection: Connection;
  readonly roster: Roster;
}

/** Enough to see whether the temperature matters. */
const temperatures = [0, 0.5, 1];

/**
 * The rows to pick from, without those of existing columns: the other models of the expert that is
 * asked first, and the other experts of each hub; then what is compared more rarely. `listed` are
 * models that the expert may be given.
 */
export async function choiceRows(
  { connection, roster }: ChoiceRowsParts,
  columns: readonly [ColumnChoice, ...ColumnChoice[]],
  listed: readonly ModelChoice[],
): Promise<ChoiceRow[]> {
  const [first] = columns;
  const under = (label: string, rows: readonly ChoiceRow[]): ChoiceRow[] => {
    const isNew = ({ choice }: ChoiceRow): boolean =>
      !choice || !columns.some((one) => isSameChoice(one, choice));
    const offered = rows.filter(isNew);
    const heading = { label, kind: vscode.QuickPickItemKind.Separator };
    return offered.length === 0 ? [] : [heading, ...offered];
  };
  const builtIn = connection.find("built-in");
  const hubs = [...connection.hubs.list, ...(builtIn ? [builtIn] : [])].toSorted(
    (one, other) => Number(other.scope === first.hubScope) - Number(one.scope === first.hubScope),
  );
  const own = roster.getAt(first.hubScope, first.expertId);
  const { abilities = [], expert_llm_models: models = [] } = own?.expert ?? {};
  const others = await Promise.all(
    hubs.map(async (hub) => {
      const missing = await connection.setupStep(hub).catch(() => undefined);
      if (missing) return { hub, experts: [] };
      const isInUse = hub.scope === connection.hub?.scope;
      const all = isInUse ? roster.byUse : byUse(storedIn(roster.stored.of(hub.scope)));
      const isFirst = ({ id }: SavedExpert) =>
        hub.scope === first.hubScope && id === first.expertId;
      return { hub, experts: all.filter((kept) => !isFirst(kept)) };
    }),
  );
  return [
    ...under(t("Models"), [
      ...models.map((model) => modelRow(model, first)),
      ...listed.flatMap((model) => listedRow(model, first, models)),
    ]),
    ...others.flatMap(({ hub, experts }) =>
      under(
        hub.label,
        experts.map((kept) => expertRow(kept, hub)),
      ),
    ),
    ...under(t("More"), [
      ...abilities.map((ability) => abilityRow(ability, first)),
      ...temperatures.map((temperature) => ({
        label: t("Temperature {0}", temperature.toLocaleString(locale())),
        choice: { ...first, temperature },
      })),
      ...others.flatMap(({ hub, experts }) => experts.flatMap((kept) => waysOf(kept, hub))),
    ]),
  ];
}

interface Named {
  readonly id: number;
  readonly name?: string;
}

function modelRow({ id, name }: Named, of: ColumnChoice, expert = ""): ChoiceRow {
  const label = plainText(nameOf("Model", id, name));
  return {
    label: [expert, label].filter(Boolean).join(" · "),
    description: t("model"),
    choice: { ...of, modelId: id },
  };
}

function abilityRow({ id, name }: Named, of: ColumnChoice, expert = ""): ChoiceRow {
  const label = plainText(nameOf("Ability", id, name));
  return {
    label: [expert, label].filter(Boolean).join(" · "),
    description: t("ability"),
    choice: { ...of, abilityId: id },
  };
}

/** A model that its server lists, and that the expert does not have yet. */
function listedRow(model: ModelChoice, of: ColumnChoice, known: readonly Named[]): ChoiceRow[] {
  const modelId = modelIdOf(model);
  if (model.kind !== "address" || known.some(({ id }) => id === modelId)) return [];
  return [
    {
      label: plainText(model.identifier, 200),
      description: new URL(model.address).host,
      choice: { ...of, modelId },
    },
  ];
}

/** An expert with its present options. */
function expertRow(kept: SavedExpert, hub: Hub): ChoiceRow {
  const { abilityId, expert, modelId } = kept;
  const how = [
    shortName(expert?.abilities, abilityId),
    shortName(expert?.expert_llm_models, modelId),
    roleOf(kept),
  ];
  return {
    label: plainText(nameOf("Expert", kept.id, expert?.name)),
    description: how.filter(Boolean).join(" · "),
    choice: presentOf(kept, hub),
  };
}

function presentOf({ id, abilityId, modelId }: SavedExpert, hub: Hub): ColumnChoice {
  return {
    hubScope: hub.scope,
    expertId: id,
    ...(abilityId !== undefined && { abilityId }),
    ...(modelId !== undefined && { modelId }),
  };
}

/** Another expert with each of its other models and abilities. */
function waysOf(kept: SavedExpert, hub: Hub): ChoiceRow[] {
  const { abilities = [], expert_llm_models: models = [] } = kept.expert ?? {};
  const name = plainText(nameOf("Expert", kept.id, kept.expert?.name));
  const present = presentOf(kept, hub);
  return [
    ...models
      .filter(({ id }) => id !== kept.modelId)
      .map((model) => modelRow(model, present, name)),
    ...abilities
      .filter(({ id }) => id !== kept.abilityId)
      .map((ability) => abilityRow(ability, present, name)),
  ];
}

function shortName(list: readonly Named[] = [], id: number | undefined): string {
  return plainText(list.find((one) => one.id === id)?.name ?? "", 60);
}
