import * as vscode from "vscode";
import { nameOf } from "../../../platform/core/naming";
import type { Roster, SavedExpert } from "../core/roster";
import type { SavedPrompt } from "../../../contract/savedPrompt";
import { isId } from "../../../contract/address";
import { t } from "../../../kit/l10n";
import type { CommandId } from "../../../platform/editor/manifest";
import { plainText } from "../../../platform/editor/plainText";
import { byOrganisation } from "../../../policy/policy";

export const letExpertDecide = t("Let the expert decide");

interface Pick<T> extends vscode.QuickPickItem {
  value?: T;
  /** What to do instead of choosing a value. */
  command?: CommandId;
}

/** A row for something other than an ability: a saved prompt, or the heading above them. */
interface OtherRow extends vscode.QuickPickItem {
  readonly prompt?: SavedPrompt;
}

/** Lets the user pick an expert, most recently used first; `adding` also accepts the id of a new one. */
export async function pickExpert(
  roster: Roster,
  { adding = true }: { adding?: boolean } = {},
): Promise<SavedExpert | undefined> {
  const items = roster.byUse.map((kept): Pick<number> => ({
    label: plainText(nameOf("Expert", kept.id, kept.expert?.name)),
    description: [roleOf(kept), String(kept.id)].filter(Boolean).join(" · "),
    value: kept.id,
  }));
  const box = vscode.window.createQuickPick<Pick<number>>();
  try {
    box.title = t("Expert");
    box.placeholder = adding
      ? t("Choose an expert, or type a number to add one")
      : t("Choose an expert");
    box.matchOnDescription = true;
    box.items = items;
    box.onDidChangeValue((typed) => {
      const id = idIn(typed);
      const add = adding && id !== undefined && !roster.get(id);
      box.items = add
        ? [...items, { label: t("Add expert {0}", id), alwaysShow: true, value: id }]
        : items;
    });
    const id = await chosenIn(box);
    if (id === undefined) return undefined;
    if (!roster.get(id)) await vscode.commands.executeCommand("expertHub.addExpert", id);
    return roster.get(id);
  } finally {
    box.dispose();
  }
}

function chosenIn<T>(box: vscode.QuickPick<Pick<T>>): Promise<T | undefined> {
  return new Promise((resolve) => {
    box.onDidAccept(() => resolve(box.selectedItems[0]?.value));
    box.onDidHide(() => resolve(undefined));
    box.show();
  });
}

/** The id that was typed, alone. */
export function idIn(typed: string): number | undefined {
  const id = /^\s*\d+\s*$/.test(typed) ? Number(typed) : undefined;
  return isId(id) ? id : undefined;
}

/** The ability for the next questions, or a prompt; another result without `value` leaves it to the expert. */
export async function pickAbility(
  { expert, abilityId }: SavedExpert,
  prompts: readonly OtherRow[] = [],
): Promise<{ value?: number; prompt?: SavedPrompt } | undefined> {
  return pickOf(
    "Ability",
    abilityId,
    (expert?.abilities ?? []).map(({ id, name, text }) => ({
      id,
      label: nameOf("Ability", id, name),
      ...(text && { detail: plainText(text, 300) }),
    })),
    prompts,
  );
}

interface PickModelOptions {
  readonly adding?: boolean;
  /** The organisation does not allow the model with this id. */
  isLocked?(modelId: number): boolean;
}

/**
 * The model for the next questions; a result without `value` leaves it to the expert. With `adding`,
 * the user may also decide for a command that adds one.
 */
export async function pickModel(
  { expert, modelId }: SavedExpert,
  { adding = false, isLocked = () => false }: PickModelOptions = {},
): Promise<{ value?: number; command?: CommandId } | undefined> {
  return pickOf(
    "Model",
    modelId,
    (expert?.expert_llm_models ?? []).map(({ id, name, identifier }) => ({
      id,
      label: nameOf("Model", id, name),
      ...(identifier && { detail: plainText(identifier) }),
      ...(isLocked(id) && { detail: byOrganisation(), icon: "$(lock) " }),
    })),
    adding ? otherModels() : [],
  );
}

const otherModels = (): readonly Pick<number>[] => [
  { label: t("Other models"), kind: vscode.QuickPickItemKind.Separator },
  {
    label: `$(chip) ${t("Choose a Language Model…")}`,
    command: "expertHub.addModel",
    alwaysShow: true,
  },
  {
    label: `$(globe) ${t("Use a Model Address…")}`,
    command: "expertHub.useModelAddress",
    alwaysShow: true,
  },
];

async function pickOf(
  kind: "Ability" | "Model",
  chosenId: number | undefined,
  options: { id: number; label: string; detail?: string; icon?: string }[],
  others: readonly (Pick<number> & OtherRow)[] = [],
): Promise<{ value?: number; prompt?: SavedPrompt; command?: CommandId } | undefined> {
  const items: (Pick<number> & OtherRow)[] = [
    {
      label: letExpertDecide,
      ...(chosenId === undefined && { description: t("chosen") }),
    },
    ...options.map(({ id, label, detail, icon = "" }) => ({
      label: icon + plainText(label),
      // The number of a model says nothing; its identifier stands below.
      description: [kind === "Ability" && id, id === chosenId && t("chosen")]
        .filter((note) => note !== false)
        .join(" · "),
      ...(detail !== undefined && { detail }),
      value: id,
    })),
    ...others,
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: kind === "Ability" ? t("Ability") : t("Model"),
    placeHolder: placeholderOf(kind, others.length > 0),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!chosen) return undefined;
  const { value, prompt, command } = chosen;
  return {
    ...(value !== undefined && { value }),
    ...(prompt && { prompt }),
    ...(command && { command }),
  };
}

function placeholderOf(kind: "Ability" | "Model", isWithPrompts: boolean): string {
  if (kind === "Model") return t("Model for the next questions");
  return isWithPrompts
    ? t("Ability for the next questions, or a saved prompt")
    : t("Ability for the next questions");
}

/** The expert's role as shown everywhere, or an empty string. */
export function roleOf({ expert }: SavedExpert): string {
  return plainText(expert?.function_name ?? expert?.profession ?? "", 80);
}
