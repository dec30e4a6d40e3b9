import * as vscode from "vscode";
import { nameOf } from "../../../platform/core/naming";
import type { Roster, SavedExpert } from "../core/roster";
import { isId } from "../../../contract/address";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import { byOrganisation } from "../../../policy/policy";
import { createQuickPick, runChosen } from "../../../platform/editor/inputs";

export const letExpertDecide = t("Let the expert decide");

interface Pick<T> extends vscode.QuickPickItem {
  value?: T;
}

/** Lets the user pick an expert, most recently used first. */
export async function pickExpert(roster: Roster): Promise<SavedExpert | undefined> {
  const box = createQuickPick<Pick<number>>();
  box.title = t("Expert");
  box.placeholder = t("Choose an expert");
  box.items = expertRows(roster);
  const picked = await chosenIn(box);
  return picked?.value === undefined ? undefined : roster.get(picked.value);
}

const expertRows = (roster: Roster, presentId?: number): Pick<number>[] =>
  roster.byUse.map((saved) => ({
    label: plainText(nameOf("Expert", saved.id, saved.expert?.name)),
    description: [saved.id === presentId && t("chosen"), roleOf(saved), String(saved.id)]
      .filter(Boolean)
      .join(" · "),
    value: saved.id,
  }));

/** What the user chose: an expert, or an ability of the present one, which decides without an id. */
export type ExpertChoice =
  | { readonly expertId: number }
  | { readonly abilityId: number | undefined };

/** Lists the experts and, below, the abilities of the present one; the id of a new expert adds it. */
export async function pickExpertOrAbility(
  roster: Roster,
  present: SavedExpert | undefined,
): Promise<ExpertChoice | undefined> {
  const experts = expertRows(roster, present?.id);
  const abilities = present?.expert?.abilities ?? [];
  const rows: ChoiceRow[] = [
    ...experts.map((row) => ({ ...row, choice: { expertId: row.value! } })),
    ...(abilities.length > 0 ? abilityRows(present!) : []),
  ];
  const box = createQuickPick<ChoiceRow>();
  box.title = t("Expert");
  box.placeholder = t("Choose an expert or an ability, or type a number to add an expert");
  box.items = rows;
  box.activeItems = rows.filter(({ value }) => value !== undefined && value === present?.id);
  box.onDidChangeValue((typed) => {
    const id = idIn(typed);
    const adding = { label: t("Add expert {0}", id ?? ""), alwaysShow: true };
    if (id !== undefined && !roster.get(id))
      box.items = [...rows, { ...adding, choice: { expertId: id } }];
    else if (box.items !== rows) box.items = rows;
  });
  const choice = (await chosenIn(box))?.choice;
  if (choice && "expertId" in choice && !roster.get(choice.expertId))
    await runChosen("expertHub.addExpert", choice.expertId);
  return choice;
}

const chosen = (isChosen: boolean) => (isChosen ? t("chosen") : undefined);

interface ChoiceRow extends Pick<number> {
  readonly choice?: ExpertChoice;
}

/** Below a heading that names their expert. */
function abilityRows({ id: expertId, expert, abilityId }: SavedExpert): ChoiceRow[] {
  const name = plainText(nameOf("Expert", expertId, expert?.name), 60);
  return [
    { label: t("Abilities of {0}", name), kind: vscode.QuickPickItemKind.Separator },
    {
      label: letExpertDecide,
      description: chosen(abilityId === undefined),
      choice: { abilityId: undefined },
    },
    ...(expert?.abilities ?? []).map(({ id, name: ability, text }) => ({
      label: plainText(nameOf("Ability", id, ability)),
      description: [id, chosen(id === abilityId)].filter(Boolean).join(" · "),
      detail: text ? plainText(text, 300) : undefined,
      choice: { abilityId: id },
    })),
  ];
}

/** The row that the user accepts; disposes of the list. */
function chosenIn<T extends vscode.QuickPickItem>(
  box: vscode.QuickPick<T>,
): Promise<T | undefined> {
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  return new Promise((resolve) => {
    box.onDidAccept(() => {
      resolve(box.selectedItems[0]);
      box.hide();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

export function idIn(typed: string): number | undefined {
  const id = /^\s*\d+\s*$/.test(typed) ? Number(typed) : undefined;
  return isId(id) ? id : undefined;
}

/** The model for the next questions; a result without `value` leaves it to the expert. */
export async function pickModel(
  { expert, modelId }: SavedExpert,
  /** The organisation does not allow the model with this id. */
  isLocked: (modelId: number) => boolean = () => false,
): Promise<{ value?: number } | undefined> {
  const models = expert?.expert_llm_models ?? [];
  const rows: Pick<number>[] = [
    { label: letExpertDecide, description: chosen(modelId === undefined) },
    ...models.map(({ id, name, identifier }) => ({
      label: (isLocked(id) ? "$(lock) " : "") + plainText(nameOf("Model", id, name)),
      description: chosen(id === modelId),
      detail: isLocked(id) ? byOrganisation() : identifier && plainText(identifier),
      value: id,
    })),
  ];
  const box = createQuickPick<Pick<number>>();
  box.title = t("Model");
  box.placeholder = t("Model for the next questions");
  box.items = rows;
  box.activeItems = rows.filter(({ value }) => value === modelId);
  return chosenIn(box);
}

/** The expert's role as shown everywhere, or an empty string. */
export function roleOf({ expert }: SavedExpert): string {
  return plainText(expert?.function_name ?? expert?.profession ?? "", 80);
}
