import * as vscode from "vscode";
import { t, locale } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { type ModelChoice, modelIdOf } from "../../models/core/chosenModels";
import { type ColumnChoice, isSameChoice } from "../core/choices";
import { maxColumns } from "../core/comparisonColumns";
import type { ListModels } from "../core/comparisonSender";
import { createQuickPick } from "../../../platform/editor/inputs";
import { nameOf } from "../../../platform/core/naming";
import { plainText } from "../../../platform/editor/plainText";
import type { Connection, Hub } from "../../connection/core/connection";
import type { Roster, SavedExpert } from "../../experts/core/roster";
import { byUse, savedRosterIn } from "../../experts/core/savedExpert";
import { roleOf } from "../../experts/editor/expertPicks";

interface ChoiceRow extends vscode.QuickPickItem {
  readonly choice?: ColumnChoice;
}

interface ChoiceRowsParts {
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
async function choiceRows(
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
      const all = isInUse ? roster.byUse : byUse(savedRosterIn(roster.savedRosters.of(hub.scope)));
      const isFirst = ({ id }: SavedExpert) =>
        hub.scope === first.hubScope && id === first.expertId;
      return { hub, experts: all.filter((saved) => !isFirst(saved)) };
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
        experts.map((saved) => expertRow(saved, hub)),
      ),
    ),
    ...under(t("More"), [
      ...abilities.map((ability) => abilityRow(ability, first)),
      ...temperatures.map((temperature) => ({
        label: t("Temperature {0}", temperature.toLocaleString(locale())),
        choice: { ...first, temperature },
      })),
      ...others.flatMap(({ hub, experts }) => experts.flatMap((saved) => waysOf(saved, hub))),
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
function expertRow(saved: SavedExpert, hub: Hub): ChoiceRow {
  const { abilityId, expert, modelId } = saved;
  const how = [
    shortName(expert?.abilities, abilityId),
    shortName(expert?.expert_llm_models, modelId),
    roleOf(saved),
  ];
  return {
    label: plainText(nameOf("Expert", saved.id, expert?.name)),
    description: how.filter(Boolean).join(" · "),
    choice: presentOf(saved, hub),
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
function waysOf(saved: SavedExpert, hub: Hub): ChoiceRow[] {
  const { abilities = [], expert_llm_models: models = [] } = saved.expert ?? {};
  const name = plainText(nameOf("Expert", saved.id, saved.expert?.name));
  const present = presentOf(saved, hub);
  return [
    ...models
      .filter(({ id }) => id !== saved.modelId)
      .map((model) => modelRow(model, present, name)),
    ...abilities
      .filter(({ id }) => id !== saved.abilityId)
      .map((ability) => abilityRow(ability, present, name)),
  ];
}

function shortName(list: readonly Named[] = [], id: number | undefined): string {
  return plainText(list.find((one) => one.id === id)?.name ?? "", 60);
}

interface ComparePickOptions {
  /** The columns that exist; their expert comes first, and none of them is offered again. */
  readonly known: readonly [ColumnChoice, ...ColumnChoice[]];
  /** Those that are checked when the list opens. */
  readonly remembered: readonly ColumnChoice[];
  readonly listModels: ListModels | undefined;
  /** The number of requests, their estimated size and their destinations. */
  summary(choices: readonly ColumnChoice[]): string;
  showRequests(choices: readonly ColumnChoice[]): Promise<void>;
}

/** Lets the user pick columns; `undefined` if none was picked. */
export async function pickToCompare(
  parts: ChoiceRowsParts,
  { known, remembered, listModels, summary, showRequests }: ComparePickOptions,
): Promise<readonly ColumnChoice[] | undefined> {
  const room = maxColumns - known.length;
  const box = createQuickPick<ChoiceRow>();
  const closed = new AbortController();
  let listed: readonly ModelChoice[] = [];
  const chosen = () => box.selectedItems.flatMap(({ choice }) => choice ?? []);
  const describe = () => {
    const choices = chosen();
    const excess = choices.length - room;
    if (choices.length === 0) box.title = t("Compare with…");
    else if (excess <= 0) box.title = summary(choices);
    else box.title = t("At most {0} answers stand side by side: uncheck {1}", maxColumns, excess);
  };
  const draw = async (isFirst = false): Promise<void> => {
    const rows = await choiceRows(parts, known, listed);
    if (closed.signal.aborted) return;
    const checked = isFirst ? remembered : chosen();
    const [active] = box.activeItems;
    box.items = rows;
    box.selectedItems = rows
      .filter((row) => isOneOf(row, checked))
      .slice(0, isFirst ? room : undefined);
    if (active?.choice) box.activeItems = rows.filter((row) => isOneOf(row, [active.choice!]));
    describe();
  };
  try {
    box.canSelectMany = true;
    box.keepScrollPosition = true;
    box.ignoreFocusOut = true;
    box.matchOnDescription = true;
    // Who picks a model here agrees to it.
    box.placeholder = t(
      "Each gets the question, what is attached, the conversation so far, and what its tools find",
    );
    box.buttons = [{ iconPath: new vscode.ThemeIcon("eye"), tooltip: t("What will be sent") }];
    await draw(true);
    box.onDidChangeSelection(describe);
    box.onDidTriggerButton(() => {
      const { length } = chosen();
      if (length > 0 && length <= room) fireAndForget(() => showRequests(chosen()));
    });
    const onListed = (models: readonly ModelChoice[]): void => {
      listed = [...listed, ...models];
      fireAndForget(() => draw());
    };
    fireAndForget(async () => {
      box.busy = true;
      await listModels?.(onListed, closed.signal);
      if (!closed.signal.aborted) box.busy = false;
    });
    const accepted = await new Promise<boolean>((resolve) => {
      box.onDidAccept(() => {
        if (chosen().length <= room) resolve(true);
      });
      box.onDidHide(() => resolve(false));
      box.show();
    });
    const choices = accepted ? chosen() : [];
    return choices.length === 0 ? undefined : choices;
  } finally {
    closed.abort();
    box.dispose();
  }
}

function isOneOf({ choice }: ChoiceRow, choices: readonly ColumnChoice[]): boolean {
  return choice !== undefined && choices.some((one) => isSameChoice(one, choice));
}
